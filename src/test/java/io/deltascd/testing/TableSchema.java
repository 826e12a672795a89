package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A table's columns as its metadata gives them. */
record TableSchema(List<Column> columns, List<String> partitionBy) {

  static TableSchema of(JsonNode metadata) {
    List<Column> columns = columns(DeltaLog.parse(metadata.get("schemaString").asText()));
    List<String> partitionBy = new ArrayList<>();
    metadata.get("partitionColumns").forEach(name -> partitionBy.add(name.asText()));
    return new TableSchema(columns, partitionBy);
  }

  /** The columns that stand in data files. */
  List<Column> stored() {
    return columns.stream().filter(column -> !partitionBy.contains(column.name())).toList();
  }

  /**
   * The value of a partition column.
   *
   * @param values {@code partitionValues} of an action, where null may be left out
   */
  Object partitionValue(Column column, JsonNode values) {
    JsonNode value = values.path(column.name());
    if (value.isMissingNode() || value.isNull() || value.asText().isEmpty()) {
      return null;
    }
    return switch (column.type().kind()) {
      case LONG -> Long.valueOf(value.asText());
      case INTEGER -> Integer.valueOf(value.asText());
      case STRING -> value.asText();
      case DATE -> LocalDate.parse(value.asText());
      case BOOLEAN -> Boolean.valueOf(value.asText());
      default -> throw new IllegalArgumentException("Not for a partition column: " + column);
    };
  }

  private static List<Column> columns(JsonNode struct) {
    List<Column> columns = new ArrayList<>();
    for (JsonNode field : struct.get("fields")) {
      columns.add(new Column(field.get("name").asText(), type(field.get("type"))));
    }
    return columns;
  }

  private static ColumnType type(JsonNode type) {
    if (type.isTextual()) {
      return primitive(type.asText());
    }
    return switch (type.get("type").asText()) {
      case "struct" -> ColumnType.struct(columns(type).toArray(Column[]::new));
      case "array" -> ColumnType.array(type(type.get("elementType")));
      case "map" -> ColumnType.map(type(type.get("keyType")), type(type.get("valueType")));
      default -> throw new IllegalArgumentException("Not a type: " + type);
    };
  }

  private static ColumnType primitive(String name) {
    for (ColumnType type :
        List.of(
            ColumnType.LONG,
            ColumnType.INTEGER,
            ColumnType.STRING,
            ColumnType.DATE,
            ColumnType.DOUBLE,
            ColumnType.TIMESTAMP,
            ColumnType.BOOLEAN)) {
      if (type.deltaType().asText().equals(name)) {
        return type;
      }
    }
    if (name.startsWith("decimal(") && name.endsWith(")")) {
      int comma = name.indexOf(',');
      return ColumnType.decimal(
          Integer.parseInt(name.substring("decimal(".length(), comma).trim()),
          Integer.parseInt(name.substring(comma + 1, name.length() - 1).trim()));
    }
    throw new IllegalArgumentException("The test kit has no column type " + name);
  }
}
