package io.deltascd.job;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.model.PipelineException;
import io.deltascd.table.SilverTable;
import io.deltascd.table.TimedVersion;
import java.io.IOException;
import java.time.Instant;

/**
 * The version of silver that a run ends with. Looked up at submission, so that a restart of the job
 * does not decide it again.
 */
final class EndVersion {

  private EndVersion() {}

  /**
   * The source, bounded by a version if it is bounded at all.
   *
   * @throws PipelineException if silver had no version yet at the time that the run is to end with
   */
  static SourceConfig resolved(SourceConfig source, SilverTable silver) throws IOException {
    return switch (source.bounded().mode()) {
      case UNBOUNDED, VERSION -> source;
      case LATEST -> endingWith(source, silver.latestVersion());
      case TIMESTAMP -> endingWith(source, versionAt(source, silver));
    };
  }

  private static SourceConfig endingWith(SourceConfig source, long version) {
    return source.boundedBy(new Bounded(Bounded.Mode.VERSION, version));
  }

  private static long versionAt(SourceConfig source, SilverTable silver) throws IOException {
    Instant time = source.bounded().time();
    TimedVersion last = silver.versionAt(time);
    if (last.time().isAfter(time)) {
      throw new PipelineException(
          "The run would end before silver's first commit",
          source.silver().path(),
          "scan.bounded.timestamp: " + time,
          "the time of version " + last + ", the oldest in silver's log, or later",
          "correct scan.bounded.timestamp");
    }
    return last.version();
  }

  /**
   * Makes sure that a first run does not end before it begins; before gold is made for it.
   *
   * @param source bounded by a version if it is bounded at all
   * @param start the version that it begins with
   */
  static void requireAfter(long start, SourceConfig source) {
    Bounded end = source.bounded();
    if (end.mode() == Bounded.Mode.VERSION && end.version() < start) {
      throw new PipelineException(
          "The run would end before it begins",
          source.silver().path(),
          "last version " + end.version(),
          "version " + start + " or later, with whose snapshot the run begins",
          "let the run end later (scan.bounded.mode), or begin earlier (scan.startup.mode)");
    }
  }
}
