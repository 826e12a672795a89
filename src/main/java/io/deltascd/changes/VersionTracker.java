package io.deltascd.changes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * Which versions have been planned, and which of their splits no reader has yet. Plain bookkeeping
 * in one thread.
 */
final class VersionTracker {
  /** Nothing is complete, nothing planned. */
  static final long NONE = -1;

  private final NavigableMap<Long, Deque<ChangeSplit>> pending = new TreeMap<>();

  /** Commit times of the versions that may yet be told as complete. */
  private final NavigableMap<Long, Long> times = new TreeMap<>();

  private long plannedUpTo = NONE;
  private int splits;
  private long bytes;

  /** Takes over what an earlier enumerator had planned. */
  void restore(long version, long timeMicros, List<ChangeSplit> unassigned) {
    plannedUpTo = version;
    times.put(version, timeMicros);
    enqueue(unassigned);
  }

  /**
   * A version has been planned.
   *
   * @param planned its splits; none if it changed no row
   */
  void add(long version, long timeMicros, List<ChangeSplit> planned) {
    if (version <= plannedUpTo) {
      throw new IllegalStateException(
          "Version " + version + " is planned again; planned up to " + plannedUpTo);
    }
    plannedUpTo = version;
    times.put(version, timeMicros);
    enqueue(planned);
  }

  /**
   * Takes splits that wait for a reader. Those of a version that was planned before, since their
   * reader has failed or they have come up belatedly, go out before later versions.
   */
  void enqueue(List<ChangeSplit> waiting) {
    for (ChangeSplit split : waiting) {
      pending.computeIfAbsent(split.version(), version -> new ArrayDeque<>()).add(split);
      times.putIfAbsent(split.version(), split.timeMicros());
      splits++;
      bytes += split.bytes();
    }
  }

  /** Takes the next split to assign, the oldest version first; null if there is none. */
  @Nullable
  ChangeSplit poll() {
    if (pending.isEmpty()) {
      return null;
    }
    Deque<ChangeSplit> oldest = pending.firstEntry().getValue();
    ChangeSplit split = oldest.poll();
    if (oldest.isEmpty()) {
      pending.pollFirstEntry();
    }
    splits--;
    bytes -= split.bytes();
    times.headMap(completeUpTo(), false).clear();
    return split;
  }

  /**
   * The largest version of which, and of all before, no split waits; {@link #NONE} while splits
   * that are there from the start wait.
   */
  long completeUpTo() {
    if (pending.isEmpty()) {
      return plannedUpTo;
    }
    return pending.firstEntry().getValue().peek().isInitial()
        ? NONE
        : Math.max(NONE, Math.min(plannedUpTo, pending.firstKey() - 1));
  }

  /** Commit time of {@link #completeUpTo()}; {@link Long#MIN_VALUE} if it is not known any more. */
  long completeTimeMicros() {
    return times.getOrDefault(completeUpTo(), Long.MIN_VALUE);
  }

  /** Commit time of the oldest version of which a split waits; {@link Long#MIN_VALUE} if none. */
  long waitingTimeMicros() {
    return pending.isEmpty() ? Long.MIN_VALUE : pending.firstEntry().getValue().peek().timeMicros();
  }

  /** The newest version that has been planned; {@link #NONE} if none. */
  long plannedUpTo() {
    return plannedUpTo;
  }

  /** Number of splits that wait. */
  int pendingSplits() {
    return splits;
  }

  /** Size of the files in splits that wait. */
  long pendingBytes() {
    return bytes;
  }

  /** Whether no split waits. */
  boolean isDrained() {
    return pending.isEmpty();
  }

  /** The splits that wait, in the order in which they would be assigned. */
  List<ChangeSplit> unassigned() {
    List<ChangeSplit> all = new ArrayList<>(splits);
    pending.values().forEach(all::addAll);
    return all;
  }
}
