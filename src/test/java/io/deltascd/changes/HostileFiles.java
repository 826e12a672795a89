package io.deltascd.changes;

import static io.deltascd.changes.HostileCase.A_AND_B;
import static io.deltascd.changes.HostileCase.B;
import static io.deltascd.changes.HostileCase.add;
import static io.deltascd.changes.HostileCase.changesRefused;
import static io.deltascd.changes.HostileCase.lines;
import static io.deltascd.changes.HostileCase.put;
import static io.deltascd.changes.HostileCase.refused;
import static io.deltascd.changes.HostileCase.right;
import static io.deltascd.table.SmallTable.row;

import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltascd.changes.HostileCase.Damage;
import io.deltascd.table.SmallTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What can be wrong with the files that a log names, and with their names. */
final class HostileFiles {
  private static final String OUTSIDE = "A file that the log names cannot be one of the table";

  private HostileFiles() {}

  static Stream<HostileCase> paths() {
    return Stream.of(
        refused("a path out of the table", path("../x.parquet"), OUTSIDE, "'../x.parquet'"),
        refused("the same encoded", path("%2e%2e/x.parquet"), OUTSIDE, "%2e%2e"),
        refused("the same with the slash encoded", path("%2E%2E%2Fx.parquet"), OUTSIDE),
        refused("the same through a directory", path("p/../../x.parquet"), OUTSIDE),
        refused("the same without encoding", path("../100%.parquet"), "100%.parquet"),
        right("a path that stays", path("./b.parquet"), B, A_AND_B),
        refused("no path", path(""), OUTSIDE),
        refused("the table itself", path("."), OUTSIDE),
        refused("a directory", path("_delta_log"), "_delta_log, version 2"),
        refused("a file of the log", path(HostileCase.COMMIT), HostileCase.COMMIT, "not a Parquet"),
        refused("another file", path("/etc/passwd"), "/etc/passwd, version 2", "not a Parquet"),
        refused("another machine", path("//host/x.parquet"), OUTSIDE, "//host/x.parquet"),
        refused("half a URI", path("hdfs:x.parquet"), OUTSIDE, "hdfs:x.parquet"),
        refused("an unknown scheme", path("nope://host/x.parquet"), "nope://host/x.parquet"),
        refused("a NUL character", path("a\\u0000.parquet"), "version 2"),
        refused("an encoded NUL character", path("a%00.parquet"), "version 2"),
        refused("an escape that is none", path("a%zz.parquet"), "version 2"),
        refused("a file below a file", path("b.parquet/x"), "version 2"),
        changesRefused(
            "a change file out of the table",
            lines(
                "{\"cdc\":{\"path\":\"../c.parquet\",\"partitionValues\":{},\"size\":1,"
                    + "\"dataChange\":false}}"),
            OUTSIDE,
            "'../c.parquet'"));
  }

  static Stream<HostileCase> parquet() {
    StructType both = columns(StringType.STRING, StringType.STRING);
    return Stream.of(
        refused("an empty file", changed(whole -> new byte[0]), "b.parquet, version 2"),
        refused("a footer cut off", changed(whole -> cut(whole, 20)), "b.parquet, version 2"),
        refused("a magic number flipped", flipped(-4), "b.parquet, version 2"),
        refused("a footer's length flipped", flipped(-6), "b.parquet, version 2"),
        refused("a page's header flipped", flipped(10), "b.parquet, version 2"),
        refused("a page's checksum flipped", flipped(14), "b.parquet, version 2"),
        refused("a page flipped", flipped(40), "b.parquet, version 2"),
        refused(
            "a directory in its place",
            table -> {
              Files.createDirectory(table.root().resolve("d.parquet"));
              table.commit(add("d.parquet", ""));
            },
            "d.parquet, version 2"),
        right(
            "a column missing: null",
            file(new StructType().add("id", LongType.LONG), row(4L)),
            List.of("2 +I 4 null"),
            List.of("2 +I 1 a", "2 +I 2 b", "2 +I 3 c", "2 +I 4 null")),
        refused("texts for numbers", file(both, row("4", "d")), "c.parquet, version 2"),
        refused(
            "fractions for numbers",
            file(columns(DoubleType.DOUBLE, StringType.STRING), row(4.0, "d")),
            "c.parquet, version 2"),
        refused(
            "numbers for texts",
            file(columns(LongType.LONG, LongType.LONG), row(4L, 5L)),
            "c.parquet, version 2"),
        refused(
            "a struct for a text",
            file(columns(LongType.LONG, new StructType().add("x", LongType.LONG)), row(4L, null)),
            "c.parquet, version 2"),
        changesRefused(
            "a change file cut off",
            table -> {
              table.writeCdc("c.parquet", row(1L, "a", "delete"));
              String cdc = table.cdc("c.parquet");
              put(table, "c.parquet", cut(bytes(table, "c.parquet"), 20));
              table.commit(cdc);
            },
            "c.parquet, version 2"),
        changesRefused(
            "a change file without change types",
            table -> {
              table.write("c.parquet", row(1L, "a"));
              table.commit(table.cdc("c.parquet"));
            },
            "c.parquet, version 2",
            "Unknown _change_type null"),
        changesRefused(
            "change types that are numbers",
            table -> {
              table.write(
                  "c.parquet",
                  columns(LongType.LONG, StringType.STRING).add("_change_type", LongType.LONG),
                  row(1L, "a", 1L));
              table.commit(table.cdc("c.parquet"));
            },
            "c.parquet, version 2"),
        changeType("dancer"),
        changeType("update_prelmage"),
        changeType("update_postimagE"),
        changeType("INSERT"),
        changeType(""));
  }

  private static HostileCase changeType(String type) {
    return changesRefused(
        "change type '" + type + "'",
        table -> {
          table.writeCdc("c.parquet", row(1L, "a", type));
          table.commit(table.cdc("c.parquet"));
        },
        "c.parquet, version 2",
        "Unknown _change_type " + type);
  }

  /** There are two files with that path out of the table. */
  private static Damage path(String path) {
    return table -> {
      Files.copy(table.root().resolve("a.parquet"), table.root().resolveSibling("x.parquet"));
      table.commit("{\"commitInfo\":{}}", add(path, ""));
    };
  }

  private static Damage file(StructType schema, Object[] row) {
    return table -> {
      table.write("c.parquet", schema, row);
      table.commit(table.add("c.parquet"));
    };
  }

  private static StructType columns(
      io.delta.kernel.types.DataType id, io.delta.kernel.types.DataType name) {
    return new StructType().add("id", id).add("name", name);
  }

  /** A file that is not as it was when it was committed. */
  private static Damage changed(UnaryOperator<byte[]> change) {
    return table -> {
      String add = table.add("b.parquet");
      put(table, "b.parquet", change.apply(bytes(table, "b.parquet")));
      table.commit(add);
    };
  }

  /**
   * @param position of the byte; from the end if negative
   */
  private static Damage flipped(int position) {
    return changed(
        whole -> {
          whole[position < 0 ? whole.length + position : position] ^= 0x55;
          return whole;
        });
  }

  private static byte[] cut(byte[] whole, int bytes) {
    return Arrays.copyOf(whole, whole.length - bytes);
  }

  private static byte[] bytes(SmallTable table, String path) throws IOException {
    return Files.readAllBytes(table.root().resolve(path));
  }
}
