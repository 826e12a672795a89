package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
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
import io.deltascd.model.Micros;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.writer.BinaryWriter;

/**
 * Copies a value that is not null from a vector into a binary row or array. This is the inner loop
 * of reading: chosen once per column, no boxing, no look at types. Not thread-safe: those of nested
 * types have buffers of their own.
 */
@FunctionalInterface
interface ColumnWriter {
  /**
   * @param column the vector of the column; strings as bytes
   * @param index which of its values
   * @param target the row or array that is written
   * @param position in the target
   */
  void write(ColumnVector column, int index, BinaryWriter target, int position);

  /**
   * A writer for values of a type.
   *
   * @param type of the column in silver
   */
  static ColumnWriter of(DataType type) {
    if (type instanceof BooleanType) {
      return (column, i, target, to) -> target.writeBoolean(to, column.getBoolean(i));
    } else if (type instanceof ByteType) {
      return (column, i, target, to) -> target.writeByte(to, column.getByte(i));
    } else if (type instanceof ShortType) {
      return (column, i, target, to) -> target.writeShort(to, column.getShort(i));
    } else if (type instanceof IntegerType || type instanceof DateType) {
      return (column, i, target, to) -> target.writeInt(to, column.getInt(i));
    } else if (type instanceof LongType) {
      return (column, i, target, to) -> target.writeLong(to, column.getLong(i));
    } else if (type instanceof FloatType) {
      return (column, i, target, to) -> target.writeFloat(to, column.getFloat(i));
    } else if (type instanceof DoubleType) {
      return (column, i, target, to) -> target.writeDouble(to, column.getDouble(i));
    } else if (type instanceof DecimalType decimal) {
      return decimal(decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof StringType || type instanceof BinaryType) {
      // A string's layout in a binary row is that of its UTF-8 bytes.
      return (column, i, target, to) -> target.writeBinary(to, column.getBinary(i));
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return (column, i, target, to) ->
          target.writeTimestamp(to, Micros.timestamp(column.getLong(i)), Micros.PRECISION);
    } else if (type instanceof StructType struct) {
      return NestedWriters.struct(struct);
    } else if (type instanceof ArrayType array) {
      return NestedWriters.array(array);
    } else if (type instanceof MapType map) {
      return NestedWriters.map(map);
    }
    throw new IllegalArgumentException("No column of type " + type + " can be read");
  }

  private static ColumnWriter decimal(int precision, int scale) {
    if (DecimalData.isCompact(precision)) {
      return (column, i, target, to) ->
          target.writeLong(to, scaled(column.getDecimal(i), scale).unscaledValue().longValue());
    }
    return (column, i, target, to) ->
        target.writeDecimal(
            to, DecimalData.fromBigDecimal(column.getDecimal(i), precision, scale), precision);
  }

  /** Files written before a column was widened have a smaller scale. */
  private static BigDecimal scaled(BigDecimal value, int scale) {
    return value.scale() == scale ? value : value.setScale(scale, RoundingMode.UNNECESSARY);
  }
}
