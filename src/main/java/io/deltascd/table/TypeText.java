package io.deltascd.table;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.stream.Collectors;

/**
 * Delta's types in words, as {@code array<struct<sku string, amount integer>>}: all that a reader
 * of rows depends on, nothing of nullability and comments.
 */
final class TypeText {

  private TypeText() {}

  /** The type of a column, and the name it is stored under if that is another one. */
  static String of(StructField field) {
    String physical = ColumnMapping.getPhysicalName(field);
    return of(field.getDataType())
        + (physical.equals(field.getName()) ? "" : ", stored as " + physical);
  }

  /** A type. */
  static String of(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream()
          .map(field -> field.getName() + " " + of(field))
          .collect(Collectors.joining(", ", "struct<", ">"));
    } else if (type instanceof ArrayType array) {
      return "array<" + of(array.getElementType()) + ">";
    } else if (type instanceof MapType map) {
      return "map<" + of(map.getKeyType()) + ", " + of(map.getValueType()) + ">";
    }
    return type.toString();
  }
}
