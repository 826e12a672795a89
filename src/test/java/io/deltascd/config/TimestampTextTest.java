package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTextTest {

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T00:00:00Z, 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00, 2026-01-01T00:00:00Z",
    "2026-01-01 00:00:00, 2026-01-01T00:00:00Z",
    "2026-01-01  00:00, 2026-01-01T00:00:00Z",
    "2026-01-01, 2026-01-01T00:00:00Z",
    "' 2026-01-01T01:30:00+01:30 ', 2026-01-01T00:00:00Z",
    "2026-01-01 00:00:00.123-05:00, 2026-01-01T05:00:00.123Z",
    "2026-07-01T12:00:00+02:00[Europe/Madrid], 2026-07-01T10:00:00Z",
    "2026-07-01T12:00:00[Europe/Madrid], 2026-07-01T10:00:00Z",
    "2026-01-01T00:00:00.123456Z, 2026-01-01T00:00:00.123Z",
    "1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999Z"
  })
  void isRead(String text, String expected) {
    assertThat(TimestampText.parse(text)).isEqualTo(Instant.parse(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "1767225600",
        "2026-02-30",
        "2026-13-01T00:00:00Z",
        "2026-01-01T25:00:00Z",
        "2026-01-01T00:00:00 CET",
        "01/02/2026",
        "2026-01-01T",
        "+999999999-01-01T00:00:00Z"
      })
  void isRefused(String text) {
    assertThatThrownBy(() -> TimestampText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a timestamp such as 2026-01-01T00:00:00Z");
  }

  @Test
  void theExampleOfTheMessageIsOne() {
    String example = TimestampText.EXPECTED.substring("a timestamp such as ".length());
    assertThat(TimestampText.parse(example)).isEqualTo(Instant.parse(example));
  }
}
