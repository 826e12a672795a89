package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverPosition;
import io.deltascd.table.GoldInspection;
import io.deltascd.table.SilverInspection;
import io.deltascd.table.SilverTable;
import io.deltascd.table.UsableVersions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * How a pipeline's tables stand. Reads their logs, and lists silver's files; of a gold whose files
 * may have open and closed rows side by side, as an adopted one's may, it counts the open ones.
 */
final class StatusReport {
  private final PipelineConfig pipeline;
  private final Instant now;
  private final Facts facts = new Facts();

  private StatusReport(PipelineConfig pipeline, Instant now) {
    this.pipeline = pipeline;
    this.now = now;
  }

  /**
   * Looks at both tables.
   *
   * @param now what the time is
   * @throws PipelineException if one of them cannot be read
   */
  static Facts of(PipelineConfig pipeline, Instant now) throws IOException {
    StatusReport report = new StatusReport(pipeline, now);
    report.run();
    return report.facts;
  }

  private void run() throws IOException {
    TableLocation silverPath = pipeline.source().silver();
    TableLocation goldPath = pipeline.target().gold();
    SilverTable silver =
        FirstLook.at(
            TableRole.SILVER,
            silverPath,
            () -> SilverTable.open(silverPath, pipeline.source().capture()));
    Optional<GoldInspection> gold =
        FirstLook.at(TableRole.GOLD, goldPath, () -> GoldInspection.of(goldPath));
    facts.put("pipeline", pipeline.name());
    SilverInspection inspection = new SilverInspection(silver);
    silver(silver, inspection);
    if (gold.isEmpty()) {
      facts.put("gold", goldPath + ", does not exist yet");
    } else {
      gold(gold.get(), silver, inspection);
    }
  }

  private void silver(SilverTable silver, SilverInspection inspection) throws IOException {
    facts.put("silver", pipeline.source().silver().toString());
    facts.put("silver newest version", version(silver.latestVersion(), inspection));
    try {
      UsableVersions usable = silver.usableVersions();
      facts.put("silver oldest usable version", version(usable.oldest(), inspection));
      CaptureText.of(usable).ifPresent(text -> facts.put("silver changes from", text));
    } catch (PipelineException e) {
      facts.put("silver oldest usable version", "none: " + e.what());
    }
    facts.put("silver change data", Amounts.count(inspection.changeDataBytes(), "byte"));
  }

  private void gold(GoldInspection gold, SilverTable silver, SilverInspection inspection)
      throws IOException {
    facts.put("gold", pipeline.target().gold().toString());
    facts.put("gold version", Long.toString(gold.version()));
    SilverPosition position = gold.progress().silver();
    if (!position.hasVersion()) {
      facts.put("gold stands at silver version", "none yet");
    } else {
      stand(position, silver, inspection);
    }
    facts.put("gold open rows", rows(gold.openRows()));
    facts.put("gold closed rows", rows(gold.closedRows()));
    facts.put(
        "gold files", Amounts.number(gold.files()) + ", " + Amounts.count(gold.bytes(), "byte"));
    if (!gold.progress().resyncs().isEmpty()) {
      facts.put(
          "gaps",
          gold.progress().resyncs().stream()
              .map(gap -> "silver versions " + gap.from() + " to " + gap.to())
              .collect(Collectors.joining(", ")));
    }
    long next = Math.max(position.version() + 1, gold.progress().startVersion());
    facts.put("next needed version", next(next, silver, inspection));
  }

  private void stand(SilverPosition position, SilverTable silver, SilverInspection inspection)
      throws IOException {
    long micros;
    try {
      micros = inspection.timeMicros(position.version());
    } catch (PipelineException e) {
      // Its log entry is gone; the last version that changed rows was as late at most.
      micros = position.timeMicros();
    }
    facts.put(
        "gold stands at silver version", position.version() + " of " + FieldTexts.time(micros));
    long newest = silver.latestVersion();
    long behind = newest - position.version();
    Duration late =
        Duration.of(Math.max(0, inspection.timeMicros(newest) - micros), ChronoUnit.MICROS);
    facts.put(
        "lag",
        behind < 0
            ? "none: silver is older than gold by " + Amounts.count(-behind, "version")
            : behind == 0 ? "none" : Amounts.count(behind, "version") + ", " + Amounts.time(late));
  }

  /** Until when the version is sure to be there. */
  private String next(long version, SilverTable silver, SilverInspection inspection)
      throws IOException {
    if (version > silver.latestVersion()) {
      return "nothing pending";
    }
    if (inspection.firstUnreadable(version, version).isPresent()) {
      return version + ", already gone";
    }
    long micros = inspection.timeMicros(version);
    Instant expires = Micros.toInstant(micros).plus(silver.retention().shorter());
    String text = version + " of " + FieldTexts.time(micros);
    return expires.isAfter(now)
        ? text + ", may be removed in " + Amounts.time(Duration.between(now, expires))
        : text + ", may be removed at any time";
  }

  private static String version(long version, SilverInspection inspection) throws IOException {
    return version + " of " + FieldTexts.time(inspection.timeMicros(version));
  }

  private static String rows(OptionalLong rows) {
    return rows.isPresent()
        ? Amounts.number(rows.getAsLong())
        : "unknown: a file has no row count in gold's log";
  }
}
