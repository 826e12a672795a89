package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
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
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/**
 * Copies a value that is not null from a vector into a binary row. This is the inner loop of
 * reading: chosen once per column, no boxing, no look at types.
 */
@FunctionalInterface
interface ColumnWriter {
  /** Delta keeps microseconds. */
  int TIME_PRECISION = 6;

  /**
   * @param column the vector of the column; strings as bytes
   * @param rowInBatch which of its values
   * @param target the row that is written
   */
  void write(ColumnVector column, int rowInBatch, BinaryRowWriter target);

  /**
   * A writer for values of a type.
   *
   * @param type of the column in silver
   * @param index of the column in the row that is written
   */
  static ColumnWriter of(DataType type, int index) {
    if (type instanceof BooleanType) {
      return (column, row, target) -> target.writeBoolean(index, column.getBoolean(row));
    } else if (type instanceof ByteType) {
      return (column, row, target) -> target.writeByte(index, column.getByte(row));
    } else if (type instanceof ShortType) {
      return (column, row, target) -> target.writeShort(index, column.getShort(row));
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return (column, row, target) -> target.writeInt(index, column.getInt(row));
    } else if (type instanceof LongType) {
      return (column, row, target) -> target.writeLong(index, column.getLong(row));
    } else if (type instanceof FloatType) {
      return (column, row, target) -> target.writeFloat(index, column.getFloat(row));
    } else if (type instanceof DoubleType) {
      return (column, row, target) -> target.writeDouble(index, column.getDouble(row));
    } else if (type instanceof DecimalType decimal) {
      return decimal(decimal.getPrecision(), decimal.getScale(), index);
    } else if (type instanceof StringType || type instanceof BinaryType) {
      // A string's layout in a binary row is that of its UTF-8 bytes.
      return (column, row, target) -> target.writeBinary(index, column.getBinary(row));
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return (column, row, target) ->
          target.writeTimestamp(index, timestamp(column.getLong(row)), TIME_PRECISION);
    }
    throw new IllegalArgumentException("No column of type " + type + " can be read");
  }

  private static ColumnWriter decimal(int precision, int scale, int index) {
    if (DecimalData.isCompact(precision)) {
      return (column, row, target) ->
          target.writeLong(
              index, scaled(column.getDecimal(row), scale).unscaledValue().longValue());
    }
    return (column, row, target) ->
        target.writeDecimal(
            index, DecimalData.fromBigDecimal(column.getDecimal(row), precision, scale), precision);
  }

  /** Files written before a column was widened have a smaller scale. */
  private static BigDecimal scaled(BigDecimal value, int scale) {
    return value.scale() == scale ? value : value.setScale(scale, RoundingMode.UNNECESSARY);
  }

  private static TimestampData timestamp(long micros) {
    long millis = Math.floorDiv(micros, 1000L);
    return TimestampData.fromEpochMillis(millis, (int) (micros - millis * 1000) * 1000);
  }
}
