package io.deltascd.table;

import io.deltascd.model.Micros;
import java.util.Arrays;
import java.util.Map;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Flink rows as Parquet records of {@link ParquetTypes}. */
final class ParquetRows extends WriteSupport<RowData> {
  /** Writes the value of one column, which is not null. */
  @FunctionalInterface
  private interface ColumnWriter {
    void write(RowData row, RecordConsumer out);
  }

  private final MessageType schema;
  private final Fields fields;
  private RecordConsumer out;
  private long bytesOfVariableLength;

  ParquetRows(RowType rowType) {
    this.fields = new Fields(rowType, "Column ");
    this.schema = new MessageType("table", ParquetTypes.fields(rowType));
  }

  /** Bytes of all texts and binary values so far. */
  long bytesOfVariableLength() {
    return bytesOfVariableLength;
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
   * @throws IllegalArgumentException if a column, or a part of one, is null that must not be
   */
  @Override
  public void write(RowData row) {
    out.startMessage();
    fields.write(row, out);
    out.endMessage();
  }

  private ColumnWriter writer(LogicalType type, int i) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> (row, out) -> out.addBoolean(row.getBoolean(i));
      case TINYINT -> (row, out) -> out.addInteger(row.getByte(i));
      case SMALLINT -> (row, out) -> out.addInteger(row.getShort(i));
      case INTEGER, DATE -> (row, out) -> out.addInteger(row.getInt(i));
      case BIGINT -> (row, out) -> out.addLong(row.getLong(i));
      case FLOAT -> (row, out) -> out.addFloat(row.getFloat(i));
      case DOUBLE -> (row, out) -> out.addDouble(row.getDouble(i));
      case VARCHAR -> (row, out) -> add(text(row.getString(i)), out);
      case VARBINARY -> (row, out) -> add(Binary.fromConstantByteArray(row.getBinary(i)), out);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          (row, out) -> out.addLong(Micros.of(row.getTimestamp(i, Micros.PRECISION)));
      case DECIMAL -> decimal((DecimalType) type, i);
      case ROW -> struct((RowType) type, i);
      case ARRAY -> list((ArrayType) type, i);
      case MAP -> map((MapType) type, i);
      default -> throw new IllegalArgumentException("Not a column type of gold: " + type);
    };
  }

  private void add(Binary value, RecordConsumer consumer) {
    bytesOfVariableLength += value.length();
    consumer.addBinary(value);
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

  private static ColumnWriter decimal(DecimalType type, int i) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    if (precision <= ParquetTypes.DIGITS_OF_INT) {
      return (row, out) ->
          out.addInteger((int) row.getDecimal(i, precision, scale).toUnscaledLong());
    } else if (precision <= ParquetTypes.DIGITS_OF_LONG) {
      return (row, out) -> out.addLong(row.getDecimal(i, precision, scale).toUnscaledLong());
    }
    byte[] fixed = new byte[ParquetTypes.bytesOfDecimal(precision)];
    return (row, out) -> {
      byte[] unscaled = row.getDecimal(i, precision, scale).toUnscaledBytes();
      int padding = fixed.length - unscaled.length;
      Arrays.fill(fixed, 0, padding, (byte) (unscaled[0] < 0 ? -1 : 0));
      System.arraycopy(unscaled, 0, fixed, padding, unscaled.length);
      out.addBinary(Binary.fromReusedByteArray(fixed));
    };
  }

  private ColumnWriter struct(RowType type, int i) {
    Fields parts = new Fields(type, "Field ");
    int arity = type.getFieldCount();
    return (row, out) -> {
      out.startGroup();
      parts.write(row.getRow(i, arity), out);
      out.endGroup();
    };
  }

  private ColumnWriter list(ArrayType type, int i) {
    Elements elements = new Elements(ParquetTypes.ELEMENT, 0, type.getElementType());
    return (row, out) -> {
      ArrayData array = row.getArray(i);
      int size = array.size();
      out.startGroup();
      if (size > 0) {
        out.startField(ParquetTypes.LIST, 0);
        for (int n = 0; n < size; n++) {
          out.startGroup();
          elements.write(array, n, out);
          out.endGroup();
        }
        out.endField(ParquetTypes.LIST, 0);
      }
      out.endGroup();
    };
  }

  private ColumnWriter map(MapType type, int i) {
    Elements keys = new Elements(ParquetTypes.KEY, 0, type.getKeyType());
    Elements values = new Elements(ParquetTypes.VALUE, 1, type.getValueType());
    return (row, out) -> {
      MapData map = row.getMap(i);
      int size = map.size();
      out.startGroup();
      if (size > 0) {
        ArrayData keyArray = map.keyArray();
        ArrayData valueArray = map.valueArray();
        out.startField(ParquetTypes.ENTRIES, 0);
        for (int n = 0; n < size; n++) {
          out.startGroup();
          keys.write(keyArray, n, out);
          values.write(valueArray, n, out);
          out.endGroup();
        }
        out.endField(ParquetTypes.ENTRIES, 0);
      }
      out.endGroup();
    };
  }

  /** Writes the columns of a row, or the fields of a struct. */
  private final class Fields {
    private final String what;
    private final String[] names;
    private final boolean[] nullable;
    private final ColumnWriter[] writers;

    Fields(RowType type, String what) {
      int count = type.getFieldCount();
      this.what = what;
      this.names = type.getFieldNames().toArray(String[]::new);
      this.nullable = new boolean[count];
      this.writers = new ColumnWriter[count];
      for (int i = 0; i < count; i++) {
        nullable[i] = type.getTypeAt(i).isNullable();
        writers[i] = writer(type.getTypeAt(i), i);
      }
    }

    void write(RowData row, RecordConsumer consumer) {
      for (int i = 0; i < writers.length; i++) {
        if (!row.isNullAt(i)) {
          consumer.startField(names[i], i);
          writers[i].write(row, consumer);
          consumer.endField(names[i], i);
        } else if (!nullable[i]) {
          throw new IllegalArgumentException(what + names[i] + " must not be null");
        }
      }
    }
  }

  /** Writes the elements of an array one by one: each as the only field of a row. */
  private final class Elements {
    private final String name;
    private final int index;
    private final ArrayData.ElementGetter getter;
    private final ColumnWriter writer;
    private final GenericRowData cell = new GenericRowData(1);

    Elements(String name, int index, LogicalType type) {
      this.name = name;
      this.index = index;
      this.getter = ArrayData.createElementGetter(type);
      this.writer = writer(type, 0);
    }

    void write(ArrayData array, int n, RecordConsumer consumer) {
      Object value = getter.getElementOrNull(array, n);
      if (value != null) {
        cell.setField(0, value);
        consumer.startField(name, index);
        writer.write(cell, consumer);
        consumer.endField(name, index);
      }
    }
  }
}
