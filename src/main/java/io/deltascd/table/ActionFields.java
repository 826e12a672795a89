package io.deltascd.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The fields of an action of Delta's log. At a field that is missing, or of another type than the
 * protocol gives it, all methods throw an {@link IllegalArgumentException} that names it: a number
 * that was cut off, or taken from a text, would give wrong rows.
 *
 * @param action its name
 */
record ActionFields(String action, JsonNode body) {
  private static final int SHOWN = 100;

  /** A text that has to be there. */
  String text(String field) {
    JsonNode value = body.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException(action + " without " + field);
    }
    return value.textValue();
  }

  /** A truth value that has to be there. */
  boolean flag(String field) {
    JsonNode value = body.path(field);
    if (!value.isBoolean()) {
      throw wrong(field, value);
    }
    return value.booleanValue();
  }

  /** A number from 0 on that has to be there and fits into an int. */
  int integer(String field) {
    long number =
        number(field, Integer.MAX_VALUE).orElseThrow(() -> wrong(field, body.path(field)));
    return Math.toIntExact(number);
  }

  /** A number from 0 on; empty if it is not there. */
  OptionalLong number(String field, long highest) {
    JsonNode value = body.path(field);
    if (isAbsent(value)) {
      return OptionalLong.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < 0
        || value.longValue() > highest) {
      throw wrong(field, value);
    }
    return OptionalLong.of(value.longValue());
  }

  /** Texts by name; empty if it is not there. */
  Map<String, String> texts(String field) {
    JsonNode object = body.path(field);
    if (isAbsent(object)) {
      return Map.of();
    }
    if (!object.isObject()) {
      throw wrong(field, object);
    }
    Map<String, String> values = new HashMap<>();
    object
        .fields()
        .forEachRemaining(
            entry ->
                values.put(
                    entry.getKey(), entry.getValue().isNull() ? null : entry.getValue().asText()));
    return values;
  }

  /** A list of texts; empty if it is not there. */
  List<String> names(String field) {
    JsonNode list = body.path(field);
    if (!isAbsent(list) && !list.isArray()) {
      throw wrong(field, list);
    }
    List<String> names = new ArrayList<>();
    list.forEach(name -> names.add(name.asText()));
    return names;
  }

  /** Whether the field is there with a value. */
  boolean has(String field) {
    return !isAbsent(body.path(field));
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private IllegalArgumentException wrong(String field, JsonNode value) {
    if (isAbsent(value)) {
      return new IllegalArgumentException(action + " without " + field);
    }
    String text = value.toString();
    return new IllegalArgumentException(
        "%s with %s %s"
            .formatted(
                action, field, text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…"));
  }
}
