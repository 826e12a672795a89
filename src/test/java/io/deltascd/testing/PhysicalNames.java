package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that columns have in files. With column mapping, those of the first columns are their
 * neighbours' names, as a series of renamings leaves them, inside of structs as well.
 */
final class PhysicalNames {
  private final boolean mapped;
  private final Map<String, String> names = new HashMap<>();

  PhysicalNames(SilverSpec spec) {
    this.mapped = spec.features().contains(SilverFeature.COLUMN_MAPPING);
    if (mapped) {
      names.putAll(turned(spec.columns()));
    }
  }

  private static Map<String, String> turned(List<Column> columns) {
    Map<String, String> turned = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      turned.put(columns.get(i).name(), columns.get((i + 1) % columns.size()).name());
    }
    return turned;
  }

  /** The name of a column of the table. */
  String of(String column) {
    boolean same = !mapped || column.equals("_change_type");
    return same ? column : names.getOrDefault(column, "col-" + column);
  }

  /** Columns of the table as they are in files. */
  List<Column> of(List<Column> columns) {
    return columns.stream()
        .map(column -> new Column(of(column.name()), mapped ? type(column.type()) : column.type()))
        .toList();
  }

  private static ColumnType type(ColumnType type) {
    Map<String, String> inside =
        type.kind() == ColumnType.Kind.STRUCT ? turned(type.parts()) : Map.of();
    List<Column> parts =
        type.parts().stream()
            .map(
                part ->
                    new Column(inside.getOrDefault(part.name(), part.name()), type(part.type())))
            .toList();
    return new ColumnType(type.kind(), type.precision(), type.scale(), parts);
  }

  /** The schema string's content. */
  ObjectNode schema(List<Column> columns) {
    ObjectNode schema = ColumnType.structOf(columns);
    if (mapped) {
      List<String> top = new ArrayList<>();
      columns.forEach(column -> top.add(of(column.name())));
      mark(schema, top, new int[1]);
    }
    return schema;
  }

  private static void mark(JsonNode struct, List<String> physical, int[] lastId) {
    JsonNode fields = struct.get("fields");
    for (int i = 0; i < fields.size(); i++) {
      JsonNode field = fields.get(i);
      ((ObjectNode) field.get("metadata"))
          .put("delta.columnMapping.id", ++lastId[0])
          .put("delta.columnMapping.physicalName", physical.get(i));
      markInside(field.get("type"), lastId);
    }
  }

  private static void markInside(JsonNode type, int[] lastId) {
    if (type.has("fields")) {
      JsonNode fields = type.get("fields");
      List<String> physical = new ArrayList<>();
      for (int i = 0; i < fields.size(); i++) {
        physical.add(fields.get((i + 1) % fields.size()).get("name").asText());
      }
      mark(type, physical, lastId);
    }
    for (String part : List.of("elementType", "keyType", "valueType")) {
      if (type.path(part).isObject()) {
        markInside(type.get(part), lastId);
      }
    }
  }
}
