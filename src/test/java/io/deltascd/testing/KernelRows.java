package io.deltascd.testing;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns Kernel's rows into maps. */
final class KernelRows {

  private KernelRows() {}

  static void addAll(
      CloseableIterator<FilteredColumnarBatch> batches, List<Map<String, Object>> rows)
      throws IOException {
    try (batches) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> some = batches.next().getRows()) {
          while (some.hasNext()) {
            rows.add(map(some.next()));
          }
        }
      }
    }
  }

  static Map<String, Object> map(Row row) {
    StructType schema = row.getSchema();
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      Object value = row.isNullAt(i) ? null : value(row, i, schema.at(i).getDataType());
      map.put(schema.at(i).getName(), value);
    }
    return map;
  }

  private static Object value(Row row, int i, DataType type) {
    if (type instanceof LongType) {
      return row.getLong(i);
    } else if (type instanceof IntegerType) {
      return row.getInt(i);
    } else if (type instanceof ShortType) {
      return row.getShort(i);
    } else if (type instanceof ByteType) {
      return row.getByte(i);
    } else if (type instanceof BooleanType) {
      return row.getBoolean(i);
    } else if (type instanceof FloatType) {
      return row.getFloat(i);
    } else if (type instanceof DoubleType) {
      return row.getDouble(i);
    } else if (type instanceof DecimalType) {
      return row.getDecimal(i);
    } else if (type instanceof StringType) {
      return row.getString(i);
    } else if (type instanceof BinaryType) {
      return row.getBinary(i);
    } else if (type instanceof DateType) {
      return LocalDate.ofEpochDay(row.getInt(i));
    } else if (type instanceof TimestampType) {
      return Instant.EPOCH.plus(row.getLong(i), ChronoUnit.MICROS);
    } else if (type instanceof TimestampNTZType) {
      return LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC)
          .plus(row.getLong(i), ChronoUnit.MICROS);
    } else if (type instanceof StructType) {
      return map(row.getStruct(i));
    } else if (type instanceof ArrayType) {
      return list(row.getArray(i).getElements());
    } else if (type instanceof MapType) {
      List<Object> keys = list(row.getMap(i).getKeys());
      List<Object> values = list(row.getMap(i).getValues());
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int n = 0; n < keys.size(); n++) {
        map.put(keys.get(n), values.get(n));
      }
      return map;
    }
    throw new IllegalArgumentException("Cannot read a " + type);
  }

  /** All values of a vector, read as those of a table's only column. */
  private static List<Object> list(ColumnVector vector) {
    StructType schema = new StructType().add("value", vector.getDataType());
    ColumnarBatch batch =
        new DefaultColumnarBatch(vector.getSize(), schema, new ColumnVector[] {vector});
    List<Object> list = new ArrayList<>();
    batch.getRows().forEachRemaining(row -> list.add(map(row).get("value")));
    return list;
  }
}
