package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriterSafetyTest {

  @ParameterizedTest
  @ValueSource(strings = {"s3a", "s3", "s3n"})
  void s3WithConditionalPutsIsTaken(String scheme) {
    assertThatCode(() -> WriterSafety.require(s3(scheme, S3AFileSystem.class, Map.of())))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a", "s3", "s3n"})
  void s3WithoutConditionalPutsIsRefused(String scheme) {
    TableLocation old = s3(scheme, FakeS3.class, Map.of());
    TableLocation disabled =
        s3(scheme, S3AFileSystem.class, Map.of("fs.s3a.create.conditional.enabled", "false"));
    for (TableLocation table : List.of(old, disabled)) {
      for (ThrowingCallable opening :
          List.<ThrowingCallable>of(
              () -> GoldTable.find(table),
              () -> DeadLetterTable.find(table),
              () -> GoldSwap.of(table))) {
        assertThatThrownBy(opening)
            .isInstanceOf(PipelineException.class)
            .hasMessageContaining("The file system cannot keep two writers of a table apart")
            .hasMessageContaining(scheme + "://bucket/gold")
            .hasMessageContaining("without fs.option.create.conditional.overwrite")
            .hasMessageContaining("hadoop-aws 3.4.2 or newer")
            .hasMessageContaining("io.delta.kernel.logStore." + scheme + ".impl below hadoop:")
            .hasMessageContaining("io.delta.storage.S3DynamoDBLogStore");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a", "s3", "s3n"})
  void aLogStoreThatWasChosenIsTaken(String scheme) {
    assertThatCode(
            () ->
                WriterSafety.require(
                    s3(
                        scheme,
                        FakeS3.class,
                        Map.of(
                            "io.delta.kernel.logStore." + scheme + ".impl",
                            "io.delta.storage.S3SingleDriverLogStore"))))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"S3A", "s3"})
  void schemesThatHadoopHasNoFileSystemForAreToldSo(String scheme) {
    assertThatThrownBy(
            () -> WriterSafety.require(new TableLocation(scheme + "://bucket/gold", Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("The file system of a table's file is not known")
        .hasMessageContaining("No FileSystem for scheme");
  }

  @Test
  void s3WithoutItsJarIsToldSo() {
    TableLocation table =
        new TableLocation(
            "s3a://bucket/gold",
            Map.of("fs.s3a.impl", "no.such.S3A", "fs.s3a.impl.disable.cache", "true"));

    assertThatThrownBy(() -> WriterSafety.require(table))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("The file system of a table's file is not known")
        .hasMessageContaining("no.such.S3A")
        .hasMessageContaining("put the file system's jar onto the class path");
  }

  @Test
  void otherFileSystemsNeedNone() {
    for (String path : List.of("/data/gold", "file:///data/gold", "abfss://c@a.net/gold")) {
      assertThatCode(() -> WriterSafety.require(new TableLocation(path, Map.of())))
          .doesNotThrowAnyException();
    }
  }

  /** Asks no server: neither for its region nor for who is allowed to use it. */
  private static TableLocation s3(String scheme, Class<?> fileSystem, Map<String, String> more) {
    Map<String, String> options = new HashMap<>(more);
    options.put("fs." + scheme + ".impl", fileSystem.getName());
    options.put("fs." + scheme + ".impl.disable.cache", "true");
    options.put("fs.s3a.endpoint", "http://127.0.0.1:1");
    options.put("fs.s3a.endpoint.region", "us-east-1");
    options.put("fs.s3a.access.key", "user");
    options.put("fs.s3a.secret.key", "secret");
    return new TableLocation(scheme + "://bucket/gold", options);
  }
}
