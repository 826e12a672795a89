package io.deltascd.changes;

import io.deltascd.model.SilverSchema;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What the enumerator remembers in a checkpoint. How far versions are complete is not in it: that
 * follows from the unassigned splits. Where a bounded run ends is not in it either: that is the
 * business of the run, and one may go on with the state of another.
 *
 * @param planned how far silver's log has been planned; null if not even the snapshot has
 * @param goldVersion the version of gold up to which it is known where current rows lie; {@link
 *     io.deltascd.table.GoldRewrites#NONE} if that is not known
 * @param unassigned splits that no reader has
 */
public record EnumeratorState(
    @Nullable Planned planned, long goldVersion, List<ChangeSplit> unassigned) {

  /**
   * The newest version that has been planned.
   *
   * @param tableId {@code metaData.id} of silver there; a later version may have another one, after
   *     CREATE OR REPLACE TABLE
   * @param version everything up to it has become splits
   * @param timeMicros its commit time
   * @param schema in force there
   */
  record Planned(String tableId, long version, long timeMicros, SilverSchema schema) {}
}
