package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.table.KeyCensus;
import io.deltascd.table.Retention;
import io.deltascd.table.SilverInspection;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import io.deltascd.table.UsableVersions;
import io.deltascd.table.VersionRows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Everything that can be checked of silver alone. */
final class SilverValidation {

  /**
   * Silver as far as it could be read.
   *
   * @param newest its newest version; empty if its columns cannot be read
   * @param firstUsable the oldest version that history can begin with; empty if there is none
   */
  record Silver(SilverTable table, Optional<SilverSnapshot> newest, Optional<Long> firstUsable) {}

  private final SourceConfig source;
  private final TableLocation location;
  private final KeyRules keys;
  private final Optional<Duration> maxOutage;
  private final Report report;

  /**
   * @param maxOutage how long the job may be down; empty if the pipeline file does not say
   * @param report what is found goes there
   */
  SilverValidation(
      SourceConfig source, KeyRules keys, Optional<Duration> maxOutage, Report report) {
    this.source = source;
    this.location = source.silver();
    this.keys = keys;
    this.maxOutage = maxOutage;
    this.report = report;
  }

  /**
   * Reads silver's log and its key columns.
   *
   * @param patience how long the storage has to answer the first time
   * @return empty if silver cannot be read at all
   */
  Optional<Silver> run(Duration patience) {
    return attempt(
            () -> {
              Deadline.reach(location, patience);
              return SilverTable.open(location, source.capture());
            })
        .map(this::check);
  }

  private Silver check(SilverTable table) {
    Optional<SilverSnapshot> newest = attempt(() -> table.snapshot(table.latestVersion()));
    Optional<UsableVersions> usable = attempt(table::usableVersions);
    newest.ifPresent(
        snapshot ->
            report.facts().put("silver", location + ", " + version(snapshot.version(), table)));
    usable.ifPresent(versions -> usable(versions, table));
    attempt(table::retention).ifPresent(this::retention);
    newest.ifPresent(this::keys);
    return new Silver(table, newest, usable.map(UsableVersions::oldest));
  }

  private void usable(UsableVersions usable, SilverTable table) {
    report.facts().put("usable from", version(usable.oldest(), table));
    CaptureText.of(usable).ifPresent(text -> report.facts().put("changes from", text));
    CaptureText.warning(
            usable,
            location + ", version " + usable.newest(),
            new SilverInspection(table).feedStatement())
        .ifPresent(report::add);
  }

  private void retention(Retention kept) {
    report.addAll(RetentionFindings.of(kept, maxOutage, location));
    report
        .facts()
        .put(
            "kept for",
            Amounts.time(kept.shorter())
                + maxOutage.map(max -> ", max-outage " + Amounts.time(max)).orElse(""));
  }

  private void keys(SilverSnapshot newest) {
    List<Finding> unusable = KeyColumns.findings(newest.rowType(), keys.columns(), location);
    report.addAll(unusable);
    if (!unusable.isEmpty() || keys.columns().isEmpty()) {
      return;
    }
    Optional<KeyCensus.Result> census =
        attempt(() -> KeyCensus.of(VersionRows.ofSilver(location, newest, keys.columns())));
    if (census.isPresent()) {
      List<Finding> found =
          KeyFindings.of(census.get(), location + ", version " + newest.version(), keys);
      report.addAll(found);
      report
          .facts()
          .put(
              "key",
              String.join(", ", keys.columns())
                  + (found.isEmpty() ? ": unique and without null in " : ": looked at in ")
                  + Amounts.count(census.get().rows(), "row"));
    }
  }

  /** A version with its time, as far as that is known. */
  private String version(long version, SilverTable table) {
    return "version "
        + version
        + attempt(() -> new SilverInspection(table).timeMicros(version))
            .map(micros -> " of " + FieldTexts.time(micros))
            .orElse("");
  }

  private <T> Optional<T> attempt(Callable<T> look) {
    return report.attempt(TableRole.SILVER, location, look);
  }
}
