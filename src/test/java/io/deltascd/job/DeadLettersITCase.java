package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.LastRowModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.TableHygiene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gold and the dead-letter table are together what silver says, after each single commit of either,
 * although tasks fail, the job starts again without state, and it ended between the two commits.
 */
class DeadLettersITCase {
  private static final long START = 0;

  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("deltascd.letters-seeds", 4));
  }

  /** Columns with few values as keys: nulls, and many rows of a key. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void eachRejectedRowIsKeptOnce(long seed, @TempDir Path directory) throws Exception {
    SplittableRandom random = new SplittableRandom(seed + 3_000_000);
    RandomSilver silver =
        RandomSilver.create(
            directory.resolve("silver"),
            seed,
            // The model has an order of all columns.
            Shape.any(seed).withCommits(10).withNested(false));
    List<String> keys = random.nextBoolean() ? List.of("region") : List.of("active", "region");
    SilverWriter table = silver.silver();
    List<String> sequence = table.columnNames(table.version());
    Path gold = directory.resolve("gold");

    JobRun first =
        start(directory, keys, sequence, Bounded.Mode.UNBOUNDED, random, table.rows(START).size());
    JobRun.awaitGold(gold, table.version());
    silver.grow(2);
    JobRun.awaitGold(gold, table.version());
    first.cancel();
    forgetNewestCommit(gold);
    silver.grow(3);
    start(directory, keys, sequence, Bounded.Mode.LATEST, random, 50).awaitEnd();

    LastRowModel model = new LastRowModel(keys, sequence);
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(table.version());
    for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
      long claimed = commit.silverVersion();
      GoldChecker.assertRows(
          DeltaRows.of(gold, commit.version()),
          claimed < START ? List.of() : model.history(table, START, table.feed(1, claimed)));
    }
    TableHygiene.assertClean(gold);
    Path letters = directory.resolve("letters");
    for (DeltaLog.Commit commit : DeltaLog.commits(letters)) {
      long claimed = claimed(commit);
      GoldChecker.assertRows(
          DeltaRows.of(letters, commit.version()),
          claimed < START ? List.of() : model.rejected(table, START, table.feed(1, claimed)));
    }
    List<Map<String, Object>> all = model.rejected(table, START, table.feed(1, table.version()));
    assertThat(all).extracting(row -> row.get("reason")).contains("null key", "duplicate key");
    GoldChecker.assertRows(DeltaRows.of(letters), all);
  }

  /** Starts without state; a task fails at one of the first rows. */
  private static JobRun start(
      Path directory,
      List<String> keys,
      List<String> sequence,
      Bounded.Mode mode,
      SplittableRandom random,
      int rows)
      throws Exception {
    HistorySettings settings =
        new HistorySettings(null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, sequence);
    PipelineConfig pipeline =
        JobRun.pipeline(
            directory.resolve("silver"),
            directory.resolve("gold"),
            keys,
            settings,
            OnNullKey.DEAD_LETTER,
            new DeadLetterConfig(
                new TableLocation(directory.resolve("letters").toString(), Map.of()), true),
            new Bounded(mode, -1));
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
    FaultPoint faults =
        new FaultPoint(
            directory + "-" + mode, 1 + random.nextInt(Math.max(1, rows)), 0, Long.MAX_VALUE);
    return JobRun.start(CLUSTER.get(), pipeline, flink, faults, null);
  }

  /** As if the program had died between the commit to the dead-letter table and the one to gold. */
  private static void forgetNewestCommit(Path gold) throws IOException {
    List<DeltaLog.Commit> commits = DeltaLog.commits(gold);
    long last = commits.get(commits.size() - 1).version();
    long newest =
        commits.stream()
            .filter(commit -> commit.progress().isPresent())
            .mapToLong(DeltaLog.Commit::version)
            .max()
            .orElseThrow();
    if (newest / 10 < last / 10 || newest % 10 == 0) {
      return; // a checkpoint of the log has it, too
    }
    try (Stream<Path> log = Files.list(gold.resolve("_delta_log"))) {
      for (Path file : log.toList()) {
        for (long version = newest; version <= last; version++) {
          if (file.getFileName().toString().contains("%020d".formatted(version))) {
            Files.delete(file);
          }
        }
      }
    }
  }

  /** The version of silver that the table stands at after a commit. */
  private static long claimed(DeltaLog.Commit commit) {
    return commit.actions("domainMetadata").stream()
        .filter(domain -> domain.get("domain").asText().equals(DeadLetterProgress.DOMAIN))
        .map(domain -> DeltaLog.parse(domain.get("configuration").asText()))
        .mapToLong(progress -> progress.get("silverVersion").asLong())
        .findFirst()
        .orElseThrow();
  }
}
