package io.deltascd.model;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Turns the value of one column into bytes that are equal exactly if the values are: integers of
 * any width, floating point numbers of either width and decimals of any scale by value, −0.0 as
 * 0.0, every NaN the same.
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

  /** Whether values of this type can be encoded. */
  public static boolean supports(LogicalType type) {
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
   * @param type of the column, one that {@link #supports} accepts
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
        yield row -> bytes(micros(row.getTimestamp(index, precision)));
      }
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

  private static long micros(TimestampData value) {
    return value.getMillisecond() * 1000 + value.getNanoOfMillisecond() / 1000;
  }
}
