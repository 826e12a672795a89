package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.RandomSilver.Feed;
import io.deltascd.testing.Shape;
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
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gold is the history of silver as of exactly one version after each single commit, whatever
 * happens to the job. Each seed draws a silver, a parallelism, a fault and where it strikes.
 */
class ExactlyOnceITCase {
  private static final int SEEDS = Integer.getInteger("deltascd.seeds", 60);

  /** Nothing of the random tables is vacuumed; a third of them has the feed always, and never. */
  private static final long START = 0;

  private static final List<Feed> FEEDS = List.of(Feed.values());

  private static final List<Fault> FAULTS = List.of(Fault.values());

  private static MiniCluster cluster;

  /** What happens to the job. */
  private enum Fault {
    /** Tasks fail, twice. */
    TASK_FAILURE,
    /** Stopped with a savepoint in the middle and resumed from it. */
    SAVEPOINT,
    /** The same, with a task failure before. */
    FAILURE_THEN_SAVEPOINT,
    /** Stopped with --drain in the middle, then started without state. */
    DRAIN,
    /** Cancelled in the middle, twice, and started without state. */
    CANCEL
  }

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = JobRun.cluster(2);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  static LongStream seeds() {
    return LongStream.range(Integer.getInteger("deltascd.first-seed", 0), SEEDS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void goldIsTheHistoryOfSilverAfterEachCommit(long seed, @TempDir Path directory)
      throws Exception {
    new Scenario(seed, directory, Shape.any(seed)).play();
  }

  static LongStream seedsWithNewColumns() {
    return LongStream.range(0, Integer.getInteger("deltascd.new-columns-seeds", 12));
  }

  /** Columns are added at drawn moments, also while the job runs. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seedsWithNewColumns")
  void newColumnsFlowThrough(long seed, @TempDir Path directory) throws Exception {
    long drawn = seed + 3_000_000;
    new Scenario(drawn, directory, Shape.any(drawn).withNewColumns(true)).play();
  }

  /** One seed. */
  private static final class Scenario {
    private final long seed;
    private final SplittableRandom random;
    private final Path silverPath;
    private final Path gold;
    private final Path directory;
    private final RandomSilver silver;
    private final Fault fault;

    Scenario(long seed, Path directory, Shape shape) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.directory = directory;
      this.silverPath = directory.resolve("silver");
      this.gold = directory.resolve("gold");
      this.silver = RandomSilver.create(silverPath, seed, shape, FEEDS.get((int) (seed % 3)));
      this.fault = FAULTS.get(random.nextInt(FAULTS.size()));
    }

    void play() throws Exception {
      switch (fault) {
        case TASK_FAILURE -> {
          long rows = rowsToCome();
          run("failing", 1 + random.nextLong(rows), 1 + random.nextLong(rows), null).awaitEnd();
        }
        case SAVEPOINT -> resume(interrupt("first", 0, this::savepoint));
        case FAILURE_THEN_SAVEPOINT ->
            resume(interrupt("first", 1 + random.nextLong(rowsToCome()), this::savepoint));
        case DRAIN -> {
          interrupt("first", 0, run -> run.stop(directory.resolve("savepoint"), true));
          resume(null);
        }
        case CANCEL -> {
          interrupt("first", 0, Scenario::cancel);
          interrupt("second", 1 + random.nextLong(rowsToCome()), Scenario::cancel);
          resume(null);
        }
      }
      checkGold();
      assertThat(DeltaLog.newestSilverVersion(gold)).contains(silver.silver().version());
    }

    /** How a run is ended. */
    private interface Ending {
      /** Returns the savepoint to resume from; null if there is none. */
      String end(JobRun run) throws Exception;
    }

    private String savepoint(JobRun run) throws Exception {
      return run.stop(directory.resolve("savepoint"), false);
    }

    private static String cancel(JobRun run) throws Exception {
      run.cancel();
      return null;
    }

    /** Runs without end while silver grows, and is ended at a drawn row. */
    private String interrupt(String leg, long failAt, Ending ending) throws Exception {
      long stopAt = 1 + random.nextLong(rowsToCome());
      FaultPoint faults = new FaultPoint(id(leg), failAt, 0, stopAt);
      JobRun run = start(Bounded.Mode.UNBOUNDED, faults, null);
      int rounds = random.nextInt(3);
      for (int round = 0; round < rounds; round++) {
        silver.grow(1 + random.nextInt(3));
        if (random.nextBoolean()) {
          JobRun.awaitGold(gold, newestWithAnEffect());
        }
      }
      // A run that starts without state sees fewer rows than may have been drawn.
      JobRun.await(
          () -> FaultPoint.signal(id(leg)).getCount() == 0 || goldStandsAt(newestWithAnEffect()));
      return ending.end(run);
    }

    /** The newest version that changes gold: mere progress is committed once an hour only. */
    private long newestWithAnEffect() {
      long version = silver.silver().version();
      while (version > START && history(version).equals(history(version - 1))) {
        version--;
      }
      return version;
    }

    private boolean goldStandsAt(long version) {
      return DeltaLog.newestSilverVersion(gold).filter(now -> now >= version).isPresent();
    }

    private void resume(String savepoint) throws Exception {
      silver.grow(random.nextInt(4));
      run("resumed", 0, 0, savepoint).awaitEnd();
    }

    private JobRun run(String leg, long failAt, long failAgainAt, String savepoint)
        throws Exception {
      return start(
          Bounded.Mode.LATEST,
          new FaultPoint(id(leg), failAt, failAgainAt, Long.MAX_VALUE),
          savepoint);
    }

    private JobRun start(Bounded.Mode mode, FaultPoint faults, String savepoint) throws Exception {
      PipelineConfig pipeline =
          JobRun.pipeline(silverPath, gold, silver.keys(), new Bounded(mode, -1));
      return JobRun.start(cluster, pipeline, flink(), faults, savepoint);
    }

    private Configuration flink() {
      Configuration flink = new Configuration();
      flink.set(CoreOptions.DEFAULT_PARALLELISM, 1 << random.nextInt(3));
      flink.set(
          CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(10 + random.nextInt(90)));
      flink.set(
          CheckpointingOptions.CHECKPOINTS_DIRECTORY,
          directory.resolve("checkpoints").toUri().toString());
      flink.set(StateBackendOptions.STATE_BACKEND, random.nextInt(4) == 0 ? "rocksdb" : "hashmap");
      flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
      flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 5);
      flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
      return flink;
    }

    /** Rows that pass the fault point if nothing happens: the first snapshot, then the feed. */
    private long rowsToCome() {
      SilverWriter table = silver.silver();
      return Math.max(1, table.rows(START).size() + table.feed(START + 1, table.version()).size());
    }

    private String id(String leg) {
      return seed + "-" + leg;
    }

    private List<Map<String, Object>> history(long version) {
      return HistoryModel.keyedBy(silver.keys().toArray(String[]::new))
          .history(silver.silver(), START, version);
    }

    private void checkGold() {
      for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
        long claimed = commit.silverVersion();
        List<Map<String, Object>> expected = claimed < START ? List.of() : history(claimed);
        GoldChecker.assertRows(DeltaRows.of(gold, commit.version()), expected);
      }
      GoldChecker.assertIntervals(DeltaRows.of(gold), silver.keys());
      TableHygiene.assertClean(gold);
    }
  }
}
