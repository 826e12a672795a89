package io.deltascd.changes;

import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.config.TableLocation;
import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import io.deltascd.table.LogIterator;
import io.deltascd.table.SilverCommit;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * Turns silver's log into splits. Everything here does I/O and runs in the enumerator's worker
 * thread; it keeps nothing but the open table.
 */
final class ChangePlanner {
  /** Of one plan, so that a long backlog is never in memory as a whole. */
  static final int PLAN_VERSIONS = 1000;

  static final int PLAN_SPLITS = 1000;
  static final long PLAN_BYTES = 1L << 30;

  /**
   * Silver as it is now.
   *
   * @param tableId {@code metaData.id}
   * @param newestVersion the newest commit
   */
  record Discovery(String tableId, long newestVersion) {}

  /** A version and its splits; none if it changed no row. */
  record PlannedVersion(long version, long timeMicros, List<ChangeSplit> splits) {}

  /**
   * Some versions, in order.
   *
   * @param schema in force at the last of them
   */
  record Plan(List<PlannedVersion> versions, SilverSchema schema) {}

  private final TableLocation silver;
  @Nullable private final String expectedTableId;
  @Nullable private SilverTable table;

  /**
   * @param expectedTableId of the table that was followed before; null if none was
   */
  ChangePlanner(TableLocation silver, @Nullable String expectedTableId) {
    this.silver = silver;
    this.expectedTableId = expectedTableId;
  }

  /**
   * Looks at the table.
   *
   * @throws PipelineException if it is not the one that was followed before
   */
  Discovery discover() throws Exception {
    SilverTable opened = table();
    return new Discovery(opened.tableId(), opened.latestVersion());
  }

  /** The snapshot that a run begins with. */
  Plan planSnapshot(long version) throws Exception {
    SilverSnapshot snapshot = table().snapshot(version);
    try (LogIterator<FileChange> files = snapshot.files()) {
      List<ChangeSplit> splits =
          SplitPacker.pack(version, snapshot.timeMicros(), snapshot.schema(), files);
      return new Plan(
          List.of(new PlannedVersion(version, snapshot.timeMicros(), splits)), snapshot.schema());
    }
  }

  /**
   * The versions that follow, as many as fit into one plan.
   *
   * @param after the newest version that has been planned
   * @param to the last version to plan; greater than that
   */
  Plan planChanges(Planned after, long to) throws Exception {
    List<PlannedVersion> versions = new ArrayList<>();
    int splits = 0;
    long bytes = 0;
    try (LogIterator<SilverCommit> commits =
        table().commits(after.version() + 1, to, after.timeMicros(), after.schema())) {
      while (commits.hasNext()
          && versions.size() < PLAN_VERSIONS
          && splits < PLAN_SPLITS
          && bytes < PLAN_BYTES) {
        SilverCommit commit = commits.next();
        List<ChangeSplit> packed =
            SplitPacker.pack(
                commit.version(), commit.timeMicros(), after.schema(), commit.files().iterator());
        versions.add(new PlannedVersion(commit.version(), commit.timeMicros(), packed));
        splits += packed.size();
        bytes += packed.stream().mapToLong(ChangeSplit::bytes).sum();
      }
    }
    return new Plan(versions, after.schema());
  }

  private SilverTable table() throws Exception {
    if (table == null) {
      SilverTable opened = SilverTable.open(silver);
      if (expectedTableId != null && !expectedTableId.equals(opened.tableId())) {
        throw new PipelineException(
            "Silver is not the table that this job followed before",
            silver.path(),
            "table id " + opened.tableId(),
            "table id " + expectedTableId,
            "start without the saved state, and build gold anew from the new table");
      }
      table = opened;
    }
    return table;
  }
}
