package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The type of a column and the Java class of its values in rows.
 *
 * @param kind what it is
 * @param precision digits of a decimal, else 0
 * @param scale fraction digits of a decimal, else 0
 * @param parts the fields of a struct, the element of an array, key and value of a map
 */
public record ColumnType(Kind kind, int precision, int scale, List<Column> parts) {

  /** The kinds; values are of the class named with each. */
  public enum Kind {
    /** {@link Long}. */
    LONG,
    /** {@link Integer}. */
    INTEGER,
    /** {@link String}. */
    STRING,
    /** {@link java.time.LocalDate}. */
    DATE,
    /** {@link java.math.BigDecimal}. */
    DECIMAL,
    /** {@link Double}. */
    DOUBLE,
    /** {@link java.time.Instant}, whole microseconds. */
    TIMESTAMP,
    /** {@link Boolean}. */
    BOOLEAN,
    /** {@link java.util.Map} from field name to value. */
    STRUCT,
    /** {@link List}. */
    ARRAY,
    /** {@link java.util.Map} from key to value, in the order of the file. */
    MAP
  }

  public static final ColumnType LONG = of(Kind.LONG);
  public static final ColumnType INTEGER = of(Kind.INTEGER);
  public static final ColumnType STRING = of(Kind.STRING);
  public static final ColumnType DATE = of(Kind.DATE);
  public static final ColumnType DOUBLE = of(Kind.DOUBLE);
  public static final ColumnType TIMESTAMP = of(Kind.TIMESTAMP);
  public static final ColumnType BOOLEAN = of(Kind.BOOLEAN);

  /** An exact number. */
  public static ColumnType decimal(int precision, int scale) {
    return new ColumnType(Kind.DECIMAL, precision, scale, List.of());
  }

  public static ColumnType struct(Column... fields) {
    return new ColumnType(Kind.STRUCT, 0, 0, List.of(fields));
  }

  public static ColumnType array(ColumnType element) {
    return new ColumnType(Kind.ARRAY, 0, 0, List.of(new Column("element", element)));
  }

  public static ColumnType map(ColumnType key, ColumnType value) {
    return new ColumnType(
        Kind.MAP, 0, 0, List.of(new Column("key", key), new Column("value", value)));
  }

  private static ColumnType of(Kind kind) {
    return new ColumnType(kind, 0, 0, List.of());
  }

  /** The type of the n-th part. */
  ColumnType part(int n) {
    return parts.get(n).type();
  }

  /** The type in the schema string of a table. */
  JsonNode deltaType() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return switch (kind) {
      case LONG -> json.textNode("long");
      case INTEGER -> json.textNode("integer");
      case STRING -> json.textNode("string");
      case DATE -> json.textNode("date");
      case DECIMAL -> json.textNode("decimal(" + precision + "," + scale + ")");
      case DOUBLE -> json.textNode("double");
      case TIMESTAMP -> json.textNode("timestamp");
      case BOOLEAN -> json.textNode("boolean");
      case STRUCT -> structOf(parts);
      case ARRAY -> {
        ObjectNode array = json.objectNode().put("type", "array").put("containsNull", true);
        yield array.set("elementType", part(0).deltaType());
      }
      case MAP -> {
        ObjectNode map = json.objectNode().put("type", "map").put("valueContainsNull", true);
        map.set("keyType", part(0).deltaType());
        yield map.set("valueType", part(1).deltaType());
      }
    };
  }

  /** The schema of some columns. */
  static ObjectNode structOf(List<Column> columns) {
    ObjectNode struct = JsonNodeFactory.instance.objectNode().put("type", "struct");
    ArrayNode fields = struct.putArray("fields");
    for (Column column : columns) {
      ObjectNode field = fields.addObject().put("name", column.name());
      field.set("type", column.type().deltaType());
      field.put("nullable", true).putObject("metadata");
    }
    return struct;
  }
}
