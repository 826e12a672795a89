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

  /** The end of the year 9999: no clock of a writer is later. */
  private static final long LATEST_MILLIS = 253_402_300_799_999L;

  private static final List<String> MERGE_ROW_METRICS =
      List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted");

  /** A line of a commit file that is not what it has to be. */
  static final class MalformedException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message, @Nullable Throwable cause) {
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

  /** Paths of files that are named without {@code partitionValues}. */
  final Set<String> withoutPartition = new HashSet<>();

  private int count;

  /** Partition values are mostly the same for many files of a commit. */
  private Map<String, String> lastPartitionValues = Map.of();

  private LogCommit() {}

  /**
   * Reads a commit file.
   *
   * @throws MalformedException naming the line, if one is not an action; also if there is none, as
   *     when a crash has left an empty file, or if two say different things of the same
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
    if (commit.count == 0) {
      throw new MalformedException("no action: every writer leaves one", null);
    }
    requireDifferent("add", commit.adds);
    requireDifferent("remove", commit.removes);
    requireDifferent("cdc", commit.cdcs);
    return commit;
  }

  private void line(String line) throws JsonProcessingException {
    JsonNode actions = JSON.readTree(line);
    if (!actions.isObject()) {
      throw new IllegalArgumentException("not a JSON object");
    }
    // Some writers name all others as well, as null.
    String found = null;
    for (Iterator<Map.Entry<String, JsonNode>> all = actions.fields(); all.hasNext(); ) {
      Map.Entry<String, JsonNode> action = all.next();
      if (!action.getValue().isNull()) {
        if (found != null) {
          throw new IllegalArgumentException("two actions, " + found + " and " + action.getKey());
        }
        found = action.getKey();
        action(new ActionFields(found, action.getValue()));
      }
    }
  }

  private void action(ActionFields fields) {
    count++;
    switch (fields.action()) {
      case "add" -> adds.add(file(fields));
      case "remove" -> removes.add(file(fields));
      case "cdc" -> cdcs.add(file(fields));
      case "metaData" -> {
        requireFirst(metadata, fields);
        metadata = metadata(fields);
      }
      case "protocol" -> {
        requireFirst(protocol, fields);
        protocol = protocol(fields);
      }
      case "commitInfo" -> commitInfo(fields);
      default -> {} // txn, domainMetadata, checkpointMetadata, …: nothing to read from
    }
  }

  /** Readers that took one or the other of two would see different tables. */
  private static void requireFirst(@Nullable Object before, ActionFields fields) {
    if (before != null) {
      throw new IllegalArgumentException("a second " + fields.action() + " action");
    }
  }

  private LogFile file(ActionFields fields) {
    String path = fields.text("path");
    if (!fields.has("partitionValues")) {
      withoutPartition.add(path);
    }
    DeletionVector vector =
        fields.has("deletionVector")
            ? deletionVector(
                new ActionFields("deletionVector", fields.body().path("deletionVector")))
            : null;
    return new LogFile(
        path,
        fields.number("size", Long.MAX_VALUE).orElse(0),
        partitionValues(fields),
        !fields.action().equals("cdc") && fields.flag("dataChange"),
        vector,
        rowIds(fields.body().path("baseRowId"), fields.body().path("defaultRowCommitVersion")));
  }

  @Nullable
  private static RowIds rowIds(JsonNode base, JsonNode commitVersion) {
    return base.canConvertToLong() && commitVersion.canConvertToLong()
        ? new RowIds(base.longValue(), commitVersion.longValue())
        : null;
  }

  private Map<String, String> partitionValues(ActionFields fields) {
    Map<String, String> values = fields.texts("partitionValues");
    if (!values.equals(lastPartitionValues)) {
      lastPartitionValues = values;
    }
    return lastPartitionValues;
  }

  private static DeletionVector deletionVector(ActionFields fields) {
    return new DeletionVector(
        fields.text("storageType"),
        fields.text("pathOrInlineDv"),
        fields.has("offset") ? fields.integer("offset") : null,
        fields.integer("sizeInBytes"),
        fields
            .number("cardinality", Long.MAX_VALUE)
            .orElseThrow(() -> new IllegalArgumentException("deletionVector without cardinality")));
  }

  private static LogMetadata metadata(ActionFields fields) {
    return new LogMetadata(
        fields.text("id"),
        fields.text("schemaString"),
        fields.names("partitionColumns"),
        fields.texts("configuration"));
  }

  private static LogProtocol protocol(ActionFields fields) {
    return new LogProtocol(
        fields.integer("minReaderVersion"),
        fields.integer("minWriterVersion"),
        Set.copyOf(fields.names("readerFeatures")),
        Set.copyOf(fields.names("writerFeatures")));
  }

  private void commitInfo(ActionFields fields) {
    inCommitTimestamp = fields.number("inCommitTimestamp", LATEST_MILLIS);
    JsonNode metrics = fields.body().path("operationMetrics");
    mergeWithoutRows =
        fields.body().path("operation").asText().equals("MERGE")
            && MERGE_ROW_METRICS.stream().allMatch(name -> metrics.path(name).asText().equals("0"));
  }

  /** A file that one list names twice would have its rows twice. */
  private static void requireDifferent(String action, List<LogFile> files)
      throws MalformedException {
    Set<String> paths = new HashSet<>();
    for (LogFile file : files) {
      if (!paths.add(file.path())) {
        throw new MalformedException("two " + action + " actions of " + file.path(), null);
      }
    }
  }
}
