package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceOptions;
import io.deltascd.config.TableLocation;
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
   * Looks at the log entries and files that a run without state would read, and whether they are of
   * the silver that gold was built from.
   *
   * @param progress of a gold that exists
   * @param gold for the error texts
   * @param source bounded by a version if it is bounded at all
   * @return what is gone; empty if nothing is
   */
  static Optional<Finding> finding(
      Progress progress, TableLocation gold, SourceConfig source, SilverTable silver)
      throws IOException {
    Optional<Finding> another = GoldFit.ofSilver(progress, silver, gold);
    if (another.isPresent()) {
      return another;
    }
    if (!progress.silver().hasVersion()) {
      return firstSnapshot(progress.startVersion(), source, silver);
    }
    long next = progress.silver().version() + 1;
    long end = end(source, silver);
    OptionalLong lost = new SilverInspection(silver).firstUnreadable(next, end);
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            lost(lost.getAsLong(), "every version from " + next + " to " + end, source, silver));
  }

  /**
   * The last version that the run knows of.
   *
   * @param source bounded by a version if it is bounded at all
   */
  static long end(SourceConfig source, SilverTable silver) throws IOException {
    long newest = silver.latestVersion();
    return source.bounded().mode() == Bounded.Mode.VERSION
        ? Math.min(newest, source.bounded().version())
        : newest;
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
