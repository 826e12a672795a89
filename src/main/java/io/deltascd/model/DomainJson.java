package io.deltascd.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.function.ToIntFunction;

/**
 * What a table of ours remembers, as the JSON text of a domain in its log (Delta protocol, Domain
 * Metadata). Fields that this release does not know are passed over.
 *
 * @param type a record of plain data
 * @param domain name of the domain
 * @param format of a value
 * @param newest the newest format that this release reads
 * @param table whose progress it is, for the error texts
 * @param remedy what a user can do about a text that cannot be read
 */
record DomainJson<T>(
    Class<T> type,
    String domain,
    ToIntFunction<T> format,
    int newest,
    String table,
    String remedy) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  String write(T value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Progress is plain data", e);
    }
  }

  /**
   * @param path of the table, for the error text
   * @throws PipelineException if the text is not ours or of a newer format
   */
  T read(String json, String path) {
    T value;
    try {
      value = JSON.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new PipelineException(
          "The progress of " + table + " cannot be read",
          path + ", domain metadata " + domain,
          e.getOriginalMessage(),
          "what flink-delta-scd wrote",
          remedy,
          e);
    }
    if (format.applyAsInt(value) > newest) {
      throw new PipelineException(
          "The progress of " + table + " was written by a newer release",
          path + ", domain metadata " + domain,
          "format " + format.applyAsInt(value),
          "format " + newest + " or older",
          "run that newer release");
    }
    return value;
  }
}
