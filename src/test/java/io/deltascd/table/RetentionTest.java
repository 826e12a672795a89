package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetentionTest {

  @Test
  void deltasDefaults() {
    Retention retention = Retention.of(Map.of(), "t");

    assertThat(retention).isEqualTo(new Retention(Duration.ofDays(30), Duration.ofDays(7)));
    assertThat(retention.shorter()).isEqualTo(Duration.ofDays(7));
  }

  @ParameterizedTest
  @CsvSource({
    "interval 7 days, 168",
    "interval 1 week, 168",
    "INTERVAL 2 Weeks, 336",
    "3 days, 72",
    "interval 1 week 2 days 3 hours, 219",
    "interval 1 day -1 hours, 23",
    "interval 90 minutes 1800 seconds, 2",
    "interval 0 hours, 0"
  })
  void intervals(String text, long hours) {
    Map<String, String> properties =
        Map.of(Retention.LOG, text, Retention.FILES, "interval 1000000 days");

    Retention retention = Retention.of(properties, "t");

    assertThat(retention.log()).isEqualTo(Duration.ofHours(hours));
    assertThat(retention.shorter()).isEqualTo(Duration.ofHours(hours));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "interval",
        "7",
        "interval 1 month",
        "interval 1 year",
        "interval days",
        "for ever",
        "interval 1.5 days",
        "interval 99999999999999999999 days"
      })
  void noIntervals(String text) {
    assertThatThrownBy(() -> Retention.of(Map.of(Retention.FILES, text), "file:/silver"))
        .isInstanceOf(PipelineException.class)
        .hasMessage(
            """
            A retention of the table cannot be read
              where:    file:/silver, property delta.deletedFileRetentionDuration
              found:    %s
              expected: an interval such as interval 1 week, without months and years
              remedy:   ALTER TABLE … SET TBLPROPERTIES \
            ('delta.deletedFileRetentionDuration' = 'interval 1 week')"""
                .formatted(text));
  }
}
