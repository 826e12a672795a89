package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.table.SmallTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A silver of many rows that gets commit after commit of updates to random keys, and knows its
 * rows. Its commits have files of changes only, which is all that a job reads of them.
 */
final class UpdatedSilver {
  private final SmallTable table;
  private final int changes;
  private final SplittableRandom random = new SplittableRandom(1);
  private final long[] writtenAt;
  private String prepared;
  private long commits;

  /**
   * Version 1 has all rows.
   *
   * @param keys 0 to this, exclusive, in the column {@code id}
   * @param changes updated rows of each later version
   */
  UpdatedSilver(Path directory, int keys, int changes) throws IOException {
    this.table = SmallTable.withFeed(directory);
    this.changes = changes;
    this.writtenAt = new long[keys];
    Object[][] rows = new Object[keys][];
    for (int id = 0; id < keys; id++) {
      rows[id] = SmallTable.row((long) id, name(id));
    }
    table.commit(table.add(table.write("part-0.parquet", rows)));
  }

  TableLocation location() {
    return table.location();
  }

  /** What the column {@code name} has for a key. */
  String name(int id) {
    return "name of number %d, written at %d".formatted(id, writtenAt[id]);
  }

  /** All updates so far. */
  long updates() {
    return commits * changes;
  }

  /** Writes the changes of the next version, so that {@link #commit} takes no time. */
  void prepare() throws IOException {
    commits++;
    List<Object[]> rows = new ArrayList<>();
    random
        .ints(0, writtenAt.length)
        .distinct()
        .limit(changes)
        .forEach(
            id -> {
              rows.add(new Object[] {(long) id, name(id), "update_preimage"});
              writtenAt[id] = commits;
              rows.add(new Object[] {(long) id, name(id), "update_postimage"});
            });
    prepared =
        table.writeCdc(
            "_change_data/cdc-%d.parquet".formatted(commits), rows.toArray(Object[][]::new));
  }

  /** Commits what was prepared, and returns the version. */
  long commit() throws IOException {
    return table.commit(table.cdc(prepared));
  }
}
