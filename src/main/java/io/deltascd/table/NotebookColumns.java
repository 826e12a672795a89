package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import io.deltascd.model.HistoryColumns;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Whether the columns of a notebook's gold are those that a gold of ours would have. */
final class NotebookColumns {
  private final RowType gold;
  private final List<String> partitionBy;
  private final GoldSchema wanted;
  private final String where;

  private NotebookColumns(Snapshot gold, GoldSchema wanted, TableLocation location) {
    this.gold = DeltaTypes.rowType(gold.getSchema());
    this.partitionBy = gold.getPartitionColumnNames();
    this.wanted = wanted;
    this.where = location + ", version " + gold.getVersion();
  }

  /**
   * What is wrong with them; their order does not matter.
   *
   * @param wanted the columns of a gold of ours
   * @throws io.deltascd.model.PipelineException if a column has a type that is not supported
   */
  static List<Finding> findings(Snapshot gold, GoldSchema wanted, TableLocation location) {
    NotebookColumns columns = new NotebookColumns(gold, wanted, location);
    List<Finding> findings = new ArrayList<>();
    columns.partitions(findings);
    columns.differences(findings);
    columns.nulls(findings);
    return findings;
  }

  private void partitions(List<Finding> findings) {
    HistoryColumns names = wanted.history().names();
    List<String> found = new ArrayList<>(names.all());
    found.remove(names.isCurrent());
    found.retainAll(partitionBy);
    if (!found.isEmpty()) {
      findings.add(
          new Finding(
              "Gold is partitioned by a time or version of its history",
              where,
              "partition columns " + partitionBy,
              names.isCurrent() + " and columns of silver, or none",
              "write the table anew without " + found + " among its partition columns"));
    }
  }

  private void differences(List<Finding> findings) {
    List<String> found = new ArrayList<>();
    for (RowType.RowField column : wanted.rows().getFields()) {
      int index = gold.getFieldIndex(column.getName());
      if (index < 0) {
        found.add("no column " + column.getName());
      } else if (!sameType(gold.getTypeAt(index), column.getType())) {
        found.add(
            "column %s %s instead of %s"
                .formatted(column.getName(), text(gold.getTypeAt(index)), text(column.getType())));
      }
    }
    gold.getFieldNames().stream()
        .filter(name -> wanted.rows().getFieldIndex(name) < 0)
        .forEach(name -> found.add("column " + name + ", which silver does not have"));
    if (!found.isEmpty()) {
      findings.add(
          new Finding(
              "Gold's columns are not those of silver's history",
              where,
              String.join("; ", found),
              "columns " + wanted.rows().getFieldNames() + ", in any order",
              "name the columns that gold has with target.columns, and its history columns with"
                  + " target.valid-from-column and its like, or change them with ALTER TABLE … ADD,"
                  + " DROP or RENAME COLUMN"));
    }
  }

  private static boolean sameType(LogicalType found, LogicalType wanted) {
    return DeltaTypes.nullable(found).equals(DeltaTypes.nullable(wanted));
  }

  private static String text(LogicalType type) {
    return DeltaTypes.nullable(type).asSummaryString();
  }

  /** Silver may lift such a rule while the job runs. */
  private void nulls(List<Finding> findings) {
    List<String> forbidding =
        gold.getFields().stream()
            .filter(field -> mustTakeNull(field.getName()))
            .filter(field -> !field.getType().equals(DeltaTypes.nullable(field.getType())))
            .map(RowType.RowField::getName)
            .toList();
    if (!forbidding.isEmpty()) {
      findings.add(
          new Finding(
              "Gold forbids null where its history may need it",
              where,
              "NOT NULL in " + forbidding,
              "columns that may be null",
              String.join(
                  "; ",
                  forbidding.stream()
                      .map(name -> "ALTER TABLE … ALTER COLUMN " + name + " DROP NOT NULL")
                      .toList())));
    }
  }

  private boolean mustTakeNull(String column) {
    HistoryColumns names = wanted.history().names();
    return wanted.silverColumns().contains(column)
        || (column.equals(names.validTo()) && wanted.history().openEnd() == null)
        || column.equals(names.validToVersion());
  }
}
