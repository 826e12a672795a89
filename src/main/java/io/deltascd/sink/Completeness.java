package io.deltascd.sink;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Knows up to which silver version every subtask of the {@link GoldOperator} has finished.
 *
 * <p>What was known at a checkpoint stays true after a restore, whatever the parallelism is then;
 * so it is the least that is assumed of a subtask that has not reported yet.
 */
final class Completeness {
  private final long restored;
  private final Map<Integer, Long> reported = new HashMap<>();
  private final Set<Integer> stopped = new HashSet<>();
  private int parallelism;

  /**
   * @param restored finished by all subtasks at the checkpoint; {@link Long#MIN_VALUE} at a fresh
   *     start
   */
  Completeness(long restored) {
    this.restored = restored;
  }

  void report(WriteResult result) {
    parallelism = result.parallelism();
    reported.merge(result.subtask(), result.finished(), Math::max);
    if (result.stopped()) {
      stopped.add(result.subtask());
    }
  }

  /** Whether nothing follows what is finished: all subtasks have heard so from the source. */
  boolean stopped() {
    return parallelism > 0 && stopped.size() == parallelism;
  }

  /** Finished by all; {@link Long#MIN_VALUE} if unknown. */
  long finished() {
    if (reported.isEmpty() || reported.size() < parallelism) {
      return restored;
    }
    long least = Long.MAX_VALUE;
    for (long finished : reported.values()) {
      least = Math.min(least, finished);
    }
    return Math.max(restored, least);
  }
}
