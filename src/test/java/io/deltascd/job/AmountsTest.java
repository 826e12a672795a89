package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 milliseconds",
    "PT0.25S, 250 milliseconds",
    "PT1S, 1 second",
    "PT61S, 1 minute 1 second",
    "PT36H, 1 day 12 hours",
    "P7D, 7 days",
    "PT168H0M59S, 7 days 59 seconds",
    "PT26H30M10S, 1 day 2 hours",
    "P36500D, '36,500 days'"
  })
  void timesInTheirTwoLargestUnits(Duration duration, String expected) {
    assertThat(Amounts.time(duration)).isEqualTo(expected);
  }

  @Test
  void numbersWithTheirThings() {
    assertThat(Amounts.count(1, "row")).isEqualTo("1 row");
    assertThat(Amounts.count(0, "row")).isEqualTo("0 rows");
    assertThat(Amounts.count(1_234_567, "byte")).isEqualTo("1,234,567 bytes");
  }
}
