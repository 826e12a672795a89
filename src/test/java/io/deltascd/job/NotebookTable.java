package io.deltascd.job;

import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.Effect;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A gold as a notebook leaves it: no feed, no deletion vectors, the property at its last version.
 */
final class NotebookTable {
  static final String LAST_VERSION = "scd2.last_processed_version";

  private NotebookTable() {}

  /**
   * The columns of gold.
   *
   * @param silver its columns
   * @param historyFirst whether the history columns come before, in another order than ours
   */
  static SilverSpec spec(List<Column> silver, boolean historyFirst, String... partitionBy) {
    List<Column> columns = new ArrayList<>(silver);
    List<Column> history =
        List.of(
            new Column("is_current", ColumnType.BOOLEAN),
            new Column("valid_from", ColumnType.TIMESTAMP),
            new Column("valid_to", ColumnType.TIMESTAMP));
    if (historyFirst) {
      Collections.reverse(columns);
    }
    columns.addAll(historyFirst ? 0 : columns.size(), history);
    return SilverSpec.of(columns.toArray(Column[]::new))
        .withFeed(false)
        .withDeletionVectors(false)
        .withPartitions(partitionBy);
  }

  /** The history of silver up to a version, in several files. */
  static SilverWriter create(
      Path gold, SilverSpec spec, HistoryModel model, SilverWriter silver, long version) {
    SilverWriter table =
        SilverWriter.create(
            gold, spec.withProperty(LAST_VERSION, Long.toString(version)), List.of());
    table.limitFiles(7, 1000);
    table.append(model.history(silver, 0, version));
    return table;
  }

  /** Closes current rows as the first step of a batch does. */
  static void close(SilverWriter gold, Object id, Object time) {
    gold.update(
        Form.COPY_ON_WRITE,
        row ->
            row.get("id").equals(id) && Boolean.TRUE.equals(row.get("is_current"))
                ? Effect.update(with(with(row, "valid_to", time), "is_current", false))
                : Effect.keep());
  }

  /** The row with another value. */
  static Map<String, Object> with(Map<String, Object> row, String column, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(row);
    changed.put(column, value);
    return changed;
  }
}
