package io.deltascd.changes;

import static io.deltascd.changes.HostileCase.A;
import static io.deltascd.changes.HostileCase.A_AND_B;
import static io.deltascd.changes.HostileCase.B;
import static io.deltascd.changes.HostileCase.COMMIT;
import static io.deltascd.changes.HostileCase.add;
import static io.deltascd.changes.HostileCase.lines;
import static io.deltascd.changes.HostileCase.put;
import static io.deltascd.changes.HostileCase.refused;
import static io.deltascd.changes.HostileCase.right;
import static io.deltascd.changes.HostileCase.snapshotRefused;
import static io.deltascd.table.SmallTable.row;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.deltascd.changes.HostileCase.Damage;
import io.deltascd.table.SmallTable;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/** What can be wrong with a log. */
final class HostileCommits {
  private static final String FEED_ON = "\"delta.enableChangeDataFeed\":\"true\"";
  private static final String REMOVE = "{\"remove\":{\"path\":\"a.parquet\",\"dataChange\":true}}";
  private static final String V2_CHECKPOINT =
      "_delta_log/00000000000000000002.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json";
  private static final List<String> ROWS_GONE = List.of("2 -D 1 a", "2 -D 2 b", "2 -D 3 c");

  private HostileCommits() {}

  static Stream<HostileCase> actions() {
    String add = add("b.parquet", "");
    return Stream.of(
        refused(
            "two actions in a line",
            lines(add.replaceFirst("}}$", "},") + REMOVE.substring(1)),
            COMMIT,
            "line 2: two actions, add and remove"),
        right("an unknown action", lines("{\"teleport\":{\"path\":7}}", add), B, A_AND_B),
        refused("partition values in a list", replaced(add, "{},", "[],"), COMMIT, "[]"),
        refused("dataChange as text", replaced(add, "true", "\"yes\""), COMMIT, "\"yes\""),
        refused(
            "no dataChange",
            replaced(add, ",\"dataChange\":true", ""),
            COMMIT,
            "add without dataChange"),
        refused("negative size", size("-1"), COMMIT, "size -1"),
        refused("size as text", size("\"big\""), COMMIT, "size \"big\""),
        refused("a fraction of a byte", size("1.5"), COMMIT, "size 1.5"),
        refused("size beyond a long", size("99999999999999999999"), COMMIT, "size 9999999999"),
        refused(
            "size beyond the file",
            size("9223372036854775807"),
            "b.parquet, version 2",
            "9223372036854775807 bytes, as the log says"),
        right("absurd numRecords", stats("{\\\"numRecords\\\":-9}"), B, A_AND_B),
        right("statistics that are no JSON", stats("{nope"), B, A_AND_B),
        refused("a file added twice", lines(add, add), COMMIT, "two add actions of b.parquet"),
        refused("a file removed twice", lines(REMOVE, REMOVE), COMMIT, "two remove actions"),
        refused(
            "a change file named twice",
            table -> {
              table.writeCdc("c.parquet", row(1L, "a", "delete"));
              table.commit(table.cdc("c.parquet"), table.cdc("c.parquet"));
            },
            COMMIT,
            "two cdc actions of c.parquet"),
        refused("two metaData actions", lines(feed(), feed()), COMMIT, "a second metaData"),
        refused(
            "two protocol actions",
            lines(SmallTable.protocol(), SmallTable.richProtocol()),
            COMMIT,
            "a second protocol"),
        refused("a negative time", time("-5"), COMMIT, "inCommitTimestamp -5"),
        refused("a time beyond all calendars", time("9223372036854775807"), COMMIT, "92233720"),
        refused("a time beyond a long", time("99223372036854775807"), COMMIT, "992233720"),
        refused("a time as text", time("\"now\""), COMMIT, "inCommitTimestamp \"now\""),
        right("arrays in arrays", info("[".repeat(50_000) + "]".repeat(50_000)), B, A_AND_B),
        right(
            "objects in objects", info("{\"x\":".repeat(900) + "1" + "}".repeat(900)), B, A_AND_B));
  }

  static Stream<HostileCase> tables() {
    return Stream.of(
        refused(
            "partition columns as text",
            replaced(feed(), "[]", "\"id\""),
            COMMIT,
            "partitionColumns \"id\""),
        refused(
            "partitioned by no column",
            lines(SmallTable.metadata(SmallTable.ID_AND_NAME, "\"nope\"", FEED_ON)),
            "partitioned by nope, which is no column"),
        refused(
            "properties in a list",
            replaced(feed(), "{" + FEED_ON + "}", "[1]"),
            COMMIT,
            "configuration [1]"),
        refused("two columns of a name", column("\"ID\"", "long", ""), "two columns ID"),
        refused("a column of an unknown type", column("\"x\"", "quaternion", ""), "quaternion"),
        refused(
            "a way of column mapping that is none",
            column("\"x\"", "long", ",\"delta.columnMapping.mode\":\"nope\""),
            "delta.columnMapping.mode"),
        refused(
            "column mapping without names in the files",
            column("\"x\"", "long", ",\"delta.columnMapping.mode\":\"name\""),
            "column id with physical name null"),
        refused(
            "an unknown feature",
            lines(
                "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                    + "\"readerFeatures\":[\"teleport\"],\"writerFeatures\":[\"teleport\"]}}"),
            "teleport"),
        refused(
            "a protocol of the future",
            lines("{\"protocol\":{\"minReaderVersion\":99,\"minWriterVersion\":99}}"),
            "reader version 99"),
        refused(
            "features as text",
            lines(
                "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                    + "\"readerFeatures\":\"x\",\"writerFeatures\":[]}}"),
            COMMIT,
            "readerFeatures \"x\""));
  }

