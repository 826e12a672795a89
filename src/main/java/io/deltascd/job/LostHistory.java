package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceOptions;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.table.SilverInspection;
import io.deltascd.table.SilverTable;
import io.deltascd.table.UsableVersions;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether silver still has the versions that a gold needs to go on. */
final class LostHistory {
  /** What a user can do beside building gold anew. */
  static final String RESYNC =
      "write "
          + SourceOptions.ON_HISTORY_LOST.key()
          + ": resync, or run with --resync, to compare gold with silver as it is now";

  private LostHistory() {}

  /**
   * Looks at the log entries and files that the run would read.
   *
   * @param gold that exists
   * @param end the last version of the run
   * @return what is gone; empty if nothing is
   */
  static Optional<Finding> finding(Progress gold, SourceConfig source, SilverTable silver, long end)
      throws IOException {
    if (gold.silver().version() < 0) {
      return firstSnapshot(gold.startVersion(), source, silver);
    }
    long next = gold.silver().version() + 1;
    OptionalLong lost = new SilverInspection(silver).firstUnreadable(next, end);
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            lost(lost.getAsLong(), "every version from " + next + " to " + end, source, silver));
  }

  /** Gold was created, but its first commit is missing. */
  private static Optional<Finding> firstSnapshot(
      long start, SourceConfig source, SilverTable silver) throws IOException {
    UsableVersions usable = silver.usableVersions();
    return usable.contains(start)
        ? Optional.empty()
        : Optional.of(
            lost(
                start,
                "version " + start + ", which gold was created to begin with",
                source,
                silver));
  }

  private static Finding lost(
      long version, String expected, SourceConfig source, SilverTable silver) throws IOException {
    return new Finding(
        "A version that gold needs can no longer be read",
        source.silver() + ", version " + version,
        "its log entry or one of its files is gone" + CaptureText.offReason(source.capture()),
        expected,
        RESYNC + "; or build gold anew at another path" + oldest(silver));
  }

  private static String oldest(SilverTable silver) throws IOException {
    try {
      return "; the oldest usable version is " + silver.firstUsableVersion();
    } catch (PipelineException e) {
      return ""; // none is: the feed is off
    }
  }
}
