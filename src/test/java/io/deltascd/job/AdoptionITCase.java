package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.config.TestTarget;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.table.GoldInspection;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.TableHygiene;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A gold that a notebook has kept becomes the history of the versions that follow, after each
 * single commit, in the layout that it had: drawn silvers, a task that fails, a run that is started
 * without state, compactions all the time.
 */
class AdoptionITCase {
  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("deltascd.adoption-seeds", 8));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void goldGoesOn(long seed, @TempDir Path directory) throws Exception {
    SplittableRandom random = new SplittableRandom(seed + 4_000_000);
    RandomSilver drawn =
        RandomSilver.create(
            directory.resolve("silver"),
            seed,
            Shape.any(seed).withCommits(14).withNested(seed % 2 == 0));
    SilverWriter silver = drawn.silver();
    Path gold = directory.resolve("gold");
    Deletes deletes = random.nextInt(3) == 0 ? Deletes.IGNORE : Deletes.CLOSE;
    HistoryModel model = model(drawn.keys(), deletes);
    long last = 1L + random.nextInt(5);
    SilverSpec spec =
        NotebookTable.spec(silver.spec().columns(), random.nextBoolean(), layout(seed));
    SilverWriter notebook = NotebookTable.create(gold, spec, model, silver, last);
    HistorySettings settings =
        new HistorySettings(null, null, deletes, null, null, null, null, null);

    long middle = last + 1 + random.nextLong(silver.version() - last - 1);
    for (Bounded end :
        List.of(new Bounded(Bounded.Mode.VERSION, middle), new Bounded(Bounded.Mode.LATEST, -1))) {
      PipelineConfig pipeline =
          JobRun.pipeline(silver.path(), gold, drawn.keys(), settings, OnNullKey.FAIL, end);
      PipelineConfig adopting = TestTarget.in(pipeline, TestTarget::adopting);
      int rows = 1 + random.nextInt(60);
      FaultPoint faults = new FaultPoint(directory + end.toString(), rows, 0, Long.MAX_VALUE);
      JobRun.start(CLUSTER.get(), adopting, flink(random, directory), faults, null).awaitEnd();
    }

    check(gold, notebook.version(), silver, model, List.of(layout(seed)));
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(silver.version());
    GoldChecker.assertIntervals(DeltaRows.of(gold), drawn.keys());
    GoldInspection figures =
        GoldInspection.of(new TableLocation(gold.toString(), Map.of())).orElseThrow();
    assertThat(figures.openRows()).hasValue(open(DeltaRows.of(gold)));
    assertThat(figures.openRows().getAsLong() + figures.closedRows().getAsLong())
        .isEqualTo(DeltaRows.of(gold).size());
  }

  /** None, one of silver's columns, the is-current column before or behind it, or alone. */
  private static String[] layout(long seed) {
    return switch ((int) (seed % 5)) {
      case 0, 1 -> new String[] {};
      case 2 -> new String[] {"region"};
      case 3 -> new String[] {"region", "is_current"};
      default -> new String[] {"is_current"};
    };
  }

  private static HistoryModel model(List<String> keys, Deletes deletes) {
    HistoryModel model = HistoryModel.keyedBy(keys.toArray(String[]::new));
    return deletes == Deletes.IGNORE ? model.ignoringDeletes() : model;
  }

  private static Configuration flink(SplittableRandom random, Path directory) {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 1 + random.nextInt(2));
    flink.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(10 + random.nextInt(60)));
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    return flink;
  }

  /** Each commit since the adoption is the history of the version that it claims. */
  private static void check(
      Path gold, long before, SilverWriter silver, HistoryModel model, List<String> layout) {
    List<DeltaLog.Commit> commits = DeltaLog.commits(gold);
    DeltaLog.Commit adoption = commits.get((int) before + 1);
    assertThat(adoption.actions("add")).isEmpty();
    JsonNode metadata = adoption.actions("metaData").get(0);
    assertThat(metadata.get("configuration").has(NotebookTable.LAST_VERSION)).isFalse();
    assertThat(metadata.get("configuration").get("delta.enableDeletionVectors").asText())
        .isEqualTo("true");
    assertThat(adoption.transaction()).contains(0L);
    JsonNode progress = null;
    for (DeltaLog.Commit commit : commits.subList((int) before + 1, commits.size())) {
      progress = commit.progress().orElse(progress);
      GoldChecker.assertRows(
          DeltaRows.of(gold, commit.version()),
          model.history(silver, 0, progress.get("silver").get("version").asLong()));
      assertThat(commit.version() == before + 1 || commit.count("metaData") == 0).isTrue();
      for (JsonNode add : commit.actions("add")) {
        assertThat(add.get("partitionValues").fieldNames())
            .toIterable()
            .containsExactlyInAnyOrderElementsOf(layout);
      }
    }
    assertThat(TableHygiene.findings(gold))
        .allMatch(finding -> finding.endsWith("changes data without progress: a foreign commit"))
        .hasSizeLessThan(2);
  }

  private static long open(List<Map<String, Object>> rows) {
    return rows.stream().filter(row -> Boolean.TRUE.equals(row.get("is_current"))).count();
  }
}
