package io.deltascd.table;

import io.deltascd.config.TargetOptions;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** Whether keys and settings of history fit to silver's columns. */
final class SettingsCheck {

  /** Delta writers refuse these in names, short of column mapping. */
  private static final Pattern REFUSED = Pattern.compile("[ ,;{}()\\n\\t=]");

  private final RowType silver;
  private final List<String> kept;

  private SettingsCheck(RowType silver, List<String> kept) {
    this.silver = silver;
    this.kept = kept;
  }

  /**
   * @param silver silver's columns
   * @throws PipelineException naming the first setting that does not fit
   */
  static void require(RowType silver, List<String> keys, HistorySettings history) {
    List<String> kept = history.columns().isEmpty() ? silver.getFieldNames() : history.columns();
    SettingsCheck check = new SettingsCheck(silver, kept);
    check.requireKnown(TargetOptions.COLUMNS.key(), kept);
    check.requireNames(history);
    check.requireInGold(TargetOptions.KEYS.key(), keys);
    check.requireInGold(TargetOptions.TRACKED_COLUMNS.key(), history.tracked());
    check.requireInGold(TargetOptions.PARTITION_BY.key(), history.furtherPartitions());
    for (String column : history.furtherPartitions()) {
      check.requireComparable(TargetOptions.PARTITION_BY.key(), "partition gold", column);
    }
    check.requireKnown(TargetOptions.SEQUENCE_BY.key(), history.sequenceBy());
    for (String column : history.sequenceBy()) {
      check.requireComparable(TargetOptions.SEQUENCE_BY.key(), "order rows", column);
    }
    if (history.furtherPartitions().size() == kept.size()) {
      throw new PipelineException(
          "Gold would have no column of silver in its files",
          TargetOptions.PARTITION_BY.key(),
          history.partitionBy().toString(),
          "at least one column of " + kept + " beside the partition columns",
          "take a column out of target.partition-by");
    }
  }

  /**
   * Checks the names of the columns that gold keeps, as far as silver has them.
   *
   * @throws PipelineException if gold cannot have one
   */
  static void requireNames(RowType silver, HistorySettings history) {
    List<String> kept =
        silver.getFieldNames().stream()
            .filter(name -> history.columns().isEmpty() || history.columns().contains(name))
            .toList();
    new SettingsCheck(silver, kept).requireNames(history);
  }

  private void requireNames(HistorySettings history) {
    Map<String, String> seen = new HashMap<>();
    for (String column : kept) {
      requireName(column, column);
      requirePartNames(column, silver.getTypeAt(silver.getFieldIndex(column)));
      seen.put(column.toLowerCase(Locale.ROOT), column);
    }
    for (String column : history.names().all()) {
      String clash = seen.get(column.toLowerCase(Locale.ROOT));
      if (clash != null) {
        throw new PipelineException(
            "A column of silver has the name of a history column",
            "silver",
            "column " + clash,
            "no column of that name, in whatever case",
            "give the history column another name (target.valid-from-column and its like), or leave"
                + " silver's out with target.columns");
      }
    }
  }

  private static void requirePartNames(String column, LogicalType type) {
    if (type instanceof RowType struct) {
      struct.getFieldNames().forEach(part -> requireName(column + '.' + part, part));
    }
    type.getChildren().forEach(part -> requirePartNames(column, part));
  }

  private static void requireName(String path, String name) {
    if (REFUSED.matcher(name).find()) {
      throw new PipelineException(
          "A column's name cannot be used in gold",
          "silver",
          "column '" + path + "'",
          "a name without space, comma, semicolon, braces, parentheses, tab or equals sign",
          "rename the column in silver, or leave it out with target.columns");
    }
  }

  private void requireInGold(String setting, List<String> columns) {
    requireKnown(setting, columns);
    for (String column : columns) {
      if (!kept.contains(column)) {
        throw new PipelineException(
            "A column is named that gold does not keep",
            setting,
            column,
            "one of " + kept,
            "add it to target.columns, or take it out of " + setting);
      }
    }
  }

  private void requireKnown(String setting, List<String> columns) {
    for (String column : columns) {
      if (silver.getFieldIndex(column) < 0) {
        throw new PipelineException(
            "A column is not in silver",
            setting,
            column,
            "one of " + silver.getFieldNames(),
            "correct " + setting + " in the pipeline file");
      }
    }
  }

  private void requireComparable(String setting, String purpose, String column) {
    LogicalType type = silver.getTypeAt(silver.getFieldIndex(column));
    if (!GoldSchema.hasBounds(type) && !type.is(LogicalTypeRoot.BOOLEAN)) {
      throw new PipelineException(
          "A column of this type cannot " + purpose,
          setting,
          column + " " + type.asSummaryString(),
          "a number, string, boolean, date or timestamp",
          "choose another column");
    }
  }
}
