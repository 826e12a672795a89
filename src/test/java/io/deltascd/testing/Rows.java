package io.deltascd.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rows as maps from column name to value, and their canonical text: equal texts mean equal rows, by
 * value. It is the same for a row that came as Java objects and one that came as JSON.
 */
public final class Rows {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  private Rows() {}

  /**
   * One row as text: columns by name, numbers plain and without trailing zeros, −0.0 as 0, every
   * NaN the same, times in UTC with six digits; fields of structs and entries of maps by name and
   * key, whatever their order.
   */
  public static String canonical(Map<String, ?> row) {
    return object(row);
  }

  /** Many rows as text, in order of the texts. */
  public static List<String> canonical(Collection<? extends Map<String, ?>> rows) {
    return rows.stream().map(Rows::object).sorted().toList();
  }

  /** The canonical text of some columns of a row. */
  public static String canonical(Map<String, ?> row, Collection<String> columns) {
    Map<String, Object> some = new LinkedHashMap<>();
    columns.forEach(column -> some.put(column, row.get(column)));
    return object(some);
  }

  /** A row from a JSON object, as the product and Delta Spark print rows. */
  public static Map<String, Object> ofJson(String object) {
    try {
      return JSON.readValue(object, new TypeReference<LinkedHashMap<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Not a row: " + object, e);
    }
  }

  /** Rows from JSON objects. */
  public static List<Map<String, Object>> ofJson(List<String> objects) {
    return objects.stream().map(Rows::ofJson).toList();
  }

  /** The row with null for each column that it lacks, columns in the order given. */
  static Map<String, Object> padded(Map<String, Object> row, List<Column> columns) {
    Map<String, Object> all = new LinkedHashMap<>();
    columns.forEach(column -> all.put(column.name(), row.get(column.name())));
    return Collections.unmodifiableMap(all);
  }

  private static String object(Map<?, ?> row) {
    Map<String, String> texts = new TreeMap<>();
    row.forEach((name, value) -> texts.put(key(name), value(value)));
    return texts.toString();
  }

  /** Without quotation marks in any case: the keys of an object in JSON are strings. */
  private static String key(Object key) {
    if (key instanceof Map<?, ?> struct) {
      return json(struct);
    }
    String text = value(key);
    return key instanceof String name
        ? name
        : text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
  }

  /** As the key of an object, a struct is the text that JSON has for it. */
  private static String json(Map<?, ?> struct) {
    try {
      return JSON.writeValueAsString(struct);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Not in JSON: " + struct, e);
    }
  }

  private static String value(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof BigDecimal number) {
      return plain(number);
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      boolean finite = !Double.isNaN(number) && !Double.isInfinite(number);
      return finite ? plain(new BigDecimal(value.toString())) : quoted(value.toString());
    }
    if (value instanceof Number number) {
      return plain(new BigDecimal(number.toString()));
    }
    if (value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof Instant time) {
      return quoted(MICROS.format(time.atOffset(ZoneOffset.UTC)) + "Z");
    }
    if (value instanceof LocalDateTime time) {
      return quoted(MICROS.format(time));
    }
    if (value instanceof LocalDate || value instanceof String) {
      return quoted(value.toString());
    }
    if (value instanceof byte[] bytes) {
      return quoted(Base64.getEncoder().encodeToString(bytes));
    }
    if (value instanceof Map<?, ?> struct) {
      return object(struct);
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(Rows::value).toList().toString();
    }
    throw new IllegalArgumentException("No canonical text of a " + value.getClass());
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
