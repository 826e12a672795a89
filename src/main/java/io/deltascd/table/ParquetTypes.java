package io.deltascd.table;

import java.math.BigInteger;
import java.util.List;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The Parquet types that Delta readers expect: instants as INT64 microseconds, decimals as INT32,
 * INT64 or FIXED by their precision, lists and maps in three levels under the names of the Parquet
 * specification.
 */
final class ParquetTypes {
  static final int DIGITS_OF_INT = 9;
  static final int DIGITS_OF_LONG = 18;
  static final String LIST = "list";
  static final String ELEMENT = "element";
  static final String ENTRIES = "key_value";
  static final String KEY = "key";
  static final String VALUE = "value";

  private ParquetTypes() {}

  /** The fields of a row. */
  static List<Type> fields(RowType row) {
    return row.getFields().stream().map(field -> of(field.getType(), field.getName())).toList();
  }

  private static Type of(LogicalType type, String name) {
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
      case ROW -> Types.buildGroup(repetition).addFields(array(fields((RowType) type))).named(name);
      case ARRAY -> list((ArrayType) type, repetition, name);
      case MAP -> map((MapType) type, repetition, name);
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

  private static Type list(ArrayType type, Repetition repetition, String name) {
    return Types.buildGroup(repetition)
        .as(LogicalTypeAnnotation.listType())
        .addField(Types.repeatedGroup().addField(of(type.getElementType(), ELEMENT)).named(LIST))
        .named(name);
  }

  private static Type map(MapType type, Repetition repetition, String name) {
    return Types.buildGroup(repetition)
        .as(LogicalTypeAnnotation.mapType())
        .addField(
            Types.repeatedGroup()
                .addFields(of(type.getKeyType(), KEY), of(type.getValueType(), VALUE))
                .named(ENTRIES))
        .named(name);
  }

  private static Type[] array(List<Type> types) {
    return types.toArray(Type[]::new);
  }

  /** The least number of bytes that hold every decimal of that many digits, with its sign. */
  static int bytesOfDecimal(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
  }
}
