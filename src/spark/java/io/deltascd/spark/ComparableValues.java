package io.deltascd.spark;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Makes values comparable that have maps in them, which Spark cannot compare. */
final class ComparableValues {

  private ComparableValues() {}

  /** The value with the entries of each map, in their order, in place of the map. */
  static Column of(Column value, DataType type) {
    if (type instanceof MapType map) {
      return array_sort(
          transform(
              map_entries(value),
              entry ->
                  struct(
                      of(entry.getField("key"), map.keyType()).as("key"),
                      of(entry.getField("value"), map.valueType()).as("value"))));
    } else if (type instanceof ArrayType array) {
      return transform(value, element -> of(element, array.elementType()));
    } else if (type instanceof StructType struct) {
      Column[] fields =
          Arrays.stream(struct.fields())
              .map(f -> of(value.getField(f.name()), f.dataType()).as(f.name()))
              .toArray(Column[]::new);
      return when(value.isNotNull(), struct(fields));
    }
    return value;
  }
}
