package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.testing.DeltaLog.Commit;
import io.deltascd.testing.FeedRow.Change;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Reads the feed of a table by the plain reading rules, one commit after the other from version 0
 * on: change files if there are any, else removed and added files, and of the same file in both the
 * difference of its deletion vectors. It is slow and knows only {@link ColumnType}'s types.
 */
public final class ChangeReader {

  private final Path table;
  private final List<FeedRow> feed = new ArrayList<>();
  private TableSchema schema = new TableSchema(List.of(), List.of());
  private Instant time = Instant.EPOCH;
  private long version;

  private ChangeReader(Path table) {
    this.table = table;
  }

  /** The feed of a range of versions, both included. */
  public static List<FeedRow> feed(Path table, long from, long to) {
    ChangeReader reader = new ChangeReader(table);
    for (Commit commit : DeltaLog.commits(table)) {
      if (commit.version() <= to) {
        reader.read(commit);
      }
    }
    return reader.feed.stream().filter(row -> row.version() >= from).toList();
  }

  private void read(Commit commit) {
    version = commit.version();
    time = time(commit);
    commit.actions("metaData").forEach(metadata -> schema = TableSchema.of(metadata));
    if (commit.count("cdc") > 0) {
      List<Column> withType = new ArrayList<>(schema.stored());
      withType.add(new Column("_change_type", ColumnType.STRING));
      for (JsonNode cdc : commit.actions("cdc")) {
        for (Map<String, Object> row : rows(cdc, withType)) {
          emit(Change.of((String) row.get("_change_type")), row);
        }
      }
    } else if (!isIdleMerge(commit)) {
      readFiles(commit);
    }
  }

  private void readFiles(Commit commit) {
    Map<String, JsonNode> removed = changing(commit, "remove");
    Map<String, JsonNode> added = changing(commit, "add");
    LongPredicate all = position -> true;
    removed.forEach(
        (path, remove) -> readFile(remove, marked(added.get(path), all), Change.DELETE));
    added.forEach((path, add) -> readFile(add, marked(removed.get(path), all), Change.INSERT));
  }

  private LongPredicate marked(JsonNode file, LongPredicate ifMissing) {
    return file == null ? ifMissing : KernelFiles.marked(table, file.path("deletionVector"));
  }

  /** Emits the rows that are live here but not on the other side of the commit. */
  private void readFile(JsonNode file, LongPredicate markedThere, Change change) {
    LongPredicate markedHere = KernelFiles.marked(table, file.path("deletionVector"));
    List<Map<String, Object>> rows = rows(file, schema.stored());
    for (int i = 0; i < rows.size(); i++) {
      if (!markedHere.test(i) && markedThere.test(i)) {
        emit(change, rows.get(i));
      }
    }
  }

  private void emit(Change change, Map<String, Object> row) {
    feed.add(new FeedRow(change, version, time, Rows.padded(row, schema.columns())));
  }

  private static Map<String, JsonNode> changing(Commit commit, String action) {
    Map<String, JsonNode> files = new HashMap<>();
    for (JsonNode file : commit.actions(action)) {
      if (file.get("dataChange").asBoolean()) {
        files.put(file.get("path").asText(), file);
      }
    }
    return files;
  }

  private static boolean isIdleMerge(Commit commit) {
    JsonNode info = commit.actions("commitInfo").get(0);
    JsonNode metrics = info.path("operationMetrics");
    return info.path("operation").asText().equals("MERGE")
        && metrics.path("numTargetRowsInserted").asLong(1) == 0
        && metrics.path("numTargetRowsUpdated").asLong(1) == 0
        && metrics.path("numTargetRowsDeleted").asLong(1) == 0;
  }

  private Instant time(Commit commit) {
    JsonNode inCommit = commit.actions("commitInfo").get(0).path("inCommitTimestamp");
    if (inCommit.isNumber()) {
      return Instant.ofEpochMilli(inCommit.asLong());
    }
    try {
      Path file = DeltaLog.commitFile(table, commit.version());
      Instant modified = Files.getLastModifiedTime(file).toInstant();
      Instant earliest = time.plusMillis(1);
      return modified.isBefore(earliest) ? earliest : modified;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Map<String, Object>> rows(JsonNode file, List<Column> stored) {
    Path path = table.resolve(URI.create(file.get("path").asText()).getPath());
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Map<String, Object> row : KernelFiles.rows(path, stored)) {
      Map<String, Object> whole = new HashMap<>(row);
      for (Column column : schema.columns()) {
        if (schema.partitionBy().contains(column.name())) {
          Object value = schema.partitionValue(column, file.path("partitionValues"));
          whole.put(column.name(), value);
        }
      }
      rows.add(whole);
    }
    return rows;
  }
}
