package io.deltascd.model;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
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
 * Turns the value of one column into bytes that are equal exactly if the values are: integers of
 * any width, floating point numbers of either width and decimals of any scale by value, −0.0 as
 * 0.0, every NaN the same. Nested values are put together by {@link CanonicalParts}:
 *
 * <ul>
 *   <li>an array: its elements in order;
 *   <li>a map: its entries, each of key and value, in order of their bytes, so that the order of a
 *       map does not count;
 *   <li>a struct: name (UTF-8) and value of each field that is not null, in order of the names'
 *       bytes. By name, as the columns of a row are compared: neither another order of the fields
 *       nor a new field that is null makes a difference. A struct of nulls differs from null.
 * </ul>
 *
 * <p>The bytes stand in state and decide key groups; they must never change between releases.
 */
public final class CanonicalValue {

  /** Reads one column of a row. */
  @FunctionalInterface
  public interface Encoder {
    /** The canonical bytes of the value; null if the value is null. */
    byte[] encode(RowData row);
  }

  private CanonicalValue() {}

  /** Whether a column of this type can be part of a key: nested ones cannot. */
  public static boolean canBeKey(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          FLOAT,
          DOUBLE,
          DECIMAL,
          VARCHAR,
          VARBINARY,
          DATE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      default -> false;
    };
  }

  /**
   * An encoder of one column.
   *
   * @param type of the column, any that silver can have
   * @param index of the column in the row
   */
  public static Encoder encoder(LogicalType type, int index) {
    Encoder notNull = notNull(type, index);
    return row -> row.isNullAt(index) ? null : notNull.encode(row);
  }

  private static Encoder notNull(LogicalType type, int index) {
    LogicalTypeRoot root = type.getTypeRoot();
    return switch (root) {
      case BOOLEAN -> row -> new byte[] {(byte) (row.getBoolean(index) ? 1 : 0)};
      case TINYINT -> row -> bytes(row.getByte(index));
      case SMALLINT -> row -> bytes(row.getShort(index));
      case INTEGER, DATE -> row -> bytes(row.getInt(index));
      case BIGINT -> row -> bytes(row.getLong(index));
      case FLOAT -> row -> bytes(row.getFloat(index));
      case DOUBLE -> row -> bytes(row.getDouble(index));
      case DECIMAL -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        int scale = LogicalTypeChecks.getScale(type);
        yield row -> bytes(row.getDecimal(index, precision, scale));
      }
      case VARCHAR -> row -> row.getString(index).toBytes();
      case VARBINARY -> row -> row.getBinary(index);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        int precision = LogicalTypeChecks.getPrecision(type);
        yield row -> bytes(Micros.of(row.getTimestamp(index, precision)));
      }
      case ROW -> struct((RowType) type, index);
      case ARRAY -> {
        Elements elements = new Elements(((ArrayType) type).getElementType());
        yield row -> CanonicalParts.join(elements.encode(row.getArray(index)));
      }
      case MAP -> map((MapType) type, index);
      default -> throw new IllegalArgumentException("No canonical form for values of type " + type);
    };
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  private static byte[] bytes(double value) {
    return bytes(Double.doubleToLongBits(value == 0.0 ? 0.0 : value));
  }

  private static byte[] bytes(DecimalData value) {
    BigDecimal plain = value.toBigDecimal().stripTrailingZeros();
    byte[] unscaled = plain.unscaledValue().toByteArray();
    return ByteBuffer.allocate(1 + unscaled.length).put((byte) plain.scale()).put(unscaled).array();
  }

  private static Encoder struct(RowType type, int index) {
    int arity = type.getFieldCount();
    SortedMap<byte[], Encoder> fields = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < arity; i++) {
      byte[] name = type.getFieldNames().get(i).getBytes(StandardCharsets.UTF_8);
      fields.put(name, encoder(type.getTypeAt(i), i));
    }
    return row -> {
      RowData struct = row.getRow(index, arity);
      List<byte[]> parts = new ArrayList<>();
      fields.forEach(
          (name, field) -> {
            byte[] value = field.encode(struct);
            if (value != null) {
              parts.add(name);
              parts.add(value);
            }
          });
      return CanonicalParts.join(parts.toArray(byte[][]::new));
    };
  }

  private static Encoder map(MapType type, int index) {
    Elements keyElements = new Elements(type.getKeyType());
    Elements valueElements = new Elements(type.getValueType());
    return row -> {
      MapData map = row.getMap(index);
      byte[][] keys = keyElements.encode(map.keyArray());
      byte[][] values = valueElements.encode(map.valueArray());
      byte[][] entries = new byte[keys.length][];
      for (int i = 0; i < entries.length; i++) {
        entries[i] = CanonicalParts.join(keys[i], values[i]);
      }
      Arrays.sort(entries, Arrays::compareUnsigned);
      return CanonicalParts.join(entries);
    };
  }

  /** Encodes the elements of arrays of one type. */
  private static final class Elements {
    private final ArrayData.ElementGetter getter;
    private final Encoder encoder;

    Elements(LogicalType type) {
      this.getter = ArrayData.createElementGetter(type.copy(true));
      this.encoder = encoder(type, 0);
    }

    /** Each null where the element is. */
    byte[][] encode(ArrayData array) {
      byte[][] values = new byte[array.size()][];
      GenericRowData cell = new GenericRowData(1);
      for (int i = 0; i < values.length; i++) {
        cell.setField(0, getter.getElementOrNull(array, i));
        values[i] = encoder.encode(cell);
      }
      return values;
    }
  }
}
