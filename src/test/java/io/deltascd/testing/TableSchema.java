package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A table's columns as its metadata gives them. */
record TableSchema(List<Column> columns, List<String> partitionBy) {

  static TableSchema of(JsonNode metadata) {
    List<Column> columns = new ArrayList<>();
    for (JsonNode field : DeltaLog.parse(metadata.get("schemaString").asText()).get("fields")) {
      columns.add(new Column(field.get("name").asText(), type(field.get("type").asText())));
    }
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

  private static ColumnType type(String name) {
    for (ColumnType type :
        List.of(
            ColumnType.LONG,
            ColumnType.INTEGER,
            ColumnType.STRING,
            ColumnType.DATE,
            ColumnType.DOUBLE,
            ColumnType.TIMESTAMP,
            ColumnType.BOOLEAN)) {
      if (type.deltaName().equals(name)) {
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
