package io.deltascd.sink;

import io.deltascd.history.KeyState;
import io.deltascd.history.RowConversion;
import io.deltascd.history.Schemas;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.Micros;
import io.deltascd.model.WireRecord;
import io.deltascd.table.DeltaTypes;
import io.deltascd.table.GoldPartition;
import io.deltascd.table.GoldSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Makes rows of gold out of silver's: the columns that a file holds, and the partition. Gold's
 * columns follow the rows that come: those of each schema of silver's that is met are among them.
 * The commit that brings the rows brings these columns, too.
 */
final class GoldRows {
  private GoldSchema schema;
  private final Schemas schemas;
  private RowType fileColumns;
  private final boolean versionOfBegin;
  private final boolean versionOfEnd;
  private final boolean isCurrentInFile;
  private final GenericRowData interval;
  @Nullable private final TimestampData openEnd;
  private final JoinedRowData joined = new JoinedRowData();
  private final Map<Long, Layout> layouts = new HashMap<>();
  @Nullable private final GoldPartition current;
  @Nullable private final GoldPartition closed;

  /** By the values of the partition columns that are silver's, the current ones apart. */
  private final Map<Boolean, Map<RowData, GoldPartition>> partitions =
      Map.of(true, new HashMap<>(), false, new HashMap<>());

  /** The one used last: neighbours mostly have the same schema. */
  @Nullable private Layout latest;

  /**
   * @param schema gold's columns
   * @param schemas of the rows that come
   */
  GoldRows(GoldSchema schema, Schemas schemas) {
    this.schema = schema;
    this.schemas = schemas;
    this.fileColumns = fileColumns(schema);
    HistoryColumns names = schema.history().names();
    this.versionOfBegin = names.validFromVersion() != null;
    this.versionOfEnd = names.validToVersion() != null;
    this.isCurrentInFile = !schema.history().separatesCurrent();
    this.interval =
        new GenericRowData(
            2 + (versionOfBegin ? 1 : 0) + (versionOfEnd ? 1 : 0) + (isCurrentInFile ? 1 : 0));
    Long end = schema.history().openEndMicros();
    this.openEnd = end == null ? null : Micros.timestamp(end);
    boolean further = hasFurtherPartitions();
    this.current = further ? null : GoldPartition.of(schema, true);
    this.closed = further ? null : GoldPartition.of(schema, false);
  }

  private static RowType fileColumns(GoldSchema schema) {
    List<String> own = schema.history().names().all();
    return new RowType(
        false,
        schema.file().getFields().stream()
            .filter(field -> !own.contains(field.getName()))
            .toList());
  }

  /** Gold's columns as of the row that was made last. */
  GoldSchema schema() {
    return schema;
  }

  /** Whether rows are in partitions by columns of silver's. */
  boolean hasFurtherPartitions() {
    return !schema.history().furtherPartitions().isEmpty();
  }

  /** A current row; the same object each time. */
  RowData current(WireRecord row, KeyState state) throws Exception {
    return goldRow(row, state, true, openEnd, null);
  }

  /**
   * A closed row; the same object each time.
   *
   * @param end a row of the version that ends it
   */
  RowData closed(WireRecord row, KeyState state, WireRecord end) throws Exception {
    return goldRow(row, state, false, Micros.timestamp(end.timeMicros()), end.version());
  }

  /** The partition of a row; the same object each time, until {@link #forgetPartitions}. */
  GoldPartition partition(WireRecord row, boolean isCurrent) throws Exception {
    if (!hasFurtherPartitions()) {
      return isCurrent ? current : closed;
    }
    GenericRowData values = layout(row).partitionValues(row);
    return partitions
        .get(isCurrent)
        .computeIfAbsent(values, key -> GoldPartition.of(schema, isCurrent, key));
  }

  /** Forgets the partitions met so far; they may be many over time. */
  void forgetPartitions() {
    partitions.values().forEach(Map::clear);
  }

  private RowData goldRow(
      WireRecord row,
      KeyState state,
      boolean isCurrent,
      @Nullable TimestampData validTo,
      @Nullable Long endVersion)
      throws Exception {
    int i = 0;
    interval.setField(i++, Micros.timestamp(state.validFromMicros()));
    interval.setField(i++, validTo);
    if (versionOfBegin) {
      interval.setField(i++, state.validFromVersion());
    }
    if (versionOfEnd) {
      interval.setField(i++, endVersion);
    }
    if (isCurrentInFile) {
      interval.setField(i, isCurrent);
    }
    return joined.replace(layout(row).fileColumns(row), interval);
  }

  private Layout layout(WireRecord row) throws Exception {
    if (latest == null || latest.schemaId != row.schemaId()) {
      latest = layouts.get(row.schemaId());
      if (latest == null) {
        RowType columns = schemas.columns(row.schemaId());
        follow(columns);
        latest = new Layout(row.schemaId(), columns);
        layouts.put(row.schemaId(), latest);
      }
    }
    return latest;
  }

  private RowType partitionColumns() {
    RowType columns = schema.rows();
    return new RowType(
        false,
        schema.history().furtherPartitions().stream()
            .map(name -> columns.getFields().get(columns.getFieldIndex(name)))
            .toList());
  }

  private void follow(RowType silver) {
    GoldSchema now = schema.following(silver);
    if (!now.equals(schema)) {
      schema = now;
      fileColumns = fileColumns(now);
      layouts.clear();
      forgetPartitions();
    }
  }

  /** Where gold's columns are in the rows of one schema of silver's. */
  private final class Layout {
    private final long schemaId;
    private final BinaryRowData reused;

    /** The columns of a file, in place; null if they have to be made. */
    @Nullable private final RowData file;

    private final RowConversion conversion;
    private final RowConversion partitionValues;

    Layout(long schemaId, RowType columns) {
      this.schemaId = schemaId;
      this.reused = new BinaryRowData(columns.getFieldCount());
      this.file = inPlace(columns);
      this.conversion = new RowConversion(columns, fileColumns);
      this.partitionValues = new RowConversion(columns, partitionColumns());
    }

    @Nullable
    private RowData inPlace(RowType columns) {
      int[] indexes =
          fileColumns.getFieldNames().stream().mapToInt(columns::getFieldIndex).toArray();
      for (int i = 0; i < indexes.length; i++) {
        if (indexes[i] < 0
            || !DeltaTypes.nullable(columns.getTypeAt(indexes[i]))
                .equals(DeltaTypes.nullable(fileColumns.getTypeAt(i)))) {
          return null;
        }
      }
      boolean same =
          indexes.length == columns.getFieldCount()
              && IntStream.range(0, indexes.length).allMatch(i -> indexes[i] == i);
      return same ? reused : ProjectedRowData.from(indexes).replaceRow(reused);
    }

    RowData fileColumns(WireRecord row) {
      row.shownBy(reused);
      return file == null ? conversion.of(reused) : file;
    }

    GenericRowData partitionValues(WireRecord row) {
      return partitionValues.of(row.shownBy(reused));
    }
  }
}
