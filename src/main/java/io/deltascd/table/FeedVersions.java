package io.deltascd.table;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.time.Instant;
import javax.annotation.Nullable;

/**
 * The versions that a {@link FeedRange} means, all of whose changes can be read. Times are resolved
 * as by Delta Spark's {@code readChangeFeed}.
 *
 * @param from first version
 * @param to last version; {@code from - 1} if the range lies between two commits
 */
record FeedVersions(long from, long to) {

  /**
   * Resolves a range, and looks whether the files of its changes exist.
   *
   * @param root of the table, for error texts
   * @throws PipelineException if the range reaches beyond what can be read, naming that
   */
  static FeedVersions of(SilverTable silver, String root, FeedRange range) throws IOException {
    return new Resolution(silver, root, range, silver.latestVersion()).resolve();
  }

  /** What is known while a range is resolved. */
  private record Resolution(SilverTable silver, String root, FeedRange range, long newest) {

    FeedVersions resolve() throws IOException {
      long to = to();
      if (range.fromVersion() == null && range.fromTime() == null) {
        long first = silver.firstReadableChanges(0, to);
        if (first > to) {
          throw outOfRange("up to " + asked(range.toVersion(), range.toTime()));
        }
        return new FeedVersions(first, to);
      }
      long from = from();
      if (from == to + 1 && range.fromTime() != null && range.toTime() != null) {
        return new FeedVersions(from, to);
      }
      if (from > to) {
        throw new PipelineException(
            "The range ends before it begins",
            root,
            "version " + from + " to version " + to,
            "an end at or after the start",
            "ask for a later end or an earlier start");
      }
      if (silver.firstReadableChanges(from, to) > from) {
        throw outOfRange(
            "from "
                + asked(range.fromVersion(), range.fromTime())
                + " up to "
                + asked(range.toVersion(), range.toTime()));
      }
      return new FeedVersions(from, to);
    }

    private long to() throws IOException {
      if (range.toVersion() != null) {
        if (range.toVersion() > newest) {
          throw outOfRange("up to version " + range.toVersion());
        }
        return range.toVersion();
      }
      if (range.toTime() == null) {
        return newest;
      }
      TimedVersion last = silver.versionAt(range.toTime());
      boolean tooEarly = last.time().isAfter(range.toTime());
      if (tooEarly || isAfterNewest(last, range.toTime())) {
        throw outOfRange("up to " + range.toTime());
      }
      return last.version();
    }

    private long from() throws IOException {
      if (range.fromVersion() != null) {
        if (range.fromVersion() > newest) {
          throw outOfRange("from version " + range.fromVersion());
        }
        return range.fromVersion();
      }
      TimedVersion before = silver.versionAt(range.fromTime());
      if (isAfterNewest(before, range.fromTime())) {
        throw outOfRange("from " + range.fromTime());
      }
      boolean exact = before.time().toEpochMilli() >= range.fromTime().toEpochMilli();
      return exact ? before.version() : before.version() + 1;
    }

    private boolean isAfterNewest(TimedVersion found, Instant time) {
      return found.version() >= newest && found.time().toEpochMilli() < time.toEpochMilli();
    }

    private String asked(@Nullable Long version, @Nullable Instant time) {
      return time != null ? time.toString() : "version " + (version == null ? newest : version);
    }

    private PipelineException outOfRange(String found) throws IOException {
      silver.requireCapture(newest);
      long oldest = silver.firstReadableChanges(0, newest);
      return new PipelineException(
          "The change feed cannot be read over this range",
          root,
          found,
          oldest > newest
              ? "a version whose changes exist; those of the newest, " + newest + ", are gone"
              : "versions " + silver.timed(oldest) + " to " + silver.timed(newest),
          "ask for versions within these; "
              + (silver.capture() == ChangeCapture.CDF
                  ? "changes are not recorded while the feed is off, and they go"
                  : "changes go")
              + " with VACUUM and with the clean-up of the log");
    }
  }
}
