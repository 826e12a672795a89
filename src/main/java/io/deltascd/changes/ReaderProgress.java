package io.deltascd.changes;

import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * How far one reader has finished: what the enumerator says has been assigned, less what this
 * reader still has to read. Plain bookkeeping in the task's thread.
 */
final class ReaderProgress {
  /** Unfinished splits by version. */
  private final NavigableMap<Long, Integer> unfinished = new TreeMap<>();

  private int unfinishedInitial;
  @Nullable private CompleteUpTo assigned;

  void add(Collection<ChangeSplit> splits) {
    for (ChangeSplit split : splits) {
      unfinished.merge(split.version(), 1, Integer::sum);
      unfinishedInitial += split.isInitial() ? 1 : 0;
    }
  }

  void finished(ChangeSplit split) {
    unfinished.computeIfPresent(split.version(), (version, count) -> count == 1 ? null : count - 1);
    unfinishedInitial -= split.isInitial() ? 1 : 0;
  }

  void assigned(CompleteUpTo upTo) {
    assigned = upTo;
  }

  /** The largest version of which this reader has no row to come; {@link VersionTracker#NONE}. */
  long completeUpTo() {
    if (assigned == null || unfinishedInitial > 0) {
      return VersionTracker.NONE;
    }
    return unfinished.isEmpty()
        ? assigned.version()
        : Math.max(VersionTracker.NONE, Math.min(assigned.version(), unfinished.firstKey() - 1));
  }

  /** Whether {@link #completeUpTo()} is the last version that this run can follow. */
  boolean isEnd() {
    return assigned != null && assigned.isEnd() && assigned.version() == completeUpTo();
  }

  /** The newest version of silver that is known; {@link VersionTracker#NONE} before any is. */
  long newestKnownVersion() {
    return assigned == null ? VersionTracker.NONE : assigned.newestKnownVersion();
  }

  /**
   * Commit time of {@link #completeUpTo()}, in microseconds; {@link Long#MIN_VALUE} if not known.
   */
  long completeTimeMicros() {
    return assigned != null && assigned.version() == completeUpTo()
        ? assigned.timeMicros()
        : Long.MIN_VALUE;
  }
}
