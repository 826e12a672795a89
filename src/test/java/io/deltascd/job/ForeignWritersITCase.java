package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.DeltaSpark;
import io.deltascd.testing.Effect;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Delta Spark optimizes, updates and deletes in three golds: of a job that runs, of one that is
 * stopped with a savepoint, and of one that is to be started without state. Each goes on through
 * changes of all rows.
 */
class ForeignWritersITCase {
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING));

  private static final Bounded UNBOUNDED = new Bounded(Bounded.Mode.UNBOUNDED, -1);
  private static final Bounded LATEST = new Bounded(Bounded.Mode.LATEST, -1);

  @TempDir private Path directory;
  private SilverWriter silver;

  @Test
  void jobsGoOnWithWhatSparkHasMadeOfGold() throws Exception {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC, rows(0, 40)); // 0
    update(row -> (long) row.get("id") < 10); // 1
    silver.append(rows(40, 60)); // 2
    MiniCluster cluster = JobRun.cluster(2);
    try {
      JobRun running = start(cluster, "running", UNBOUNDED, null);
      JobRun stopped = start(cluster, "stopped", UNBOUNDED, null);
      for (String name : List.of("running", "stopped")) {
        JobRun.awaitGold(gold(name), 2);
      }
      String savepoint = stopped.stop(directory.resolve("savepoint"), false);
      start(cluster, "without-state", LATEST, null).awaitEnd();

      DeltaSpark spark = new DeltaSpark(Files.createDirectory(directory.resolve("spark")));
      for (String name : List.of("running", "stopped", "without-state")) {
        change(spark, DeltaSpark.sqlName(gold(name)));
      }
      spark.sql(
          "SET spark.databricks.delta.retentionDurationCheck.enabled = false",
          "VACUUM " + DeltaSpark.sqlName(gold("without-state")) + " RETAIN 0 HOURS");
      spark.run();

      update(row -> true); // 3
      silver.delete(Form.DELETION_VECTOR, row -> (long) row.get("id") % 3 == 0); // 4
      JobRun.awaitGold(gold("running"), 4);
      running.cancel();
      start(cluster, "stopped", LATEST, savepoint).awaitEnd();
      start(cluster, "without-state", LATEST, null).awaitEnd();
    } finally {
      cluster.close();
    }
    for (String name : List.of("running", "stopped", "without-state")) {
      assertThat(DeltaLog.newestSilverVersion(gold(name))).as(name).contains(4L);
      GoldChecker.assertRows(DeltaRows.of(gold(name)), expected());
    }
  }

  /** Rows are at home in several files, some with rows marked. */
  private static void change(DeltaSpark spark, String gold) {
    spark.sql(
        "OPTIMIZE " + gold,
        "UPDATE " + gold + " SET name = 'corrected' WHERE id = 25 AND is_current",
        "DELETE FROM " + gold + " WHERE id IN (6, 7, 41) AND is_current",
        "DELETE FROM " + gold + " WHERE id = 2 AND NOT is_current",
        "ALTER TABLE "
            + gold
            + " SET TBLPROPERTIES ('delta.deletedFileRetentionDuration' = 'interval 8 days')",
        "OPTIMIZE " + gold);
  }

  /**
   * The history without what was deleted: record 2 up to version 1, and the records of 6, 7 and 41
   * that were open then, which version 3 closes. That of 25 ends with silver's row.
   */
  private List<Map<String, Object>> expected() {
    List<Map<String, Object>> rows =
        new ArrayList<>(HistoryModel.keyedBy("id").history(silver, 0, 4));
    int all = rows.size();
    rows.removeIf(row -> row.get("id").equals(2L) && silver.time(1).equals(row.get("valid_to")));
    List<Long> erased = List.of(6L, 7L, 41L);
    rows.removeIf(
        row -> erased.contains(row.get("id")) && silver.time(3).equals(row.get("valid_to")));
    assertThat(rows).hasSize(all - 4);
    return rows;
  }

  private static List<Map<String, Object>> rows(long from, long to) {
    return LongStream.range(from, to).mapToObj(id -> SPEC.row(id, "name of " + id)).toList();
  }

  private void update(Predicate<Map<String, Object>> which) {
    silver.update(
        Form.COPY_ON_WRITE,
        row ->
            which.test(row)
                ? Effect.update(SPEC.row(row.get("id"), row.get("name") + "!"))
                : Effect.keep());
  }

  private Path gold(String name) {
    return directory.resolve(name);
  }

  private JobRun start(MiniCluster cluster, String name, Bounded bounded, String savepoint)
      throws Exception {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    return JobRun.start(
        cluster,
        JobRun.pipeline(silver.path(), gold(name), List.of("id"), bounded),
        flink,
        new FaultPoint(
            "foreign-writers-" + name + bounded.mode() + savepoint, 0, 0, Long.MAX_VALUE),
        savepoint);
  }
}
