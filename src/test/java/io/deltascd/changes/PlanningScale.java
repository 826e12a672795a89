package io.deltascd.changes;

import io.deltascd.changes.ChangePlanner.Plan;
import io.deltascd.changes.ChangePlanner.PlannedVersion;
import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TestSource;
import io.deltascd.table.SilverTable;
import io.deltascd.table.SmallTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.util.FileUtils;

/**
 * Prints what planning costs by the number of commits, and by the number of files in one commit:
 * the time and the memory of the splits, the bytes of the enumerator's state, and the time to find
 * the versions that can be used. Each should grow no faster than the number. All files of a table
 * are the same one, under a path of its own each.
 */
public final class PlanningScale {
  private static final int[] SIZES = {1_000, 10_000};

  private PlanningScale() {}

  /**
   * @param args directory for the tables
   */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]).toAbsolutePath();
    measure(table(directory, "warm", SIZES[0], 1), "warm-up");
    for (int size : SIZES) {
      measure(table(directory, "commits-" + size, size, 1), size + " commits");
    }
    for (int size : SIZES) {
      measure(table(directory, "files-" + size, 1, size), "a commit of " + size + " files");
    }
  }

  private static SmallTable table(Path directory, String name, int commits, int files)
      throws IOException {
    Path root = directory.resolve(name);
    FileUtils.deleteDirectory(root.toFile());
    SmallTable table = SmallTable.withFeed(root);
    table.write("a.parquet", SmallTable.row(1L, "a"));
    for (int commit = 0; commit < commits; commit++) {
      String[] actions = new String[files];
      for (int file = 0; file < files; file++) {
        String path = "f-%d-%d.parquet".formatted(commit, file);
        Files.createLink(root.resolve(path), root.resolve("a.parquet"));
        actions[file] = HostileCase.add(path, "");
      }
      table.commit(actions);
    }
    return table;
  }

  private static void measure(SmallTable table, String what) throws Exception {
    SourceConfig source = TestSource.of(table.location()).config();
    long start = System.nanoTime();
    SilverTable.open(table.location()).usableVersions();
    double usable = secondsSince(start);
    long before = usedBytes();
    start = System.nanoTime();
    ChangePlanner planner =
        new ChangePlanner(source, TestSplits.target(table.location()), TestSplits.start(0), null);
    long newest = planner.discover();
    Plan plan = planner.planStart(newest);
    List<ChangeSplit> splits = new ArrayList<>();
    PlannedVersion last = plan.versions().get(0);
    Planned planned;
    do {
      planned = new Planned(last.tableId(), last.version(), last.timeMicros(), last.schema());
      if (last.version() < newest) {
        plan = planner.planChanges(planned, newest);
        plan.versions().forEach(version -> splits.addAll(version.splits()));
        last = plan.versions().get(plan.versions().size() - 1);
      }
    } while (planned.version() < newest);
    double planning = secondsSince(start);
    plan = null;
    long bytes = usedBytes() - before;
    start = System.nanoTime();
    int state =
        new EnumeratorStateSerializer().serialize(new EnumeratorState(planned, 0, splits)).length;
    print(
        "%s: usable versions %.2f s; planning %.2f s, %d splits in %.1f MB; state of all of them"
            + " %.1f MB in %.3f s",
        what, usable, planning, splits.size(), bytes / 1e6, state / 1e6, secondsSince(start));
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  @SuppressWarnings("SystemOut") // a program for people
  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }
}
