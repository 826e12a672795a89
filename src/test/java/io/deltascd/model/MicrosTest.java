package io.deltascd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicrosTest {

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00Z, 0",
    "1, 1970-01-01T00:00:00.000001Z, 0",
    "-1, 1969-12-31T23:59:59.999999Z, -1",
    "-1000, 1969-12-31T23:59:59.999Z, -1",
    "-1001, 1969-12-31T23:59:59.998999Z, -2",
    "1000001, 1970-01-01T00:00:01.000001Z, 1000",
    "-62135596799999999, 0001-01-01T00:00:00.000001Z, -62135596800000",
    "253402300799999999, 9999-12-31T23:59:59.999999Z, 253402300799999",
  })
  void isTheSameInstant(long micros, Instant instant, long millis) {
    assertThat(Micros.toInstant(micros)).isEqualTo(instant);
    assertThat(Micros.of(instant)).isEqualTo(micros);
    assertThat(Micros.toMillis(micros)).isEqualTo(millis);
    assertThat(Micros.timestamp(micros)).isEqualTo(TimestampData.fromInstant(instant));
    assertThat(Micros.of(TimestampData.fromInstant(instant))).isEqualTo(micros);
  }

  @Test
  void partsOfAMicrosecondAreCutOff() {
    assertThat(Micros.of(Instant.parse("1970-01-01T00:00:00.000001999Z"))).isEqualTo(1);
    assertThat(Micros.of(Instant.parse("1969-12-31T23:59:59.999999999Z"))).isEqualTo(-1);
  }

  @Test
  void whatIsTooFarAwayIsNoNumber() {
    assertThat(Micros.of(Micros.toInstant(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> Micros.of(Instant.MAX)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Micros.of(Micros.toInstant(Long.MAX_VALUE).plusSeconds(1)))
        .isInstanceOf(ArithmeticException.class);
  }
}
