package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sums commits up in a log compaction file, after the protocol: what is newest of each counts. */
final class LogCompaction {

  private LogCompaction() {}

  /** The commits of a range, both ends included. */
  static void write(Path table, long from, long to) throws IOException {
    Map<String, JsonNode> newest = new LinkedHashMap<>();
    for (DeltaLog.Commit commit : DeltaLog.commits(table)) {
      if (commit.version() >= from && commit.version() <= to) {
        for (JsonNode action : commit.actions()) {
          String key = key(action);
          if (!key.isEmpty()) {
            newest.put(key, action);
          }
        }
      }
    }
    StringBuilder lines = new StringBuilder();
    newest.values().forEach(action -> lines.append(action).append('\n'));
    Path log = table.resolve("_delta_log");
    Files.writeString(log.resolve("%020d.%020d.compacted.json".formatted(from, to)), lines);
  }

  /** What an action is about; empty if it is left out. */
  private static String key(JsonNode action) {
    String name = action.fieldNames().next();
    return switch (name) {
      case "add", "remove" -> {
        JsonNode file = action.get(name);
        yield file.get("path") + " " + file.path("deletionVector");
      }
      case "metaData", "protocol" -> name;
      default -> "";
    };
  }
}
