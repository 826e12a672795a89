package io.deltascd.changes;

import io.deltascd.model.SilverSchema;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What the enumerator remembers in a checkpoint. How far versions are complete is not in it: that
 * follows from the unassigned splits.
 *
 * @param tableId {@code metaData.id} of silver
 * @param endVersion the last version of a bounded run, inclusive; {@link #UNBOUNDED} if none
 * @param planned how far silver's log has been planned; null if not even the snapshot has
 * @param unassigned splits that no reader has
 */
public record EnumeratorState(
    @Nullable String tableId,
    long endVersion,
    @Nullable Planned planned,
    List<ChangeSplit> unassigned) {

  /** The end of a run that has none, or whose end has not been looked up yet. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  /**
   * The newest version that has been planned.
   *
   * @param version everything up to it has become splits
   * @param timeMicros its commit time
   * @param schema in force there
   */
  record Planned(long version, long timeMicros, SilverSchema schema) {}
}
