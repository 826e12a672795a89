package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.table.FeedRange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** One table that is the same everywhere, except at paths that end in {@code missing}. */
final class FakeTables implements Tables {
  static final RowType SCHEMA =
      RowType.of(
          new LogicalType[] {
            new IntType(), VarCharType.STRING_TYPE, new LocalZonedTimestampType(6)
          },
          new String[] {"producto_id", "nombre", "valid_from"});

  final List<String> opened = new ArrayList<>();
  int closed;
  private final Iterable<RowData> rows;

  FakeTables(RowData... rows) {
    this.rows = List.of(rows);
  }

  /** Whose rows can be read once. */
  FakeTables(Iterator<RowData> rows) {
    this.rows = () -> rows;
  }

  static RowData row(int id, String name, long millis) {
    return GenericRowData.of(
        id, StringData.fromString(name), TimestampData.fromEpochMillis(millis));
  }

  @Override
  public Rows open(TableLocation table, OptionalLong version) {
    if (table.path().endsWith("missing")) {
      throw new PipelineException(
          "There is no Delta table", table.path(), "no _delta_log", "a table", "check the path");
    }
    opened.add(table.path() + "@" + (version.isPresent() ? version.getAsLong() : "newest"));
    return rows(rows.iterator());
  }

  @Override
  public Rows changes(TableLocation table, FeedRange range) {
    opened.add(table.path() + "@" + range);
    return rows(rows.iterator());
  }

  private Rows rows(Iterator<RowData> iterator) {
    return new Rows() {
      @Override
      public RowType schema() {
        return SCHEMA;
      }

      @Override
      public Iterator<RowData> rows() {
        return iterator;
      }

      @Override
      public void close() {
        closed++;
      }
    };
  }

  @Override
  public OptionalLong silverVersion(TableLocation gold) {
    return OptionalLong.of(Long.MAX_VALUE);
  }
}
