package io.deltascd.table;

import io.delta.kernel.data.Row;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Kernel's rows as Flink's. */
final class KernelRows {
  private static final long MICROS_PER_MILLI = 1000;

  private final List<LogicalType> types;

  /**
   * @param schema as {@link DeltaTypes} makes it of the rows' Delta schema
   */
  KernelRows(RowType schema) {
    this.types = schema.getChildren();
  }

  /** A copy of a row. */
  RowData convert(Row row) {
    GenericRowData copy = new GenericRowData(types.size());
    for (int i = 0; i < types.size(); i++) {
      copy.setField(i, value(row, i));
    }
    return copy;
  }

  @Nullable
  private Object value(Row row, int i) {
    if (row.isNullAt(i)) {
      return null;
    }
    LogicalType type = types.get(i);
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> row.getBoolean(i);
      case TINYINT -> row.getByte(i);
      case SMALLINT -> row.getShort(i);
      case INTEGER, DATE -> row.getInt(i);
      case BIGINT -> row.getLong(i);
      case FLOAT -> row.getFloat(i);
      case DOUBLE -> row.getDouble(i);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield DecimalData.fromBigDecimal(
            row.getDecimal(i), decimal.getPrecision(), decimal.getScale());
      }
      case VARCHAR -> StringData.fromString(row.getString(i));
      case VARBINARY -> row.getBinary(i);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(row.getLong(i));
      default -> throw new IllegalArgumentException("Not a column type: " + type);
    };
  }

  private static TimestampData timestamp(long micros) {
    return TimestampData.fromEpochMillis(
        Math.floorDiv(micros, MICROS_PER_MILLI),
        (int) Math.floorMod(micros, MICROS_PER_MILLI) * 1000);
  }
}
