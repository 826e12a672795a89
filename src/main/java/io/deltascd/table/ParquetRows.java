package io.deltascd.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * Flink rows as Parquet records, with the physical types that Delta readers expect: instants as
 * INT64 microseconds, decimals as INT32, INT64 or FIXED by their precision.
 */
final class ParquetRows extends WriteSupport<RowData> {
  private static final int DIGITS_OF_INT = 9;
  private static final int DIGITS_OF_LONG = 18;

  /** Writes the value of one column, which is not null. */
  @FunctionalInterface
  private interface ColumnWriter {
    void write(RowData row, RecordConsumer out);
  }

  private final MessageType schema;
  private final String[] names;
  private final boolean[] nullable;
  private final ColumnWriter[] writers;
  private RecordConsumer out;

  ParquetRows(RowType rowType) {
    int columns = rowType.getFieldCount();
    this.names = rowType.getFieldNames().toArray(String[]::new);
    this.nullable = new boolean[columns];
    this.writers = new ColumnWriter[columns];
    List<Type> types = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      LogicalType type = rowType.getTypeAt(i);
      nullable[i] = type.isNullable();
      writers[i] = writer(type, i);
      types.add(parquetType(type, names[i]));
    }
    this.schema = new MessageType("table", types);
  }

  /** The Parquet schema of the rows. */
  MessageType schema() {
    return schema;
  }

  @Override
  @SuppressWarnings("deprecation") // the only one that is abstract
  public WriteContext init(Configuration configuration) {
    return new WriteContext(schema, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    this.out = recordConsumer;
  }

  /**
   * @throws IllegalArgumentException if a column is null that must not be
   */
  @Override
  public void write(RowData row) {
    out.startMessage();
    for (int i = 0; i < writers.length; i++) {
      if (!row.isNullAt(i)) {
        out.startField(names[i], i);
        writers[i].write(row, out);
        out.endField(names[i], i);
      } else if (!nullable[i]) {
        throw new IllegalArgumentException("Column " + names[i] + " must not be null");
      }
    }
    out.endMessage();
  }

  private static ColumnWriter writer(LogicalType type, int i) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> (row, out) -> out.addBoolean(row.getBoolean(i));
      case TINYINT -> (row, out) -> out.addInteger(row.getByte(i));
      case SMALLINT -> (row, out) -> out.addInteger(row.getShort(i));
      case INTEGER, DATE -> (row, out) -> out.addInteger(row.getInt(i));
      case BIGINT -> (row, out) -> out.addLong(row.getLong(i));
      case FLOAT -> (row, out) -> out.addFloat(row.getFloat(i));
      case DOUBLE -> (row, out) -> out.addDouble(row.getDouble(i));
      case VARCHAR -> (row, out) -> out.addBinary(text(row.getString(i)));
      case VARBINARY -> (row, out) -> out.addBinary(Binary.fromConstantByteArray(row.getBinary(i)));
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          (row, out) -> out.addLong(micros(row.getTimestamp(i, 6)));
      case DECIMAL -> decimal((DecimalType) type, i);
      default -> throw new IllegalArgumentException("Not a column type of gold: " + type);
    };
  }

  /** The bytes of a text, in place where they stand in one piece: nothing is copied or decoded. */
  private static Binary text(StringData text) {
    if (text instanceof BinaryStringData binary) {
      binary.ensureMaterialized();
      MemorySegment[] segments = binary.getSegments();
      if (segments.length == 1 && !segments[0].isOffHeap()) {
        return Binary.fromReusedByteArray(
            segments[0].getArray(), binary.getOffset(), binary.getSizeInBytes());
      }
    }
    return Binary.fromConstantByteArray(text.toBytes());
  }

  private static long micros(TimestampData time) {
    return Math.addExact(
        Math.multiplyExact(time.getMillisecond(), 1000L), time.getNanoOfMillisecond() / 1000);
  }

  private static ColumnWriter decimal(DecimalType type, int i) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    if (precision <= DIGITS_OF_INT) {
      return (row, out) ->
          out.addInteger((int) row.getDecimal(i, precision, scale).toUnscaledLong());
    } else if (precision <= DIGITS_OF_LONG) {
      return (row, out) -> out.addLong(row.getDecimal(i, precision, scale).toUnscaledLong());
    }
    byte[] fixed = new byte[bytesOfDecimal(precision)];
    return (row, out) -> {
      byte[] unscaled = row.getDecimal(i, precision, scale).toUnscaledBytes();
      int padding = fixed.length - unscaled.length;
      Arrays.fill(fixed, 0, padding, (byte) (unscaled[0] < 0 ? -1 : 0));
      System.arraycopy(unscaled, 0, fixed, padding, unscaled.length);
      out.addBinary(Binary.fromReusedByteArray(fixed));
    };
  }

  private static Type parquetType(LogicalType type, String name) {
    Repetition repetition = type.isNullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
      case TINYINT -> integer(8, repetition, name);
      case SMALLINT -> integer(16, repetition, name);
      case INTEGER -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
      case DATE ->
          Types.primitive(PrimitiveTypeName.INT32, repetition)
              .as(LogicalTypeAnnotation.dateType())
              .named(name);
      case BIGINT -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case FLOAT -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
      case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      case VARCHAR ->
          Types.primitive(PrimitiveTypeName.BINARY, repetition)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case VARBINARY -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(true, repetition, name);
      case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp(false, repetition, name);
      case DECIMAL -> decimal((DecimalType) type, repetition, name);
      default -> throw new IllegalArgumentException("Not a column type of gold: " + type);
    };
  }

  private static Type integer(int bits, Repetition repetition, String name) {
    return Types.primitive(PrimitiveTypeName.INT32, repetition)
        .as(LogicalTypeAnnotation.intType(bits, true))
        .named(name);
  }

  private static Type timestamp(boolean adjustedToUtc, Repetition repetition, String name) {
    return Types.primitive(PrimitiveTypeName.INT64, repetition)
        .as(LogicalTypeAnnotation.timestampType(adjustedToUtc, TimeUnit.MICROS))
        .named(name);
  }

  private static Type decimal(DecimalType type, Repetition repetition, String name) {
    LogicalTypeAnnotation annotation =
        LogicalTypeAnnotation.decimalType(type.getScale(), type.getPrecision());
    if (type.getPrecision() <= DIGITS_OF_INT) {
      return Types.primitive(PrimitiveTypeName.INT32, repetition).as(annotation).named(name);
    } else if (type.getPrecision() <= DIGITS_OF_LONG) {
      return Types.primitive(PrimitiveTypeName.INT64, repetition).as(annotation).named(name);
    }
    return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
        .length(bytesOfDecimal(type.getPrecision()))
        .as(annotation)
        .named(name);
  }

  /** The least number of bytes that hold every decimal of that many digits, with its sign. */
  private static int bytesOfDecimal(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
  }
}
