package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.config.TestTarget;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.DeltaSpark;
import io.deltascd.testing.Effect;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.Rows;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Delta Spark keeps two golds as notebooks do, one without partitions and one by a column of
 * silver's: MERGE, append, property. They are adopted, go on, are optimized by Spark, and go on
 * without state. Spark judges. Golds of a notebook that stopped between its commits are refused.
 */
class AdoptionSparkITCase {
  private static final SilverSpec SPEC =
      SilverSpec.of(
          new Column("id", ColumnType.LONG),
          new Column("name", ColumnType.STRING),
          new Column("place", ColumnType.STRING));

  private static final List<String> GOLDS = List.of("plain", "by-place");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private SilverWriter silver;
  private MiniCluster cluster;

  @Test
  void goldsOfNotebooksGoOn() throws Exception {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC, rows(0, 40)); // 0
    update(1, row -> id(row) < 10); // 1
    silver.append(rows(40, 60)); // 2
    silver.delete(Form.DELETION_VECTOR, row -> id(row) % 7 == 0); // 3
    update(4, row -> id(row) % 2 == 0); // 4
    silver.append(rows(0, 1)); // 5: again
    DeltaSpark spark = new DeltaSpark(Files.createDirectory(directory.resolve("spark")));
    spark.sql(
        "CREATE TABLE "
            + DeltaSpark.sqlName(directory.resolve("by-place"))
            + " (id BIGINT, name STRING, place STRING, valid_from TIMESTAMP, valid_to TIMESTAMP,"
            + " is_current BOOLEAN) USING delta PARTITIONED BY (place)");
    for (String gold : GOLDS) {
      notebook(spark, gold, 0, 3);
      notebook(spark, gold, 4, 5);
    }
    spark.run();

    stoppedNotebooks();

    cluster = JobRun.cluster(2);
    try {
      update(6, row -> true); // 6
      silver.delete(Form.COPY_ON_WRITE, row -> id(row) % 3 == 0); // 7
      silver.append(rows(60, 65)); // 8
      Map<String, DeltaSpark.Result> read = new HashMap<>();
      for (String gold : GOLDS) {
        run(gold);
        read.put(gold, spark.rows(directory.resolve(gold)));
        spark.sql("OPTIMIZE " + DeltaSpark.sqlName(directory.resolve(gold)));
      }
      DeltaSpark.Result history = spark.history(silver.path(), List.of("id"), 0);
      spark.run();
      for (String gold : GOLDS) {
        GoldChecker.assertRows(Rows.ofJson(read.get(gold).lines()), Rows.ofJson(history.lines()));
      }

      update(9, row -> id(row) % 2 == 1); // 9
      silver.delete(Form.DELETION_VECTOR, row -> id(row) % 5 == 0); // 10
      for (String gold : GOLDS) {
        run(gold);
        GoldChecker.assertRows(
            DeltaRows.of(directory.resolve(gold)),
            HistoryModel.keyedBy("id").history(silver, 0, silver.version()));
      }
    } finally {
      cluster.close();
    }
  }

  /** A gold after each step of the last batch but the whole of it, in a copy. */
  private void stoppedNotebooks() throws Exception {
    for (String gold : GOLDS) {
      Path table = directory.resolve(gold);
      int last = DeltaLog.commits(table).size() - 1;
      for (int step = 0; step < 3; step++) {
        Path stopped =
            copy(table, directory.resolve(gold + "-after-step-" + step), last - 3 + step);
        if (step == 0) {
          assertThat(
                  JobRun.prepare(pipeline(stopped), SavedState.NONE)
                      .gold()
                      .progress()
                      .silver()
                      .version())
              .isEqualTo(3);
          continue;
        }
        List<Path> before = files(stopped);
        assertThatThrownBy(() -> JobRun.prepare(pipeline(stopped), SavedState.NONE))
            .as("%s after step %d", gold, step)
            .isInstanceOf(PipelineException.class)
            .hasMessageContaining(
                "Gold has records that begin or end after the version that it stands at")
            .hasMessageContaining("let the notebook finish its batch");
        assertThat(files(stopped)).isEqualTo(before);
      }
    }
  }

  private void notebook(DeltaSpark spark, String gold, long from, long to) {
    ObjectNode request =
        JSON.createObjectNode()
            .put("op", "notebook")
            .put("silver", silver.path().toString())
            .put("gold", directory.resolve(gold).toString())
            .put("from", from)
            .put("to", to);
    request.putArray("keys").add("id");
    spark.request(request);
  }

  private void run(String gold) throws Exception {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    FaultPoint none =
        new FaultPoint(
            directory + gold + silver.version(), Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    JobRun.start(cluster, pipeline(directory.resolve(gold)), flink, none, null).awaitEnd();
  }

  private PipelineConfig pipeline(Path gold) {
    PipelineConfig usual =
        JobRun.pipeline(
            silver.path(),
            gold,
            List.of("id"),
            HistorySettings.DEFAULT,
            OnNullKey.FAIL,
            new Bounded(Bounded.Mode.LATEST, -1));
    return TestTarget.in(usual, TestTarget::adopting);
  }

  private static List<Map<String, Object>> rows(long from, long to) {
    return LongStream.range(from, to).mapToObj(id -> row(id, 0)).toList();
  }

  private static Map<String, Object> row(long id, int change) {
    return SPEC.row(
        id, "name " + change + " of " + id, List.of("north", "south").get((int) id % 2));
  }

  private static long id(Map<String, Object> row) {
    return (long) row.get("id");
  }

  private void update(int change, Predicate<Map<String, Object>> which) {
    silver.update(
        Form.COPY_ON_WRITE,
        row -> which.test(row) ? Effect.update(row(id(row), change)) : Effect.keep());
  }

  /** A copy of a table, without the versions after one. */
  private static Path copy(Path table, Path to, int version) throws IOException {
    for (Path file : files(table)) {
      String name = file.getFileName().toString();
      boolean later =
          file.getParent().endsWith("_delta_log")
              && name.matches("\\.?\\d{20}\\..*")
              && Long.parseLong(name.replaceAll("\\D*(\\d{20}).*", "$1")) > version;
      if (!later) {
        Path target = to.resolve(table.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    return to;
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return new ArrayList<>(all.filter(Files::isRegularFile).sorted().toList());
    }
  }
}
