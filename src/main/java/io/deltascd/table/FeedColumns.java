package io.deltascd.table;

import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.RowType.RowField;
import org.apache.flink.table.types.logical.VarCharType;

/** The columns that a change feed has beside those of its table. */
final class FeedColumns {
  static final String CHANGE_TYPE = "_change_type";
  static final String COMMIT_VERSION = "_commit_version";
  static final String COMMIT_TIMESTAMP = "_commit_timestamp";

  private FeedColumns() {}

  /** The columns of a table's feed. */
  static RowType after(RowType columns) {
    List<RowField> fields = new ArrayList<>(columns.getFields());
    fields.add(new RowField(CHANGE_TYPE, VarCharType.STRING_TYPE));
    fields.add(new RowField(COMMIT_VERSION, new BigIntType()));
    fields.add(new RowField(COMMIT_TIMESTAMP, new LocalZonedTimestampType(Micros.PRECISION)));
    return new RowType(fields);
  }

  /**
   * Refuses a table that has such columns itself, as Delta Spark does when the feed is switched on:
   * change files could not say which of the two they mean.
   *
   * @param columns names of the table's columns
   * @param where table and version
   */
  static void requireFree(List<String> columns, String where) {
    List<String> taken =
        columns.stream()
            .filter(
                name ->
                    Stream.of(CHANGE_TYPE, COMMIT_VERSION, COMMIT_TIMESTAMP)
                        .anyMatch(name::equalsIgnoreCase))
            .toList();
    if (!taken.isEmpty()) {
      throw new PipelineException(
          "A column has a name of the change data feed's own columns",
          where,
          String.join(", ", taken),
          "no column named " + CHANGE_TYPE + ", " + COMMIT_VERSION + " or " + COMMIT_TIMESTAMP,
          "give the column another name");
    }
  }
}
