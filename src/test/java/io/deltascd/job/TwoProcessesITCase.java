package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.TableHygiene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two programs write the same gold on the local file system: one stops and says so, and gold stays
 * the history of silver.
 */
class TwoProcessesITCase {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING));

  @TempDir private Path directory;

  @Test
  void oneStopsAndGoldIsRight() throws Exception {
    Path gold = directory.resolve("gold");
    SilverWriter silver =
        SilverWriter.create(
            directory.resolve("silver"), SPEC, List.of(SPEC.row(1L, "one"), SPEC.row(2L, "two")));
    Path pipeline =
        Files.writeString(
            directory.resolve("pipeline.yaml"),
            """
            source: {path: '%s', discovery-interval: 20 ms}
            target: {path: '%s', keys: [id]}
            flink:
              parallelism.default: 1
              rest.bind-port: 0
              execution.checkpointing.interval: 20 ms
            """
                .formatted(silver.path(), gold));
    try (LocalProcess one = start("one", pipeline);
        LocalProcess two = start("two", pipeline)) {
      JobRun.await(() -> commits(gold) > 1 || !one.isRunning() || !two.isRunning());
      while (one.isRunning() && two.isRunning()) {
        long commits = commits(gold);
        update(silver);
        JobRun.await(() -> !one.isRunning() || !two.isRunning() || commits(gold) > commits);
      }
      LocalProcess stopped = one.isRunning() ? two : one;
      assertThat(stopped.exitStatus(LONGEST)).as(stopped.output()).isEqualTo(1);
      assertThat(stopped.output()).contains("where:").contains("remedy:").contains("gold");
      LocalProcess left = one.isRunning() ? one : two;
      assertThat(left.isRunning()).as(left.output()).isTrue();
    }
    try (LocalProcess last = start("last", pipeline, "-D", "source.scan.bounded.mode=latest")) {
      assertThat(last.exitStatus(LONGEST)).as(last.output()).isZero();
    }
    assertGoldIsHistory(silver, gold);
  }

  /** Has an effect on gold. */
  private static void update(SilverWriter silver) {
    long version = silver.version();
    silver.append(List.of(SPEC.row(1_000 + version, "new in version " + version)));
  }

  private LocalProcess start(String name, Path pipeline, String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of("run", pipeline.toString()));
    args.addAll(List.of(more));
    return LocalProcess.start(directory, name, args.toArray(String[]::new));
  }

  private static long commits(Path gold) {
    return Files.exists(gold.resolve("_delta_log")) ? DeltaLog.commits(gold).size() : 0;
  }

  private static void assertGoldIsHistory(SilverWriter silver, Path gold) {
    HistoryModel model = HistoryModel.keyedBy("id");
    long claimed = -1;
    for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
      claimed = commit.silverVersion();
      GoldChecker.assertRows(
          DeltaRows.of(gold, commit.version()),
          claimed < 0 ? List.of() : model.history(silver, 0, claimed));
    }
    assertThat(claimed).isEqualTo(silver.version());
    TableHygiene.assertClean(gold);
  }
}