  static Stream<HostileCase> files() {
    return Stream.of(
        refused("an empty log entry", entry(""), COMMIT, "no action"),
        refused("a log entry with a blank line", entry(" \n"), COMMIT, "no action"),
        refused("a log entry of zeros", entry("\0".repeat(500)), COMMIT, "line 1: "),
        refused(
            "a log entry that is no UTF-8",
            table -> {
              table.commit("{}");
              put(table, COMMIT, add("b.parquet", ",\"tags\":{\"x\":\"é\"}").getBytes(ISO_8859_1));
            },
            COMMIT,
            "no UTF-8"),
        refused(
            "a directory in the place of a log entry",
            table -> {
              table.commit("{}");
              Files.delete(table.commitFile(2));
              Files.createDirectory(table.commitFile(2));
            },
            COMMIT),
        refused(
            "a version left out",
            table -> {
              table.commit("{\"commitInfo\":{}}");
              table.commit("{\"commitInfo\":{}}");
              Files.delete(table.commitFile(2));
            },
            "versions are not contiguous: ([0, 1, 3])"),
        refused(
            "the beginning gone with its checkpoint",
            table -> {
              table.commit("{\"commitInfo\":{}}");
              Files.delete(table.commitFile(0));
              Files.delete(table.commitFile(1));
            },
            "Missing delta file version 0"),
        right(
            "_last_checkpoint that leads nowhere", last("{\"version\":1,\"size\":3}"), B, A_AND_B),
        right("_last_checkpoint of the future", last("{\"version\":99,\"size\":3}"), B, A_AND_B),
        right("_last_checkpoint before time", last("{\"version\":-7,\"size\":3}"), B, A_AND_B),
        right("_last_checkpoint without a number", last("{\"version\":\"x\"}"), B, A_AND_B),
        right("_last_checkpoint that is no JSON", last("nope"), B, A_AND_B),
        right(
            "a version checksum that is no JSON",
            beside("_delta_log/00000000000000000002.crc", "nope"),
            B,
            A_AND_B),
        logFile("a log compaction", "00000000000000000000.00000000000000000002.compacted.json"),
        logFile("a checkpoint", "00000000000000000002.checkpoint.parquet"),
        right(
            "an empty checkpoint, which nobody reads",
            beside("_delta_log/00000000000000000002.checkpoint.parquet", ""),
            B,
            A_AND_B),
        right(
            "a checkpoint without its second part",
            beside(
                "_delta_log/00000000000000000002.checkpoint.0000000001.0000000002.parquet", "nope"),
            B,
            A_AND_B),
        refused("a V2 checkpoint that is no JSON", beside(V2_CHECKPOINT, "nope"), V2_CHECKPOINT),
        snapshotRefused("a sidecar gone", sidecar(null), "_sidecars/s.parquet"),
        snapshotRefused("a sidecar cut off", sidecar("PAR1nope"), "_sidecars/s.parquet"),
        right("all rows removed", lines(REMOVE), ROWS_GONE, List.of()),
        right("nothing but information", lines("{\"txn\":{}}"), List.of(), A));
  }

  private static HostileCase logFile(String name, String file) {
    return refused(name + " that is none", beside("_delta_log/" + file, "nope"), file);
  }

  private static String feed() {
    return SmallTable.feed(true);
  }

  private static Damage replaced(String line, String part, String other) {
    return lines(line.replace(part, other));
  }

  private static Damage size(String size) {
    return replaced(add("b.parquet", ""), "\"size\":0", "\"size\":" + size);
  }

  private static Damage stats(String stats) {
    return lines(add("b.parquet", ",\"stats\":\"" + stats + "\""));
  }

  private static Damage time(String millis) {
    return table ->
        table.commit(
            "{\"commitInfo\":{\"inCommitTimestamp\":%s}}".formatted(millis), add("b.parquet", ""));
  }

  private static Damage info(String value) {
    return table ->
        table.commit("{\"commitInfo\":{\"x\":%s}}".formatted(value), add("b.parquet", ""));
  }

  private static Damage column(String name, String type, String property) {
    String column =
        ",{\"name\":%s,\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}]}".formatted(name, type);
    return lines(
        SmallTable.metadata(SmallTable.ID_AND_NAME.replace("]}", column), "", FEED_ON + property));
  }

  private static Damage entry(String content) {
    return table -> {
      table.commit("{}");
      put(table, COMMIT, content.getBytes(UTF_8));
    };
  }

  private static Damage last(String content) {
    return beside("_delta_log/_last_checkpoint", content);
  }

  /** A version that adds a file, and another file of the log. */
  private static Damage beside(String file, String content) {
    return table -> {
      table.commit(add("b.parquet", ""));
      put(table, file, content.getBytes(UTF_8));
    };
  }

  private static Damage sidecar(String content) {
    return table -> {
      table.commit("{\"commitInfo\":{}}");
      put(
          table,
          V2_CHECKPOINT,
          String.join(
                  "\n",
                  "{\"checkpointMetadata\":{\"version\":2}}",
                  SmallTable.protocol(),
                  feed(),
                  "{\"sidecar\":{\"path\":\"s.parquet\",\"sizeInBytes\":8,\"modificationTime\":1}}",
                  "")
              .getBytes(UTF_8));
      if (content != null) {
        put(table, "_delta_log/_sidecars/s.parquet", content.getBytes(UTF_8));
      }
    };
  }
}
