package io.deltascd.changes;

import io.deltascd.config.TargetConfig;
import io.deltascd.model.FileId;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.Key;
import io.deltascd.model.Micros;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.WireRecord;
import io.deltascd.table.ChangeRows;
import io.deltascd.table.DeltaTypes;
import io.deltascd.table.GoldIndex;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/** Makes index entries of gold's rows, as {@link GoldIndex#columns()} lays them out. */
final class IndexRecords {
  private final WireRecord.Kind kind;
  private final int target;
  private final long goldVersion;
  private final int validFrom;
  private final int validFromVersion;

  /** Takes silver's columns out of a row; null if rows are not asked for. */
  @Nullable private final ProjectedRowData silverColumns;

  @Nullable private final RowDataSerializer serializer;

  /**
   * @param kind {@link WireRecord.Kind#INDEX} or {@link WireRecord.Kind#MOVED}
   */
  IndexRecords(WireRecord.Kind kind, TargetConfig target, SilverSchema columns) {
    RowType type = DeltaTypes.rowType(columns.json());
    HistoryColumns names = target.history().names();
    this.kind = kind;
    this.target = target.ordinal();
    this.goldVersion = columns.id();
    this.validFrom = type.getFieldIndex(names.validFrom());
    this.validFromVersion =
        names.validFromVersion() == null ? -1 : type.getFieldIndex(names.validFromVersion());
    if (target.history().keepsRows()) {
      RowType silver = new RowType(false, type.getFields().subList(0, validFrom));
      silverColumns = ProjectedRowData.from(IntStream.range(0, validFrom).toArray());
      serializer = new RowDataSerializer(silver);
    } else {
      silverColumns = null;
      serializer = null;
    }
  }

  /**
   * The entry of a row.
   *
   * @param file the row's file, as the log spells its path
   * @param silverVersion the version that gold stands at
   */
  WireRecord record(ChangeRows rows, BinaryRowData row, Key key, String file, long silverVersion) {
    TimestampData begin = row.getTimestamp(validFrom, Micros.PRECISION);
    IndexEntry entry =
        new IndexEntry(
            goldVersion,
            FileId.of(file),
            rows.rowNumber(),
            validFromVersion < 0 ? IndexEntry.UNKNOWN_VERSION : row.getLong(validFromVersion));
    return entry.toRecord(kind, target, silverVersion, key, Micros.of(begin), silverRow(row));
  }

  private byte[] silverRow(BinaryRowData row) {
    if (silverColumns == null) {
      return IndexEntry.NO_ROW;
    }
    BinaryRowData copied = serializer.toBinaryRow(silverColumns.replaceRow(row));
    byte[] bytes = new byte[copied.getSizeInBytes()];
    copied.getSegments()[0].get(copied.getOffset(), bytes);
    return bytes;
  }
}
