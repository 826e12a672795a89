package io.deltascd.changes;

import io.deltascd.table.SmallTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What is wrong with a table, and what its readers must make of it. Its version 1 has {@code
 * a.parquet} with the rows 1 a, 2 b and 3 c; {@code b.parquet} with the row 4 d lies beside.
 *
 * @param damage done to the table; it ends with version 2
 * @param changes rows of version 2; null if they are refused
 * @param snapshot rows of the snapshot of version 2; null if it is refused
 * @param message parts of the errors
 */
record HostileCase(
    String name,
    Damage damage,
    @Nullable List<String> changes,
    @Nullable List<String> snapshot,
    List<String> message) {

  static final List<String> A = List.of("2 +I 1 a", "2 +I 2 b", "2 +I 3 c");
  static final List<String> A_AND_B = List.of("2 +I 1 a", "2 +I 2 b", "2 +I 3 c", "2 +I 4 d");
  static final List<String> B = List.of("2 +I 4 d");

  /** The log entry of version 2. */
  static final String COMMIT = "_delta_log/00000000000000000002.json";

  /** Does something to a table. */
  @FunctionalInterface
  interface Damage {
    void to(SmallTable table) throws IOException;
  }

  /** Neither the changes nor the snapshot can be read. */
  static HostileCase refused(String name, Damage damage, String... message) {
    return new HostileCase(name, damage, null, null, List.of(message));
  }

  /** The changes cannot be read; the snapshot does not depend on what is wrong. */
  static HostileCase changesRefused(String name, Damage damage, String... message) {
    return new HostileCase(name, damage, null, A, List.of(message));
  }

  /** The snapshot cannot be read; the changes do not depend on what is wrong. */
  static HostileCase snapshotRefused(String name, Damage damage, String... message) {
    return new HostileCase(name, damage, List.of(), null, List.of(message));
  }

  /** By the protocol nothing is wrong. */
  static HostileCase right(
      String name, Damage damage, List<String> changes, List<String> snapshot) {
    return new HostileCase(name, damage, changes, snapshot, List.of());
  }

  /** The commit of version 2 has these lines after its commitInfo. */
  static Damage lines(String... lines) {
    return table -> table.commit("{\"commitInfo\":{}}", String.join("\n", lines));
  }

  /** An add action; 0 for the size is as good as none. */
  static String add(String path, String more) {
    return ("{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":0,\"modificationTime\":1,"
            + "\"dataChange\":true%s}}")
        .formatted(path, more);
  }

  /** Writes a file as it is, without the checksum that Hadoop's local file system keeps beside. */
  static void put(SmallTable table, String path, byte[] content) throws IOException {
    Path file = table.root().resolve(path);
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    Files.write(file, content);
  }

  @Override
  public String toString() {
    return name;
  }
}
