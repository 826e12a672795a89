package io.deltascd.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Rows as JSON lines in the product's own output format: all columns present, decimals as plain
 * numbers with their scale, timestamps in UTC with six fraction digits, binary as base64, and the
 * floating point values that JSON lacks as strings, maps as objects.
 */
final class JsonRows {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  private JsonRows() {}

  static void write(Dataset<Row> rows, Path file) throws IOException {
    StructType schema = rows.schema();
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (Iterator<Row> all = rows.toLocalIterator(); all.hasNext(); ) {
        out.write(line(all.next(), schema));
        out.write('\n');
      }
    }
  }

  private static String line(Row row, StructType schema) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      writeStruct(row, schema, json);
    }
    return text.toString();
  }

  private static void writeStruct(Row row, StructType schema, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    StructField[] fields = schema.fields();
    for (int i = 0; i < fields.length; i++) {
      json.writeFieldName(fields[i].name());
      writeValue(row.get(i), json);
    }
    json.writeEndObject();
  }

  private static void writeValue(Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean v) {
      json.writeBoolean(v);
    } else if (value instanceof Double v) {
      writeFloating(v, v.toString(), json);
    } else if (value instanceof Float v) {
      writeFloating(v.doubleValue(), v.toString(), json);
    } else if (value instanceof BigDecimal v) {
      json.writeNumber(v);
    } else if (value instanceof Number v) {
      json.writeNumber(v.longValue());
    } else if (value instanceof Instant v) {
      json.writeString(MICROS.format(v.atOffset(ZoneOffset.UTC)) + "Z");
    } else if (value instanceof LocalDateTime v) {
      json.writeString(MICROS.format(v));
    } else if (value instanceof LocalDate v) {
      json.writeString(v.toString());
    } else if (value instanceof byte[] v) {
      json.writeBinary(v);
    } else if (value instanceof Row v) {
      writeStruct(v, v.schema(), json);
    } else if (value instanceof scala.collection.Seq<?> v) {
      writeArray(CollectionConverters.asJava(v), json);
    } else if (value instanceof scala.collection.Map<?, ?> v) {
      writeMap(CollectionConverters.asJava(v), json);
    } else {
      json.writeString(value.toString());
    }
  }

  private static void writeFloating(double value, String text, JsonGenerator json)
      throws IOException {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      json.writeString(text);
    } else {
      json.writeNumber(text);
    }
  }

  private static void writeArray(List<?> values, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Object value : values) {
      writeValue(value, json);
    }
    json.writeEndArray();
  }

  /** As an object; a key that is no string as the text that JSON has for it. */
  private static void writeMap(Map<?, ?> map, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(keyText(entry.getKey()));
      writeValue(entry.getValue(), json);
    }
    json.writeEndObject();
  }

  private static String keyText(Object key) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      writeValue(key, json);
    }
    JsonNode value = MAPPER.readTree(text.toString());
    return value.isTextual() ? value.asText() : text.toString();
  }
}
