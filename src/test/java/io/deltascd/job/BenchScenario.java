package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.job.BenchFault.Course;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.FaultyCheckpoints;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.RandomSilver.Feed;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.TableHygiene;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.util.ExceptionUtils;

/** One seed of the {@link FaultBenchITCase}. */
final class BenchScenario {
  private static final List<BenchFault> FAULTS = List.of(BenchFault.values());
  private static final List<Feed> FEEDS = List.of(Feed.values());

  /** Nothing of the random tables is vacuumed; a third of them has the feed always, and never. */
  private static final long START = 0;

  private final long seed;
  private final SplittableRandom random;
  private final MiniCluster cluster;
  private final Path directory;
  private final Path gold;
  private final RandomSilver silver;
  private final Course course;
  private final List<BenchFault> faults = new ArrayList<>();

  /** The run, from 0, in which the faults are in force. */
  private final int struckRun;

  private int runs;
  private long failAt;
  private final boolean toleratesCheckpoints;

  BenchScenario(long seed, Path directory, MiniCluster cluster) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.cluster = cluster;
    this.directory = directory;
    this.gold = directory.resolve("gold");
    this.silver =
        RandomSilver.create(
            directory.resolve("silver"), seed, shape(), FEEDS.get((int) (seed % FEEDS.size())));
    BenchFault first = FAULTS.get((int) (seed % FAULTS.size()));
    this.course = List.copyOf(first.courses()).get(random.nextInt(first.courses().size()));
    faults.add(first);
    BenchFault second = FAULTS.get(random.nextInt(FAULTS.size()));
    if (random.nextBoolean() && second != first && second.courses().contains(course)) {
      faults.add(second);
    }
    this.struckRun =
        faults.contains(BenchFault.FIRST_SNAPSHOT_FAILS)
            ? 0
            : faults.stream().anyMatch(BenchFault::needsGold) ? 1 : random.nextInt(2);
    this.toleratesCheckpoints = faults.contains(BenchFault.CHECKPOINT_IS_DECLINED);
  }

  private Shape shape() {
    Shape any = Shape.any(seed).withNewColumns(random.nextInt(6) == 0);
    return random.nextInt(5) == 0 ? any : any.withCommits(3 + random.nextInt(10));
  }

  @Override
  public String toString() {
    return "seed %d, %s in run %d, %s".formatted(seed, faults, struckRun, course);
  }

  /** Goes through it, and checks gold. */
  void play() throws Exception {
    switch (course) {
      case STRAIGHT -> finish(null, parallelism());
      case SAVEPOINT -> finish(follow(null, parallelism(), this::savepoint), parallelism());
      case RESCALE -> {
        String first = follow(null, 1, this::savepoint);
        finish(follow(first, 4, this::savepoint), 2);
      }
      case DRAIN -> {
        follow(null, parallelism(), run -> run.stop(directory.resolve("savepoint"), true));
        finish(null, parallelism());
      }
      case CANCEL -> {
        follow(null, parallelism(), BenchScenario::cancel);
        follow(null, parallelism(), BenchScenario::cancel);
        finish(null, parallelism());
      }
      case OVERTAKEN -> {
        overtake();
        finish(null, parallelism());
      }
      case SECOND_COPY -> {
        copy();
        finish(null, parallelism());
      }
    }
    checkGold();
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(silver.silver().version());
  }

  /** How a run is ended. */
  @FunctionalInterface
  private interface Ending {
    /** Returns the savepoint to resume from; null if there is none. */
    @Nullable
    String end(JobRun run) throws Exception;
  }

  private String savepoint(JobRun run) throws Exception {
    return run.stop(directory.resolve("savepoint"), false);
  }

  @Nullable
  private static String cancel(JobRun run) throws Exception {
    run.cancel();
    return null;
  }

  /** Runs without end while silver grows, and is ended at a drawn row or with all of it in gold. */
  @Nullable
  private String follow(@Nullable String savepoint, int parallelism, Ending ending)
      throws Exception {
    try (ArmedFaults armed = armed()) {
      FaultPoint rows = rows(1 + random.nextLong(rowsToCome()));
      JobRun run = start(Bounded.Mode.UNBOUNDED, rows, savepoint, parallelism);
      int rounds = 1 + random.nextInt(3);
      for (int round = 0; round < rounds; round++) {
        silver.grow(1 + random.nextInt(3));
        if (random.nextInt(3) != 0) {
          awaitGold(run, armed, false);
        }
      }
      awaitGold(run, armed, random.nextBoolean());
      armed.release();
      countTaskFailure();
      runs++;
      return endsByItself() ? ended(run) : ending.end(run);
    }
  }

  private boolean endsByItself() {
    return faults.contains(BenchFault.SILVER_FILE_LAGS);
  }

  /** A run that may have said that a file is gone; started again, it finds it. */
  @Nullable
  private static String ended(JobRun run) throws Exception {
    try {
      run.cancel();
    } catch (ExecutionException e) {
      assertThat(run.isOver()).as(e.toString()).isTrue();
    }
    return null;
  }

  /**
   * Waits until gold has all of silver, and lets go of an operation that is held.
   *
   * @param orRow whether the drawn row is enough
   */
  private void awaitGold(JobRun run, ArmedFaults armed, boolean orRow) throws Exception {
    long newest = newestWithAnEffect();
    // A run that starts without state sees fewer rows than may have been drawn.
    JobRun.await(
        () ->
            armed.isHolding()
                || run.isOver()
                || (orRow && FaultPoint.signal(id()).getCount() == 0)
                || DeltaLog.hasReached(gold, newest));
    if (run.isOver() && !endsByItself()) {
      run.awaitEnd();
    }
    if (armed.isHolding()) {
      silver.grow(1);
      armed.release();
      awaitGold(run, armed, orRow);
    }
  }

  /** Runs to silver's newest version. */
  private void finish(@Nullable String savepoint, int parallelism) throws Exception {
    try (ArmedFaults armed = armed()) {
      silver.grow(random.nextInt(4));
      JobRun run = start(Bounded.Mode.LATEST, rows(Long.MAX_VALUE), savepoint, parallelism);
      JobRun.await(() -> run.isOver() || armed.isHolding());
      armed.release();
      run.awaitEnd();
      countTaskFailure();
      runs++;
    }
  }

  private void overtake() throws Exception {
    try (ArmedFaults armed = new ArmedFaults(directory, random)) {
      armed.arm(BenchFault.COMMIT_IS_OVERTAKEN, silver.silver().version());
      JobRun slow = start(Bounded.Mode.UNBOUNDED, rows(Long.MAX_VALUE), null, 2);
      while (!armed.isHolding()) {
        silver.grow(1);
        long newest = newestWithAnEffect();
        JobRun.await(() -> armed.isHolding() || slow.isOver() || DeltaLog.hasReached(gold, newest));
      }
      CompletableFuture<?> cancelled = slow.beginToCancel();
      silver.grow(2);
      runs++;
      start(Bounded.Mode.LATEST, rows(Long.MAX_VALUE), null, 2).awaitEnd();
      checkGold();
      armed.release();
      cancelled.get(JobRun.SECONDS, TimeUnit.SECONDS);
      slow.result();
      runs++;
    }
  }

  private void copy() throws Exception {
    JobRun first = start(Bounded.Mode.UNBOUNDED, rows(Long.MAX_VALUE), null, 2);
    awaitStart(first);
    runs++;
    JobRun second = start(Bounded.Mode.UNBOUNDED, rows(Long.MAX_VALUE), null, 1);
    while (!first.isOver() && !second.isOver()) {
      silver.grow(1);
      long newest = newestWithAnEffect();
      JobRun.await(() -> first.isOver() || second.isOver() || DeltaLog.hasReached(gold, newest));
    }
    JobRun left = first.isOver() ? second : first;
    JobRun stopped = first.isOver() ? first : second;
    assertThat(stopped.result().getSerializedThrowable().orElseThrow())
        .hasStackTraceContaining("PipelineException: ")
        .extracting(ExceptionUtils::stringifyException)
        .asString()
        .containsAnyOf(
            "The state is older than gold",
            "Another job has written to gold",
            "a second job writes to it",
            "Gold has changed since the job was submitted");
    silver.grow(2);
    long newest = newestWithAnEffect();
    JobRun.await(() -> left.isOver() || DeltaLog.hasReached(gold, newest));
    assertThat(left.isOver()).isFalse();
    left.cancel();
    runs++;
    ArmedFaults.count(BenchFault.SECOND_COPY);
  }

  private void awaitStart(JobRun run) {
    long newest = newestWithAnEffect();
    JobRun.await(() -> run.isOver() || DeltaLog.hasReached(gold, newest));
  }

  private ArmedFaults armed() {
    ArmedFaults armed = new ArmedFaults(directory, random);
    if (runs == (course == Course.STRAIGHT ? 0 : struckRun)) {
      faults.forEach(fault -> armed.arm(fault, silver.silver().version()));
    }
    return armed;
  }

  private FaultPoint rows(long signalAt) {
    failAt =
        faults.contains(BenchFault.TASK_FAILS) && runs < 2
            ? 1 + random.nextLong(rowsToCome())
            : Long.MAX_VALUE;
    return new FaultPoint(id(), failAt, 0, signalAt);
  }

  private void countTaskFailure() {
    if (FaultPoint.passed(id()) >= failAt) {
      ArmedFaults.count(BenchFault.TASK_FAILS);
    }
  }

  /**
   * The newest version that changes gold: mere progress is committed once an hour only. Before the
   * first one gold stands at none, as it was created.
   */
  private long newestWithAnEffect() {
    long version = silver.silver().version();
    while (version >= START && !hasEffect(version)) {
      version--;
    }
    return version;
  }

  private boolean hasEffect(long version) {
    SilverWriter table = silver.silver();
    if (version == START) {
      return !table.rows(START).isEmpty();
    }
    return !table.columnNames(version).equals(table.columnNames(version - 1))
        || !Set.copyOf(table.rows(version)).equals(Set.copyOf(table.rows(version - 1)));
  }

  private JobRun start(
      Bounded.Mode mode, FaultPoint rows, @Nullable String savepoint, int parallelism)
      throws Exception {
    PipelineConfig pipeline =
        JobRun.faultyPipeline(silver.silver().path(), gold, silver.keys(), new Bounded(mode, -1));
    return JobRun.start(cluster, pipeline, flink(parallelism), rows, savepoint);
  }

  private int parallelism() {
    return 1 << random.nextInt(3);
  }

  private Configuration flink(int parallelism) {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpointInterval());
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        FaultyCheckpoints.uri(ArmedFaults.checkpoints(directory)));
    if (faults.contains(BenchFault.SNAPSHOT_FAILS) || toleratesCheckpoints) {
      // Else small state is no file, and cannot fail.
      flink.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ZERO);
    }
    flink.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, toleratesCheckpoints ? 1000 : 0);
    flink.set(StateBackendOptions.STATE_BACKEND, random.nextInt(4) == 0 ? "rocksdb" : "hashmap");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    return flink;
  }

  private Duration checkpointInterval() {
    return Duration.ofMillis(
        faults.contains(BenchFault.FIRST_SNAPSHOT_FAILS) ? 200 : 10 + random.nextInt(60));
  }

  /** Rows that pass the fault point if nothing happens: the first snapshot, then the feed. */
  private long rowsToCome() {
    SilverWriter table = silver.silver();
    return Math.max(1, table.rows(START).size() + table.feed(START + 1, table.version()).size());
  }

  private String id() {
    return "bench-" + seed + "-" + runs;
  }

  private List<Map<String, Object>> history(long version) {
    return HistoryModel.keyedBy(silver.keys().toArray(String[]::new))
        .history(silver.silver(), START, version);
  }

  private void checkGold() {
    for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
      long claimed = commit.silverVersion();
      GoldChecker.assertRows(
          DeltaRows.of(gold, commit.version()), claimed < START ? List.of() : history(claimed));
    }
    GoldChecker.assertIntervals(DeltaRows.of(gold), silver.keys());
    TableHygiene.assertClean(gold);
  }
}
