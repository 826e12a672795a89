package io.deltascd.sink;

import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.Totals;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * What one subtask of the {@link GoldOperator} did between two barriers; sent at each barrier, even
 * if it is nothing, since the aggregator waits for all of them.
 *
 * @param target ordinal of the target in the pipeline file
 * @param subtask index of the sender
 * @param parallelism number of senders
 * @param fresh whether the sender began without state
 * @param finished the newest silver version all of whose rows of this subtask are in what it has
 *     sent so far; {@link Long#MIN_VALUE} if the sender cannot tell yet
 * @param stopped whether the source has said that nothing follows, see {@link
 *     io.deltascd.model.SourceEnd}
 * @param changes what was written
 */
record WriteResult(
    int target,
    int subtask,
    int parallelism,
    boolean fresh,
    long finished,
    boolean stopped,
    Changes changes) {

  /**
   * Changes to gold that are written but not committed.
   *
   * @param highestTouched the newest silver version that had a part in them; {@link Long#MIN_VALUE}
   *     if there are none
   * @param timeMicros commit time of that version
   * @param files finished files
   * @param marks rows that no longer count, in files of gold or in files that are not committed yet
   * @param done counts
   * @param deadLetters finished files of the dead-letter table
   * @param schemas columns that silver got in these versions, in any order
   */
  record Changes(
      long highestTouched,
      long timeMicros,
      List<DataFile> files,
      Map<FileId, RoaringBitmap> marks,
      Totals done,
      List<DataFile> deadLetters,
      List<SilverSchema> schemas) {

    static final Changes NONE =
        new Changes(
            Long.MIN_VALUE, Long.MIN_VALUE, List.of(), Map.of(), Totals.NONE, List.of(), List.of());
  }
}
