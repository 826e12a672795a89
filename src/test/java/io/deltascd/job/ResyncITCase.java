package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.ResyncPolicy;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverSpec.Times;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.TableHygiene;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Versions of silver that gold needs are gone, or silver is another table: without a resync the run
 * is refused and gold stays as it is; with one, gold is the history of silver with a leap in it.
 */
class ResyncITCase {
  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path directory;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void lostVersions(long seed) throws Exception {
    Scenario scenario = new Scenario(seed, Shape.any(seed).withTimes(Times.STEADY));
    scenario.run(ResyncPolicy.NEVER, 0);
    long from = scenario.silver().version();
    scenario.random.grow(2 + scenario.draw.nextInt(4));
    long to = scenario.silver().version();
    scenario.silver().checkpoint();
    if (Files.exists(log(scenario.path, to, ".checkpoint.parquet"))) {
      for (long version = 0; version < to; version++) {
        Files.deleteIfExists(log(scenario.path, version, ".json"));
        Files.deleteIfExists(log(scenario.path, version, ".checkpoint.parquet"));
      }
      scenario.refused(
          "A version that gold needs can no longer be read",
          "version " + (from + 1),
          "every version from " + (from + 1) + " to " + to,
          "source.on-history-lost: resync",
          "the oldest usable version is " + to);
      scenario.run(ResyncPolicy.IF_LOST, 2);
    } else {
      scenario.run(ResyncPolicy.NOW, 2);
    }
    scenario.random.grow(3);
    scenario.run(ResyncPolicy.IF_LOST, 0);
    scenario.check(new Leap(scenario.silver(), from, scenario.silver(), to), from, to);
  }

