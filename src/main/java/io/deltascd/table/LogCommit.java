package io.deltascd.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.deltascd.model.DeletionVector;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * The actions of one commit file that matter to a reader of changes. Read leniently, since writers
 * differ in what they put into {@code commitInfo}, except for what rows depend on.
 */
final class LogCommit {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final List<String> MERGE_ROW_METRICS =
      List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted");

  /** A line of a commit file that is not what it has to be. */
  static final class MalformedException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * An {@code add}, {@code remove} or {@code cdc} action.
   *
   * @param rowIds null if the action names none
   */
  record LogFile(
      String path,
      long size,
      Map<String, String> partitionValues,
      boolean dataChange,
      @Nullable DeletionVector deletionVector,
      @Nullable RowIds rowIds) {}

  /** A {@code metaData} action. */
  record LogMetadata(
      String id,
      String schemaString,
      List<String> partitionColumns,
      Map<String, String> configuration) {}

  /** A {@code protocol} action. */
  record LogProtocol(
      int minReaderVersion,
      int minWriterVersion,
      Set<String> readerFeatures,
      Set<String> writerFeatures) {}

  final List<LogFile> adds = new ArrayList<>();
  final List<LogFile> removes = new ArrayList<>();
  final List<LogFile> cdcs = new ArrayList<>();
  @Nullable LogMetadata metadata;
  @Nullable LogProtocol protocol;

  /** {@code commitInfo.inCommitTimestamp} in milliseconds. */
  OptionalLong inCommitTimestamp = OptionalLong.empty();

  /** A MERGE that by its own metrics touched no row; its files were only rewritten. */
  boolean mergeWithoutRows;

  /** Partition values are mostly the same for many files of a commit. */
  private Map<String, String> lastPartitionValues = Map.of();

  private LogCommit() {}

  /**
   * Reads a commit file.
   *
   * @throws MalformedException naming the line, if one is not an action
   */
  static LogCommit read(BufferedReader lines) throws IOException {
    LogCommit commit = new LogCommit();
    int number = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        if (!line.isBlank()) {
          commit.line(line);
        }
      } catch (JsonProcessingException e) {
        throw new MalformedException("line " + number + ": " + e.getOriginalMessage(), e);
      } catch (IllegalArgumentException e) {
        throw new MalformedException("line " + number + ": " + e.getMessage(), e);
      }
      number++;
    }
    return commit;
  }

  private void line(String line) throws JsonProcessingException {
    JsonNode actions = JSON.readTree(line);
    if (!actions.isObject()) {
      throw new IllegalArgumentException("not a JSON object");
    }
    // One action a line; some writers name the others as well, as null.
    for (Iterator<Map.Entry<String, JsonNode>> all = actions.fields(); all.hasNext(); ) {
      Map.Entry<String, JsonNode> action = all.next();
      if (!action.getValue().isNull()) {
        action(action.getKey(), action.getValue());
      }
    }
  }

  private void action(String name, JsonNode body) {
    switch (name) {
      case "add" -> adds.add(file(name, body));
      case "remove" -> removes.add(file(name, body));
      case "cdc" -> cdcs.add(file(name, body));
      case "metaData" -> metadata = metadata(body);
      case "protocol" -> protocol = protocol(body);
      case "commitInfo" -> commitInfo(body);
      default -> {} // txn, domainMetadata, checkpointMetadata, …: nothing to read from
    }
  }

  private LogFile file(String action, JsonNode body) {
    JsonNode vector = body.path("deletionVector");
    return new LogFile(
        text(action, body, "path"),
        body.path("size").asLong(0),
        partitionValues(body.path("partitionValues")),
        body.path("dataChange").asBoolean(true),
        vector.isObject() ? deletionVector(vector) : null,
        rowIds(body.path("baseRowId"), body.path("defaultRowCommitVersion")));
  }

  @Nullable
  private static RowIds rowIds(JsonNode base, JsonNode commitVersion) {
    return base.canConvertToLong() && commitVersion.canConvertToLong()
        ? new RowIds(base.longValue(), commitVersion.longValue())
        : null;
  }

  private Map<String, String> partitionValues(JsonNode node) {
    Map<String, String> values = strings(node);
    if (!values.equals(lastPartitionValues)) {
      lastPartitionValues = values;
    }
    return lastPartitionValues;
  }

  private static DeletionVector deletionVector(JsonNode node) {
    return new DeletionVector(
        text("deletionVector", node, "storageType"),
        text("deletionVector", node, "pathOrInlineDv"),
        node.path("offset").isNumber() ? node.path("offset").intValue() : null,
        node.path("sizeInBytes").intValue(),
        node.path("cardinality").longValue());
  }

  private static LogMetadata metadata(JsonNode body) {
    List<String> partitionColumns = new ArrayList<>();
    body.path("partitionColumns").forEach(column -> partitionColumns.add(column.asText()));
    return new LogMetadata(
        text("metaData", body, "id"),
        text("metaData", body, "schemaString"),
        partitionColumns,
        strings(body.path("configuration")));
  }

  private static LogProtocol protocol(JsonNode body) {
    return new LogProtocol(
        number("protocol", body, "minReaderVersion"),
        number("protocol", body, "minWriterVersion"),
        names(body.path("readerFeatures")),
        names(body.path("writerFeatures")));
  }

  private void commitInfo(JsonNode body) {
    JsonNode time = body.path("inCommitTimestamp");
    if (time.isNumber()) {
      inCommitTimestamp = OptionalLong.of(time.longValue());
    }
    JsonNode metrics = body.path("operationMetrics");
    mergeWithoutRows =
        body.path("operation").asText().equals("MERGE")
            && MERGE_ROW_METRICS.stream().allMatch(name -> metrics.path(name).asText().equals("0"));
  }

  private static String text(String action, JsonNode body, String field) {
    JsonNode value = body.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException(action + " without " + field);
    }
    return value.textValue();
  }

  private static int number(String action, JsonNode body, String field) {
    JsonNode value = body.path(field);
    if (!value.canConvertToInt()) {
      throw new IllegalArgumentException(action + " without " + field);
    }
    return value.intValue();
  }

  private static Map<String, String> strings(JsonNode node) {
    if (!node.isObject() || node.isEmpty()) {
      return Map.of();
    }
    Map<String, String> values = new HashMap<>();
    node.fields()
        .forEachRemaining(
            field ->
                values.put(
                    field.getKey(), field.getValue().isNull() ? null : field.getValue().asText()));
    return values;
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new HashSet<>();
    node.forEach(name -> names.add(name.asText()));
    return names;
  }
}
