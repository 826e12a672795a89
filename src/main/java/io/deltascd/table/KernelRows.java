package io.deltascd.table;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.internal.data.ColumnarBatchRow;
import io.delta.kernel.types.StructType;
import io.deltascd.model.Micros;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/** Kernel's rows as Flink's. */
final class KernelRows {

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
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          Micros.timestamp(row.getLong(i));
      case ROW -> new KernelRows((RowType) type).convert(row.getStruct(i));
      case ARRAY -> {
        ArrayValue array = row.getArray(i);
        LogicalType element = ((ArrayType) type).getElementType();
        yield new GenericArrayData(values(array.getElements(), array.getSize(), element));
      }
      case MAP -> map(row.getMap(i), (MapType) type);
      default -> throw new IllegalArgumentException("Not a column type: " + type);
    };
  }

  private static MapData map(MapValue map, MapType type) {
    Object[] keys = values(map.getKeys(), map.getSize(), type.getKeyType());
    Object[] values = values(map.getValues(), map.getSize(), type.getValueType());
    Map<Object, Object> copy = new LinkedHashMap<>();
    for (int i = 0; i < keys.length; i++) {
      copy.put(keys[i], values[i]);
    }
    return new GenericMapData(copy);
  }

  /** The values of a vector: each as the only column of a row. */
  private static Object[] values(ColumnVector vector, int size, LogicalType type) {
    StructType cell = new StructType().add("element", vector.getDataType());
    ColumnarBatch cells = new DefaultColumnarBatch(size, cell, new ColumnVector[] {vector});
    KernelRows converter = new KernelRows(RowType.of(type));
    Object[] values = new Object[size];
    for (int i = 0; i < size; i++) {
      values[i] = converter.value(new ColumnarBatchRow(cells, i), 0);
    }
    return values;
  }
}
