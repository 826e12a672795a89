package io.deltascd.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One line of a request file: an operation and its arguments. A JSON null counts as absent. */
final class Request {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode fields;

  private Request(JsonNode fields) {
    this.fields = fields;
  }

  static Request parse(String line) throws JsonProcessingException {
    return new Request(JSON.readTree(line));
  }

  String operation() {
    return text("op");
  }

  String text(String name) {
    return optionalText(name)
        .orElseThrow(() -> new IllegalArgumentException("no \"" + name + "\" in " + fields));
  }

  Optional<String> optionalText(String name) {
    return Optional.ofNullable(fields.get(name)).filter(n -> !n.isNull()).map(JsonNode::asText);
  }

  /** The file for the result, if the request names one. */
  Optional<Path> out() {
    return optionalText("out").map(Path::of);
  }

  long number(String name) {
    return optionalNumber(name)
        .orElseThrow(() -> new IllegalArgumentException("no \"" + name + "\" in " + fields));
  }

  OptionalLong optionalNumber(String name) {
    JsonNode field = fields.get(name);
    if (field == null || field.isNull()) {
      return OptionalLong.empty();
    }
    if (!field.canConvertToLong()) {
      throw new IllegalArgumentException("\"" + name + "\" is not a whole number in " + fields);
    }
    return OptionalLong.of(field.longValue());
  }

  boolean flag(String name) {
    return fields.path(name).asBoolean(false);
  }

  /** A list of strings; absent is empty. */
  List<String> list(String name) {
    List<String> values = new ArrayList<>();
    fields.path(name).forEach(value -> values.add(value.asText()));
    return values;
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
