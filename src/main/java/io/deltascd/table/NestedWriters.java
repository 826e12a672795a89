package io.deltascd.table;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructType;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.data.binary.BinaryMapData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryArrayWriter;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.ArrayDataSerializer;
import org.apache.flink.table.runtime.typeutils.MapDataSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Writers of structs, arrays and maps: each puts its value together in the binary form and hands it
 * over, so that what it stands in copies it at once.
 */
final class NestedWriters {

  private NestedWriters() {}

  static ColumnWriter struct(StructType type) {
    ColumnWriter[] fields = new ColumnWriter[type.length()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = ColumnWriter.of(type.at(i).getDataType());
    }
    BinaryRowData row = new BinaryRowData(fields.length);
    BinaryRowWriter writer = new BinaryRowWriter(row);
    RowDataSerializer serializer = new RowDataSerializer(DeltaTypes.rowType(type));
    return (column, index, target, position) -> {
      writer.reset();
      for (int i = 0; i < fields.length; i++) {
        ColumnVector field = column.getChild(i);
        if (field.isNullAt(index)) {
          writer.setNullAt(i);
        } else {
          fields[i].write(field, index, writer, i);
        }
      }
      writer.complete();
      target.writeRow(position, row, serializer);
    };
  }

  static ColumnWriter array(ArrayType type) {
    Elements elements = new Elements(type.getElementType());
    ArrayDataSerializer serializer = new ArrayDataSerializer(elements.type);
    return (column, index, target, position) -> {
      ArrayValue array = column.getArray(index);
      target.writeArray(position, elements.of(array.getElements(), array.getSize()), serializer);
    };
  }

  static ColumnWriter map(MapType type) {
    Elements keys = new Elements(type.getKeyType());
    Elements values = new Elements(type.getValueType());
    MapDataSerializer serializer = new MapDataSerializer(keys.type, values.type);
    return (column, index, target, position) -> {
      MapValue map = column.getMap(index);
      target.writeMap(
          position,
          BinaryMapData.valueOf(
              keys.of(map.getKeys(), map.getSize()), values.of(map.getValues(), map.getSize())),
          serializer);
    };
  }

  /** Makes arrays of vectors. */
  private static final class Elements {
    private final LogicalType type;
    private final int fixedSize;
    private final BinaryArrayWriter.NullSetter nulls;
    private final ColumnWriter writer;

    Elements(DataType delta) {
      this.type = DeltaTypes.elementType(delta);
      this.fixedSize = BinaryArrayData.calculateFixLengthPartSize(type);
      this.nulls = BinaryArrayWriter.createNullSetter(type);
      this.writer = ColumnWriter.of(delta);
    }

    BinaryArrayData of(ColumnVector vector, int size) {
      BinaryArrayData array = new BinaryArrayData();
      BinaryArrayWriter target = new BinaryArrayWriter(array, size, fixedSize);
      for (int i = 0; i < size; i++) {
        if (vector.isNullAt(i)) {
          nulls.setNull(target, i);
        } else {
          writer.write(vector, i, target, i);
        }
      }
      target.complete();
      return array;
    }
  }
}
