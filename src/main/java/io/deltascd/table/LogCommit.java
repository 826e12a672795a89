package io.deltascd.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
 * The actions of one commit file that matter to a reader of changes. Read leniently: writers differ
 * in what they put into {@code commitInfo}.
 */
final class LogCommit {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> MERGE_ROW_METRICS =
      List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted");

  /** An {@code add}, {@code remove} or {@code cdc} action. */
  record LogFile(
      String path,
      long size,
      Map<String, String> partitionValues,
      boolean dataChange,
      @Nullable DeletionVector deletionVector) {}

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
   * @throws IOException also if it is not JSON
   */
  static LogCommit read(BufferedReader lines) throws IOException {
    LogCommit commit = new LogCommit();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank()) {
        commit.action(line);
      }
    }
    return commit;
  }

  private void action(String line) throws JsonProcessingException {
    Iterator<Map.Entry<String, JsonNode>> fields = JSON.readTree(line).fields();
    if (!fields.hasNext()) {
      return;
    }
    Map.Entry<String, JsonNode> action = fields.next();
    JsonNode body = action.getValue();
    switch (action.getKey()) {
      case "add" -> adds.add(file(body));
      case "remove" -> removes.add(file(body));
      case "cdc" -> cdcs.add(file(body));
      case "metaData" -> metadata = metadata(body);
      case "protocol" -> protocol = protocol(body);
      case "commitInfo" -> commitInfo(body);
      default -> {} // txn, domainMetadata, checkpointMetadata, …: nothing to read from
    }
  }

  private LogFile file(JsonNode body) {
    JsonNode vector = body.path("deletionVector");
    return new LogFile(
        body.path("path").textValue(),
        body.path("size").asLong(0),
        partitionValues(body.path("partitionValues")),
        body.path("dataChange").asBoolean(true),
        vector.isObject() ? deletionVector(vector) : null);
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
        node.path("storageType").textValue(),
        node.path("pathOrInlineDv").textValue(),
        node.path("offset").isNumber() ? node.path("offset").intValue() : null,
        node.path("sizeInBytes").intValue(),
        node.path("cardinality").longValue());
  }

  private static LogMetadata metadata(JsonNode body) {
    List<String> partitionColumns = new ArrayList<>();
    body.path("partitionColumns").forEach(column -> partitionColumns.add(column.textValue()));
    return new LogMetadata(
        body.path("id").textValue(),
        body.path("schemaString").textValue(),
        partitionColumns,
        strings(body.path("configuration")));
  }

  private static LogProtocol protocol(JsonNode body) {
    return new LogProtocol(
        body.path("minReaderVersion").intValue(),
        body.path("minWriterVersion").intValue(),
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
    node.forEach(name -> names.add(name.textValue()));
    return names;
  }
}
