package io.deltascd.table;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.config.TableRole;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * The columns of a dead-letter table: silver's, each of which may hold null, then the three columns
 * of the change data feed as Delta names them, then the reason. It has no partitions.
 *
 * @param rows all columns
 */
public record DeadLetterSchema(RowType rows) {
  private static final List<RowType.RowField> OWN =
      List.of(
          new RowType.RowField(
              FeedColumns.CHANGE_TYPE, new VarCharType(true, VarCharType.MAX_LENGTH)),
          new RowType.RowField(FeedColumns.COMMIT_VERSION, new BigIntType(true)),
          new RowType.RowField(
              FeedColumns.COMMIT_TIMESTAMP, new LocalZonedTimestampType(true, Micros.PRECISION)),
          new RowType.RowField("reason", new VarCharType(true, VarCharType.MAX_LENGTH)));

  /** Delta keeps statistics of that many columns. */
  private static final int COLUMNS_WITH_STATISTICS = 32;

  /**
   * The columns of a table that takes rows of this silver.
   *
   * @param silver silver's columns
   * @throws PipelineException if one of them has the name of a column that is added, in whatever
   *     case
   */
  public static DeadLetterSchema of(RowType silver) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (RowType.RowField field : silver.getFields()) {
      requireFree(field.getName());
      LogicalType type = DeltaTypes.nullable(field.getType());
      fields.add(new RowType.RowField(field.getName(), type));
    }
    fields.addAll(OWN);
    return new DeadLetterSchema(new RowType(false, fields));
  }

  /**
   * The table once it holds rows with these columns of silver's, too.
   *
   * @throws PipelineException if it cannot hold one of them
   */
  public DeadLetterSchema following(RowType silver) {
    RowType now = DeltaTypes.rowType(following(DeltaTypes.structType(rows), silver));
    return now.equals(rows) ? this : new DeadLetterSchema(now);
  }

  /**
   * As {@link #following(RowType)}, of the table's columns with their metadata.
   *
   * @param table the same columns as {@link #rows()}
   */
  static StructType following(StructType table, RowType silver) {
    int kept = table.length() - OWN.size();
    StructType wanted = DeltaTypes.structType(of(silver).silver());
    List<StructField> all =
        new ArrayList<>(
            new ColumnMerge("the dead-letter table")
                .of(new StructType(table.fields().subList(0, kept)), wanted)
                .fields());
    all.addAll(table.fields().subList(kept, table.length()));
    return new StructType(all);
  }

  private static void requireFree(String column) {
    for (RowType.RowField own : OWN) {
      if (own.getName().equalsIgnoreCase(column)) {
        throw new PipelineException(
            "A column of silver has the name of one that the dead-letter table adds",
            TableRole.DEAD_LETTERS.option(),
            column,
            "silver without columns named _change_type, _commit_version, _commit_timestamp or"
                + " reason",
            "rename the column in silver, or leave such rows out without a dead-letter table"
                + " (target.on-null-key: skip, target.on-duplicate-key: keep-last)");
      }
    }
  }

  /** Silver's columns in the table, in order. */
  public RowType silver() {
    return new RowType(
        false, rows.getFields().subList(0, Math.max(0, rows.getFieldCount() - OWN.size())));
  }

  FileColumns file() {
    List<String> names = rows.getFieldNames();
    return new FileColumns(
        rows,
        new LinkedHashSet<>(names.subList(0, Math.min(names.size(), COLUMNS_WITH_STATISTICS))));
  }
}
