package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriterSafetyTest {

  @ParameterizedTest
  @ValueSource(strings = {"s3a", "s3", "s3n", "S3A"})
  void s3NeedsALogStoreThatSomeoneHasChosen(String scheme) {
    TableLocation table = new TableLocation(scheme + "://bucket/gold", Map.of());
    for (ThrowingCallable opening :
        List.<ThrowingCallable>of(
            () -> GoldTable.find(table),
            () -> DeadLetterTable.find(table),
            () -> GoldSwap.of(table))) {
      assertThatThrownBy(opening)
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("A table on S3 cannot be written safely")
          .hasMessageContaining(scheme + "://bucket/gold")
          .hasMessageContaining("no hadoop option io.delta.kernel.logStore." + scheme + ".impl")
          .hasMessageContaining("io.delta.storage.S3DynamoDBLogStore");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a", "s3", "s3n"})
  void aLogStoreThatWasChosenIsTaken(String scheme) {
    assertThatCode(
            () ->
                WriterSafety.require(
                    new TableLocation(
                        scheme + "://bucket/gold",
                        Map.of(
                            "io.delta.kernel.logStore." + scheme + ".impl",
                            "io.delta.storage.S3SingleDriverLogStore"))))
        .doesNotThrowAnyException();
  }

  @Test
  void otherFileSystemsNeedNone() {
    for (String path : List.of("/data/gold", "file:///data/gold", "abfss://c@a.net/gold")) {
      assertThatCode(() -> WriterSafety.require(new TableLocation(path, Map.of())))
          .doesNotThrowAnyException();
    }
  }
}
