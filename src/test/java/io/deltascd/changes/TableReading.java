package io.deltascd.changes;

import io.deltascd.changes.ChangePlanner.Plan;
import io.deltascd.changes.ChangePlanner.PlannedVersion;
import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TestSource;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.table.ChangeFileReader;
import io.deltascd.table.ChangeRows;
import io.deltascd.table.FeedRange;
import io.deltascd.table.FeedReader;
import io.deltascd.table.SilverTable;
import io.deltascd.table.TableRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * The ways in which the product reads a table whose first columns are a long and a text, each to
 * its end and without a cluster. A row is {@code version kind id name}.
 */
enum TableReading {
  /** The command {@code changes}, from version 1 on. */
  FEED {
    @Override
    List<String> rows(TableLocation table) throws Exception {
      List<String> found = new ArrayList<>();
      try (TableRows rows = FeedReader.open(table, new FeedRange(1L, null, null, null)).rows()) {
        while (rows.hasNext()) {
          RowData row = rows.next();
          int change = row.getArity() - 3;
          RowKind kind =
              switch (row.getString(change).toString()) {
                case "insert" -> RowKind.INSERT;
                case "update_preimage" -> RowKind.UPDATE_BEFORE;
                case "update_postimage" -> RowKind.UPDATE_AFTER;
                case "delete" -> RowKind.DELETE;
                default -> throw new AssertionError(row.getString(change));
              };
          found.add(text(row.getLong(change + 1), kind, row));
        }
      }
      return found;
    }
  },

  /** The job, which begins with the snapshot of version 0 and goes on to the newest. */
  JOB {
    @Override
    List<String> rows(TableLocation table) throws Exception {
      return planned(table, 0);
    }
  },

  /** The job, which begins with the snapshot of the newest version and ends there. */
  SNAPSHOT {
    @Override
    List<String> rows(TableLocation table) throws Exception {
      return planned(table, SilverTable.open(table).latestVersion());
    }
  },

  /** What is looked at before the job begins: the oldest version that can be used. */
  BEFORE_THE_START {
    @Override
    List<String> rows(TableLocation table) throws Exception {
      return List.of(SilverTable.open(table).usableVersions().oldest() + " is usable");
    }
  };

  abstract List<String> rows(TableLocation table) throws Exception;

  private static List<String> planned(TableLocation table, long start) throws Exception {
    SourceConfig source = TestSource.of(table).config();
    ChangePlanner planner =
        new ChangePlanner(source, TestSplits.target(table), TestSplits.start(start), null);
    long newest = planner.discover();
    List<String> rows = new ArrayList<>();
    Plan plan = planner.planStart(newest);
    read(table, plan, rows);
    while (true) {
      PlannedVersion last = plan.versions().get(plan.versions().size() - 1);
      if (last.version() == newest) {
        return rows;
      }
      plan =
          planner.planChanges(
              new Planned(last.tableId(), last.version(), last.timeMicros(), last.schema()),
              newest);
      read(table, plan, rows);
      if (plan.end() != null) {
        throw plan.end();
      }
    }
  }

  private static void read(TableLocation table, Plan plan, List<String> rows) throws IOException {
    for (PlannedVersion version : plan.versions()) {
      for (ChangeSplit split : version.splits()) {
        ChangeFileReader reader = ChangeFileReader.ofSilver(table, split.schema());
        for (FileChange file : split.files()) {
          if (file.action() != Action.SCHEMA) {
            read(reader, file, split.version(), rows);
          }
        }
      }
    }
  }

  private static void read(
      ChangeFileReader reader, FileChange file, long version, List<String> found)
      throws IOException {
    try (ChangeRows rows = reader.open(file, version)) {
      while (rows.next()) {
        found.add(text(version, rows.kind(), rows.row()));
      }
    }
  }

  private static String text(long version, RowKind kind, RowData row) {
    return "%d %s %s %s"
        .formatted(
            version,
            kind.shortString(),
            row.isNullAt(0) ? null : row.getLong(0),
            row.isNullAt(1) ? null : row.getString(1));
  }
}
