package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.TableLocation;
import io.deltascd.table.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether silver keeps its versions long enough. */
final class RetentionFindings {

  private RetentionFindings() {}

  /**
   * @param maxOutage how long the job may be down; empty if nobody said
   */
  static List<Finding> of(Retention kept, Optional<Duration> maxOutage, TableLocation silver) {
    List<Finding> findings = new ArrayList<>();
    String found =
        Retention.LOG
            + " "
            + Amounts.time(kept.log())
            + ", "
            + Retention.FILES
            + " "
            + Amounts.time(kept.files());
    if (maxOutage.isPresent() && kept.shorter().compareTo(maxOutage.get()) < 0) {
      Duration least = maxOutage.get();
      findings.add(
          new Finding(
              "Silver does not keep its versions for as long as the job may be down",
              silver.toString(),
              found,
              "both not below max-outage, " + Amounts.time(least),
              "ALTER TABLE … SET TBLPROPERTIES (" + properties(kept, least) + ")"));
    }
    if (!kept.log().equals(kept.files())) {
      findings.add(
          new Finding(
              Kind.WARNING,
              "Silver keeps its log and its files for different times",
              silver.toString(),
              found,
              "both the same: a version can be followed for the shorter time only",
              "ALTER TABLE … SET TBLPROPERTIES ("
                  + properties(kept, longer(kept))
                  + "), if the longer one is meant"));
    }
    return findings;
  }

  private static Duration longer(Retention kept) {
    return kept.shorter().equals(kept.log()) ? kept.files() : kept.log();
  }

  /** Those properties that are too short, in whole days as they should be. */
  private static String properties(Retention kept, Duration least) {
    long days = least.plusDays(1).minusNanos(1).toDays();
    return Stream.of(
            kept.log().compareTo(least) < 0 ? Retention.LOG : "",
            kept.files().compareTo(least) < 0 ? Retention.FILES : "")
        .filter(property -> !property.isEmpty())
        .map(property -> "'" + property + "' = 'interval " + days + " days'")
        .collect(Collectors.joining(", "));
  }
}
