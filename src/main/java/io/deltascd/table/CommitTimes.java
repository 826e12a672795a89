package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.DeltaHistoryManager;
import io.deltascd.model.Micros;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * When commits happened, in microseconds since the epoch: the in-commit timestamp where a commit
 * has one, else the modification time of the commit file. Either is moved to 1 ms after the commit
 * before, if it is not later: no two versions have the same time. {@code commitInfo.timestamp} is
 * never used, a writer's clock at some earlier moment.
 *
 * <p>A table read from its middle starts like Spark, with the 100 commits before; that is equal to
 * the whole chain unless more than 100 commits in a row are dated back.
 */
final class CommitTimes {
  /** There is no commit before, or its time does not matter. */
  static final long NONE = Long.MIN_VALUE;

  private static final int LOOK_BACK = 100;

  private CommitTimes() {}

  /**
   * The time of a commit that follows another.
   *
   * @param previousMicros time of the commit before, or {@link #NONE}
   */
  static long following(
      long previousMicros, OptionalLong inCommitTimestamp, long modificationTime) {
    long own = inCommitTimestamp.orElse(modificationTime) * Micros.PER_MILLI;
    return previousMicros == NONE ? own : Math.max(own, previousMicros + Micros.PER_MILLI);
  }

  /** The time of a commit about whose predecessors nothing is known. */
  static long of(DeltaLog log, long version, LogCommit commit) throws IOException {
    if (commit.inCommitTimestamp.isPresent()) {
      return following(NONE, commit.inCommitTimestamp, 0);
    }
    long first = Math.max(0, version - LOOK_BACK);
    return chain(log.modificationTimes(first, version), first, version);
  }

  /**
   * The newest version that was committed at or before a time, in milliseconds; the oldest in the
   * log if all are later. Kernel knows the whole chain of times, as Spark does here.
   *
   * @param newest snapshot of the newest version
   */
  static TimedVersion at(Engine engine, Snapshot newest, Instant time) {
    DeltaHistoryManager.Commit commit =
        DeltaHistoryManager.getActiveCommitAtTimestamp(
            engine,
            newest,
            newest.getLogPath(),
            time.toEpochMilli(),
            /* mustBeRecreatable= */ false,
            /* canReturnLastCommit= */ true,
            /* canReturnEarliestCommit= */ true,
            List.of());
    return new TimedVersion(commit.getVersion(), Instant.ofEpochMilli(commit.getTimestamp()));
  }

  /** The end of a chain of modification times; commits that are missing are passed over. */
  static long chain(Map<Long, Long> modificationTimes, long first, long last) {
    long micros = NONE;
    for (long version = first; version <= last; version++) {
      Long time = modificationTimes.get(version);
      if (time != null) {
        micros = following(micros, OptionalLong.empty(), time);
      }
    }
    return micros;
  }
}
