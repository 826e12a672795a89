package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.TableLocation;
import io.deltascd.table.Retention;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RetentionFindingsTest {

  static Stream<Arguments> tooShort() {
    return Stream.of(
        // log, files, outage in hours; properties to be set
        Arguments.of(720, 720, 721, both(31)),
        Arguments.of(72, 72, 96, both(4)),
        Arguments.of(100, 72, 96, "'delta.deletedFileRetentionDuration' = 'interval 4 days'"),
        Arguments.of(72, 100, 73, "'delta.logRetentionDuration' = 'interval 4 days'"));
  }

  @ParameterizedTest
  @MethodSource
  void tooShort(long log, long files, long outage, String properties) {
    Finding first = findings(log, files, Optional.of(Duration.ofHours(outage))).get(0);

    assertThat(first.kind()).isEqualTo(Kind.ERROR);
    assertThat(first.what())
        .isEqualTo("Silver does not keep its versions for as long as the job may be down");
    assertThat(first.where()).isEqualTo("/silver");
    assertThat(first.expected())
        .isEqualTo("both not below max-outage, " + Amounts.time(Duration.ofHours(outage)));
    assertThat(first.remedy()).isEqualTo("ALTER TABLE … SET TBLPROPERTIES (" + properties + ")");
  }

  static Stream<Arguments> longEnough() {
    return Stream.of(
        Arguments.of(720, 720, Optional.of(Duration.ofDays(30))),
        Arguments.of(720, 720, Optional.empty()),
        Arguments.of(1, 1, Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource
  void longEnough(long log, long files, Optional<Duration> outage) {
    assertThat(findings(log, files, outage)).isEmpty();
  }

  static Stream<Arguments> unequal() {
    return Stream.of(
        Arguments.of(
            720,
            168,
            "delta.logRetentionDuration 30 days, delta.deletedFileRetentionDuration 7 days",
            "'delta.deletedFileRetentionDuration' = 'interval 30 days'"),
        Arguments.of(
            26,
            168,
            "delta.logRetentionDuration 1 day 2 hours,"
                + " delta.deletedFileRetentionDuration 7 days",
            "'delta.logRetentionDuration' = 'interval 7 days'"));
  }

  @ParameterizedTest
  @MethodSource
  void unequal(long log, long files, String found, String properties) {
    assertThat(findings(log, files, Optional.of(Duration.ofHours(26))))
        .containsExactly(
            new Finding(
                Kind.WARNING,
                "Silver keeps its log and its files for different times",
                "/silver",
                found,
                "both the same: a version can be followed for the shorter time only",
                "ALTER TABLE … SET TBLPROPERTIES ("
                    + properties
                    + "), if the longer one is meant"));
  }

  private static List<Finding> findings(long log, long files, Optional<Duration> outage) {
    return RetentionFindings.of(
        new Retention(Duration.ofHours(log), Duration.ofHours(files)),
        outage,
        new TableLocation("/silver", Map.of()));
  }

  private static String both(int days) {
    return "'delta.logRetentionDuration' = 'interval %d days', ".formatted(days)
        + "'delta.deletedFileRetentionDuration' = 'interval %d days'".formatted(days);
  }
}