  /** On request at a version that gold has already: nothing differs, and gold says so. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {21, 22})
  void nothingLost(long seed) throws Exception {
    Scenario scenario = new Scenario(seed, Shape.any(seed));
    scenario.run(ResyncPolicy.NEVER, 0);
    long version = scenario.silver().version();
    scenario.run(ResyncPolicy.NOW, 0);
    GoldChecker.assertRows(
        DeltaRows.of(scenario.gold), scenario.model().history(scenario.silver(), 0, version));
    assertThat(leaps(scenario.gold)).containsExactly(Map.entry(version, version));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {31, 32, 33})
  void silverDroppedAndMadeAnew(long seed) throws Exception {
    Shape shape = Shape.plain().withTimes(Times.STEADY).withCommits(8);
    Scenario scenario = new Scenario(seed, shape);
    SilverWriter dropped = scenario.silver();
    // Gold knows the time of the newest version that changed a row: let that be the last one.
    Map<String, Object> first = dropped.rows().get(0);
    dropped.delete(SilverWriter.Form.COPY_ON_WRITE, first::equals);
    scenario.run(ResyncPolicy.NEVER, 0);
    long from = dropped.version();
    FileUtils.deleteDirectory(scenario.path.toFile());
    scenario.random = RandomSilver.create(scenario.path, seed + 100, shape.withCommits(3));
    scenario.refused(
        "Gold is the history of another silver table",
        "silver table " + dropped.tableId(),
        "source.on-history-lost: resync");
    long to = scenario.silver().version();
    scenario.run(ResyncPolicy.IF_LOST, 1);
    scenario.random.grow(4);
    scenario.run(ResyncPolicy.NEVER, 0);
    scenario.check(new Leap(dropped, from, scenario.silver(), to), from, to);
  }

  /**
   * Another silver has lower versions than those whose rejected rows are kept. After each run the
   * program is taken to have died between the commit to the dead-letter table and the one to gold.
   */
  @Test
  void rejectedRowsOfASilverMadeAnew() throws Exception {
    Path path = directory.resolve("silver");
    Path gold = directory.resolve("gold");
    SilverSpec spec =
        SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING));
    SilverWriter dropped = SilverWriter.create(path, spec, List.of(spec.row(1L, "one")));
    for (long version = 1; version <= 6; version++) {
      dropped.append(List.of(spec.row(null, "old" + version)));
    }
    followTwice(path, gold, ResyncPolicy.NEVER);
    assertThat(rejected()).hasSize(6).contains("old1 1", "old6 6");

    FileUtils.deleteDirectory(path.toFile());
    SilverSpec wider =
        SilverSpec.of(
                new Column("id", ColumnType.LONG),
                new Column("name", ColumnType.STRING),
                new Column("note", ColumnType.STRING))
            .withSeed(2); // another table id
    SilverWriter anew = SilverWriter.create(path, wider, List.of(wider.row(1L, "uno", "x")));
    anew.append(List.of(wider.row(null, "a", "x"))); // 1
    followTwice(path, gold, ResyncPolicy.IF_LOST);
    assertThat(leaps(gold)).containsExactly(Map.entry(6L, 1L));
    assertThat(rejected()).hasSize(7).contains("a 1");

    anew.append(List.of(wider.row(null, "b", "x"))); // 2
    anew.addColumn(new Column("late", ColumnType.STRING)); // 3
    anew.append(List.of(wider.row(null, "c", "x"))); // 4
    followTwice(path, gold, ResyncPolicy.NEVER);
    assertThat(rejected()).hasSize(9).contains("b 2", "c 4");
    anew.append(List.of(wider.row(null, "d", "x"), wider.row(2L, "dos", "x"))); // 5
    followTwice(path, gold, ResyncPolicy.NEVER);
    assertThat(rejected()).hasSize(10).contains("d 5");
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(5L);
    assertThat(DeltaRows.of(gold))
        .extracting(row -> row.get("name") + " " + row.get("is_current"))
        .containsExactlyInAnyOrder("one false", "uno true", "dos true");
  }

  /** Name and version of each rejected row. */
  private List<String> rejected() {
    return DeltaRows.of(directory.resolve("letters")).stream()
        .map(row -> row.get("name") + " " + row.get("_commit_version"))
        .toList();
  }

  /** Runs up to silver's newest version, and once more on gold as it was before. */
  private void followTwice(Path silver, Path gold, ResyncPolicy resync) throws Exception {
    DeadLetterConfig letters =
        new DeadLetterConfig(
            new TableLocation(directory.resolve("letters").toString(), Map.of()), false);
    PipelineConfig pipeline =
        JobRun.pipeline(
            silver,
            gold,
            List.of("id"),
            HistorySettings.DEFAULT,
            OnNullKey.DEAD_LETTER,
            letters,
            new Bounded(Bounded.Mode.LATEST, -1));
    PipelineConfig leaping =
        new PipelineConfig(
            pipeline.name(),
            pipeline.source().resyncing(resync),
            pipeline.target(),
            pipeline.flink());
    JobRun.prepare(leaping, SavedState.NONE);
    Path before = directory.resolve("gold-before");
    FileUtils.deleteDirectory(before.toFile());
    FileUtils.copy(
        new org.apache.flink.core.fs.Path(gold.toUri()),
        new org.apache.flink.core.fs.Path(before.toUri()),
        false);
    follow(leaping);
    FileUtils.deleteDirectory(gold.toFile());
    Files.move(before, gold);
    follow(leaping);
  }

  private void follow(PipelineConfig pipeline) throws Exception {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    FaultPoint none = new FaultPoint("letters", 0, 0, Long.MAX_VALUE);
    JobRun.start(CLUSTER.get(), pipeline, flink, none, null).awaitEnd();
  }

  private static Path log(Path table, long version, String suffix) {
    return table.resolve("_delta_log").resolve("%020d%s".formatted(version, suffix));
  }

  /** The leaps that gold remembers, oldest first. */
  private static List<Map.Entry<Long, Long>> leaps(Path gold) {
    List<DeltaLog.Claim> claims = DeltaLog.claims(gold);
    return Stream.of(claims.get(claims.size() - 1).progress().path("resyncs"))
        .flatMap(all -> Stream.iterate(0, i -> i < all.size(), i -> i + 1).map(all::get))
        .map(leap -> Map.entry(leap.get("from").asLong(), leap.get("to").asLong()))
        .toList();
  }

  /** One silver with its gold. */
  private final class Scenario {
    private final long seed;
    private final SplittableRandom draw;
    private final Path path;
    private final Path gold;
    private RandomSilver random;
    private int runs;

    Scenario(long seed, Shape shape) {
      this.seed = seed;
      this.draw = new SplittableRandom(seed);
      this.path = directory.resolve("silver");
      this.gold = directory.resolve("gold");
      this.random = RandomSilver.create(path, seed, shape);
    }

    SilverWriter silver() {
      return random.silver();
    }

    HistoryModel model() {
      return HistoryModel.keyedBy(random.keys().toArray(String[]::new));
    }

    /**
     * Runs up to silver's newest version.
     *
     * @param failures of a task, at drawn rows
     */
    void run(ResyncPolicy resync, int failures) throws Exception {
      start(resync, failures).awaitEnd();
    }

    private JobRun start(ResyncPolicy resync, int failures) throws Exception {
      PipelineConfig pipeline =
          JobRun.pipeline(path, gold, random.keys(), new Bounded(Bounded.Mode.LATEST, -1));
      long rows = Math.max(1, silver().rows().size());
      FaultPoint faults =
          new FaultPoint(
              "resync-" + seed + "-" + runs++,
              failures > 0 ? 1 + draw.nextLong(rows) : 0,
              failures > 1 ? 1 + draw.nextLong(3 * rows) : 0,
              Long.MAX_VALUE);
      return JobRun.start(
          CLUSTER.get(),
          new PipelineConfig(
              pipeline.name(),
              pipeline.source().resyncing(resync),
              pipeline.target(),
              pipeline.flink()),
          flink(),
          faults,
          null);
    }

    private Configuration flink() {
      Configuration flink = new Configuration();
      flink.set(CoreOptions.DEFAULT_PARALLELISM, 1 << draw.nextInt(3));
      flink.set(
          CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(10 + draw.nextInt(50)));
      flink.set(
          CheckpointingOptions.CHECKPOINTS_DIRECTORY,
          directory.resolve("checkpoints").toUri().toString());
      flink.set(StateBackendOptions.STATE_BACKEND, draw.nextInt(4) == 0 ? "rocksdb" : "hashmap");
      flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
      flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 5);
      flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
      return flink;
    }

    void refused(String... message) {
      int commits = DeltaLog.commits(gold).size();
      assertThatThrownBy(() -> start(ResyncPolicy.NEVER, 0))
          .isInstanceOf(PipelineException.class)
          .message()
          .contains(message);
      assertThat(DeltaLog.commits(gold)).hasSize(commits);
    }

    /** Each commit of gold is the history of silver with the leap, up to the version it claims. */
    void check(Leap leap, long from, long to) {
      for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
        long claimed = commit.silverVersion();
        boolean leapt = commit.progress().has("resyncs");
        long version = leapt ? leap.after(claimed) : claimed;
        GoldChecker.assertRows(
            DeltaRows.of(gold, commit.version()),
            claimed < 0 ? List.of() : model().history(leap, 0, version));
      }
      assertThat(leaps(gold)).containsExactly(Map.entry(from, to));
      assertThat(DeltaLog.newestSilverVersion(gold)).contains(silver().version());
      GoldChecker.assertIntervals(DeltaRows.of(gold), random.keys());
      TableHygiene.assertClean(gold);
    }
  }
}
