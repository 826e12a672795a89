package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.testing.DeltaLog.Commit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a gold table's log for faults that readers may not notice: a file added twice, statistics
 * lost, deletion vectors that do not move with the table, changes that nobody accounts for.
 */
public final class TableHygiene {

  private final List<String> findings = new ArrayList<>();
  private final Map<String, String> activeVectors = new HashMap<>();

  private TableHygiene() {}

  /** Fails with all that was found in the JSON commits, which must go back to version 0. */
  public static void assertClean(Path table) {
    List<String> findings = findings(table);
    if (!findings.isEmpty()) {
      throw new AssertionError(table + ":\n  " + String.join("\n  ", findings));
    }
  }

  /** All that was found, empty if the table is clean. */
  public static List<String> findings(Path table) {
    TableHygiene hygiene = new TableHygiene();
    DeltaLog.commits(table).forEach(hygiene::check);
    return hygiene.findings;
  }

  private void check(Commit commit) {
    Set<String> removed = new HashSet<>();
    for (JsonNode remove : commit.actions("remove")) {
      String path = remove.get("path").asText();
      if (!removed.add(path)) {
        find(commit, "removes twice: " + path);
      }
      String active = activeVectors.remove(path);
      if (active == null) {
        find(commit, "removes what is not active: " + path);
      } else if (!active.equals(vector(remove))) {
        find(commit, "removes with another deletion vector than the active one: " + path);
      }
    }
    for (JsonNode add : commit.actions("add")) {
      checkAdd(commit, add);
    }
    checkDataChange(commit);
    checkProtocol(commit);
  }

  private void checkAdd(Commit commit, JsonNode add) {
    String path = add.get("path").asText();
    if (activeVectors.put(path, vector(add)) != null) {
      find(commit, "adds what is active already: " + path);
    }
    if (path.startsWith("/") || path.contains(":/")) {
      find(commit, "adds an absolute path: " + path);
    }
    JsonNode stats = DeltaLog.parse(add.path("stats").asText("{}"));
    if (!stats.path("numRecords").isNumber()) {
      find(commit, "adds without numRecords: " + path);
    }
    JsonNode vector = add.path("deletionVector");
    if (!vector.isObject()) {
      return;
    }
    if (!vector.path("storageType").asText().equals("u")) {
      find(commit, "has a deletion vector that is not relative: " + vector);
    }
    if (stats.path("tightBounds").asBoolean(true)) {
      find(commit, "claims tight bounds beside a deletion vector: " + path);
    }
    long marked = vector.path("cardinality").asLong();
    if (marked <= 0 || marked > stats.path("numRecords").asLong(Long.MAX_VALUE)) {
      find(commit, "has a deletion vector that marks %d of the rows: %s".formatted(marked, path));
    }
  }

  private void checkDataChange(Commit commit) {
    Set<Boolean> dataChange = new HashSet<>();
    commit.actions("add").forEach(add -> dataChange.add(add.get("dataChange").asBoolean()));
    commit.actions("remove").forEach(add -> dataChange.add(add.get("dataChange").asBoolean()));
    if (dataChange.size() > 1) {
      find(commit, "mixes data changes and none");
    }
    if (dataChange.contains(true) && commit.progress().isEmpty()) {
      find(commit, "changes data without progress: a foreign commit");
    }
    if (dataChange.contains(false) && commit.progress().isPresent()) {
      find(commit, "has progress without a change of data");
    }
    if (commit.progress().isPresent() && commit.transaction().isEmpty() && commit.version() > 0) {
      find(commit, "has progress without a transaction");
    }
  }

  private void checkProtocol(Commit commit) {
    if (commit.version() > 0 && commit.count("protocol") > 0 && commit.count("metaData") == 0) {
      find(commit, "changes the protocol, and no column needs it");
    }
  }

  /** Identifies a deletion vector; empty text if there is none. */
  private static String vector(JsonNode action) {
    JsonNode vector = action.path("deletionVector");
    return vector.isObject()
        ? vector.path("pathOrInlineDv").asText() + "@" + vector.path("offset").asInt()
        : "";
  }

  private void find(Commit commit, String what) {
    findings.add("version " + commit.version() + " " + what);
  }
}
