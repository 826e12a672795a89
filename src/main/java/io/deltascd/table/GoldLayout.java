package io.deltascd.table;

import io.deltascd.config.TableLocation;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.SilverSchema;
import java.util.Map;

/**
 * Where gold's current rows lie: in files of their own, if gold is partitioned by the column that
 * tells them, as one of ours is; or in any file beside closed rows, as in a gold that was adopted.
 *
 * @param isCurrent the column that tells them
 * @param separate whether they have files of their own
 */
record GoldLayout(String isCurrent, boolean separate) {

  static GoldLayout of(HistorySettings history) {
    return new GoldLayout(history.names().isCurrent(), history.separatesCurrent());
  }

  /** Whether a file may have current rows. */
  boolean mayHaveCurrent(Map<String, String> partitionValues) {
    return !separate || isPartitionOfCurrent(partitionValues);
  }

  /** Whether a file may have closed rows. */
  boolean mayHaveClosed(Map<String, String> partitionValues) {
    return !separate || !isPartitionOfCurrent(partitionValues);
  }

  private boolean isPartitionOfCurrent(Map<String, String> partitionValues) {
    return Boolean.parseBoolean(partitionValues.get(isCurrent));
  }

  /**
   * Reads the current rows, or the closed ones, of files that may have such.
   *
   * @param columns of gold that are read
   */
  ChangeFileReader reader(TableLocation gold, SilverSchema columns, boolean current) {
    return separate
        ? ChangeFileReader.ofGold(gold, columns)
        : ChangeFileReader.ofGold(gold, columns, new RowSelection(isCurrent, current));
  }
}
