package io.deltascd.history;

import io.deltascd.model.Micros;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Makes rows of one schema out of rows of another one: columns and fields by name, null where there
 * is none, and values of narrower types widened as Delta allows.
 */
public final class RowConversion {

  /** Makes a value that is not null. */
  @FunctionalInterface
  private interface Conversion {
    Object of(Object value);

    /** Of values that stay as they are. */
    Conversion NONE = value -> value;
  }

  private static final long MICROS_OF_DAY = TimeUnit.DAYS.toMicros(1);

  /** From the narrowest to the widest. */
  private static final List<LogicalTypeRoot> INTEGERS =
      List.of(
          LogicalTypeRoot.TINYINT,
          LogicalTypeRoot.SMALLINT,
          LogicalTypeRoot.INTEGER,
          LogicalTypeRoot.BIGINT);

  /** Null for a column that the rows do not have. */
  private final RowData.FieldGetter[] getters;

  private final Conversion[] conversions;

  /**
   * @param from columns of the rows that come
   * @param to columns of the rows that are made
   * @throws IllegalArgumentException if a type of {@code from} is not as narrow
   */
  public RowConversion(RowType from, RowType to) {
    int count = to.getFieldCount();
    getters = new RowData.FieldGetter[count];
    conversions = new Conversion[count];
    for (int i = 0; i < count; i++) {
      int index = from.getFieldIndex(to.getFieldNames().get(i));
      if (index >= 0) {
        LogicalType type = from.getTypeAt(index);
        // Null is looked for whatever the schema says: other writers may have been careless.
        getters[i] = RowData.createFieldGetter(type.copy(true), index);
        conversions[i] = conversion(type, to.getTypeAt(i));
      }
    }
  }

  /** The row; a new one, but with parts of the one given. */
  public GenericRowData of(RowData row) {
    GenericRowData converted = new GenericRowData(row.getRowKind(), getters.length);
    for (int i = 0; i < getters.length; i++) {
      converted.setField(i, getters[i] == null ? null : field(i, row));
    }
    return converted;
  }

  @Nullable
  private Object field(int i, RowData row) {
    Object value = getters[i].getFieldOrNull(row);
    return value == null ? null : conversions[i].of(value);
  }

  private static Conversion conversion(LogicalType from, LogicalType to) {
    if (from.copy(true).equals(to.copy(true))) {
      return Conversion.NONE;
    }
    if (from instanceof RowType struct && to instanceof RowType other) {
      RowConversion parts = new RowConversion(struct, other);
      return value -> parts.of((RowData) value);
    } else if (from instanceof ArrayType array && to instanceof ArrayType other) {
      Elements elements = new Elements(array.getElementType(), other.getElementType());
      return value -> new GenericArrayData(elements.of((ArrayData) value));
    } else if (from instanceof MapType map && to instanceof MapType other) {
      Elements keys = new Elements(map.getKeyType(), other.getKeyType());
      Elements values = new Elements(map.getValueType(), other.getValueType());
      return value ->
          map(keys.of(((MapData) value).keyArray()), values.of(((MapData) value).valueArray()));
    }
    return widening(from.getTypeRoot(), to);
  }

  private static GenericMapData map(Object[] keys, Object[] values) {
    Map<Object, Object> entries = new HashMap<>();
    for (int i = 0; i < keys.length; i++) {
      entries.put(keys[i], values[i]);
    }
    return new GenericMapData(entries);
  }

  private static Conversion widening(LogicalTypeRoot from, LogicalType to) {
    int width = INTEGERS.indexOf(from);
    Conversion widening =
        switch (to.getTypeRoot()) {
          case SMALLINT -> isInteger(width, 0) ? value -> ((Number) value).shortValue() : null;
          case INTEGER -> isInteger(width, 1) ? value -> ((Number) value).intValue() : null;
          case BIGINT -> isInteger(width, 2) ? value -> ((Number) value).longValue() : null;
          case DOUBLE ->
              from == LogicalTypeRoot.FLOAT || isInteger(width, 2)
                  ? value -> ((Number) value).doubleValue()
                  : null;
          case DECIMAL -> decimal(from, to);
          case TIMESTAMP_WITHOUT_TIME_ZONE ->
              from == LogicalTypeRoot.DATE
                  ? value -> Micros.timestamp((Integer) value * MICROS_OF_DAY)
                  : null;
          default -> null;
        };
    if (widening == null) {
      throw new IllegalArgumentException("A value of type " + from + " is no value of type " + to);
    }
    return widening;
  }

  private static boolean isInteger(int width, int greatest) {
    return width >= 0 && width <= greatest;
  }

  @Nullable
  private static Conversion decimal(LogicalTypeRoot from, LogicalType to) {
    int precision = LogicalTypeChecks.getPrecision(to);
    int scale = LogicalTypeChecks.getScale(to);
    if (from == LogicalTypeRoot.DECIMAL) {
      return value ->
          DecimalData.fromBigDecimal(((DecimalData) value).toBigDecimal(), precision, scale);
    }
    return INTEGERS.contains(from)
        ? value ->
            DecimalData.fromBigDecimal(
                BigDecimal.valueOf(((Number) value).longValue()), precision, scale)
        : null;
  }

  /** Converts the elements of arrays. */
  private static final class Elements {
    private final ArrayData.ElementGetter getter;
    private final Conversion conversion;

    Elements(LogicalType from, LogicalType to) {
      this.getter = ArrayData.createElementGetter(from.copy(true));
      this.conversion = conversion(from, to);
    }

    Object[] of(ArrayData array) {
      Object[] values = new Object[array.size()];
      for (int i = 0; i < values.length; i++) {
        Object value = getter.getElementOrNull(array, i);
        values[i] = value == null ? null : conversion.of(value);
      }
      return values;
    }
  }
}
