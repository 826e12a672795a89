package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.TableHygiene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole process is killed at drawn moments while silver grows, and started again with nothing
 * but gold: gold is the history of silver as of one version after each single commit.
 *
 * <p>{@code -Ddeltascd.kills=N} for more than the 15 kills of a build.
 */
class KillITCase {
  private static final int KILLS = Integer.getInteger("deltascd.kills", 15);
  private static final int KILLS_OF_A_SEED = 5;
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(5);

  /** The feed of the random tables is on from the beginning, and nothing is vacuumed. */
  private static final long START = 0;

  /** What is waited for before a kill, counted from the start of the process. */
  private enum Moment {
    /** The job is being built: gold exists, but not its first commit. */
    GOLD_CREATED,
    /** Files have been written that no commit refers to yet. */
    DATA_FILE,
    /** A commit is being written: its draft, or already itself. */
    COMMIT_DRAFT,
    /** A commit has been done; Flink does not know it yet, or has just noted it. */
    COMMIT,
    /** Some commits later. */
    THIRD_COMMIT,
    /** All of silver is in gold: nothing happens. */
    IDLE
  }

  private static final List<Moment> MOMENTS = List.of(Moment.values());

  static LongStream seeds() {
    return LongStream.range(0, (KILLS + KILLS_OF_A_SEED - 1) / KILLS_OF_A_SEED);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void goldIsTheHistoryOfSilverAfterEachCommit(long seed, @TempDir Path directory)
      throws Exception {
    new Scenario(seed, directory).play();
  }

  /** One seed. */
  private static final class Scenario {
    private final SplittableRandom random;
    private final Path directory;
    private final Path gold;
    private final RandomSilver silver;
    private final Path pipeline;

    Scenario(long seed, Path directory) throws IOException {
      this.random = new SplittableRandom(seed);
      this.directory = directory;
      this.gold = directory.resolve("gold");
      this.silver = RandomSilver.create(directory.resolve("silver"), seed, Shape.any(seed));
      this.pipeline =
          Files.writeString(
              directory.resolve("pipeline.yaml"),
              """
              source: {path: '%s', discovery-interval: 20 ms}
              target: {path: '%s', keys: [%s]}
              flink:
                parallelism.default: %d
                state.backend.type: %s
                rest.bind-port: 0
                execution.checkpointing.interval: %d ms
              """
                  .formatted(
                      silver.silver().path(),
                      gold,
                      String.join(", ", silver.keys()),
                      1 + random.nextInt(2),
                      random.nextInt(4) == 0 ? "rocksdb" : "hashmap",
                      20 + random.nextInt(80)));
    }

    void play() throws Exception {
      for (int kill = 0; kill < KILLS_OF_A_SEED; kill++) {
        // The first ones find a gold without rows.
        int last = MOMENTS.size();
        Moment moment = MOMENTS.get(kill == 0 ? random.nextInt(2) : 1 + random.nextInt(last - 1));
        killAt(moment, kill);
        assertGoldIsHistory();
      }
      try (LocalProcess last =
          LocalProcess.start(
              directory,
              "last",
              "run",
              pipeline.toString(),
              "-D",
              "source.scan.bounded.mode=latest")) {
        assertThat(last.exitStatus(LONGEST)).as(last.output()).isZero();
      }
      assertThat(DeltaLog.newestSilverVersion(gold)).contains(silver.silver().version());
      assertGoldIsHistory();
    }

    private void killAt(Moment moment, int kill) throws Exception {
      long files = count("is_current=", ".parquet");
      long commits = commits();
      try (LocalProcess process =
          LocalProcess.start(directory, "run-" + kill, "run", pipeline.toString())) {
        if (moment != Moment.GOLD_CREATED) {
          // From the first commit on there is something new for each start.
          silver.grow(random.nextInt(3));
          growForGold();
        }
        switch (moment) {
          case GOLD_CREATED -> await(process, () -> commits() > 0);
          case DATA_FILE -> await(process, () -> count("is_current=", ".parquet") > files);
          case COMMIT_DRAFT -> await(process, () -> drafts() > commits);
          case COMMIT -> await(process, () -> commits() > commits);
          case THIRD_COMMIT -> {
            for (long more = 1; more <= 3; more++) {
              long wanted = commits + more;
              await(process, () -> commits() >= wanted || goldHasAll());
              growForGold();
            }
          }
          case IDLE -> await(process, this::goldHasAll);
        }
        process.kill();
      }
    }

    /** Until there is a version that gold's rows depend on: others may wait for a commit. */
    private void growForGold() {
      List<Map<String, Object>> before;
      do {
        before = history();
        silver.grow(1);
      } while (history().equals(before));
    }

    private List<Map<String, Object>> history() {
      return model().history(silver.silver(), START, silver.silver().version());
    }

    private HistoryModel model() {
      return HistoryModel.keyedBy(silver.keys().toArray(String[]::new));
    }

    private void await(LocalProcess process, BooleanSupplier moment) {
      Awaitility.await()
          .atMost(LONGEST)
          .pollDelay(Duration.ZERO)
          .pollInterval(LOOK)
          .until(() -> moment.getAsBoolean() || !process.isRunning());
      assertThat(process.isRunning()).as(process.output()).isTrue();
    }

    private boolean goldHasAll() {
      return DeltaLog.hasReached(gold, silver.silver().version());
    }

    private long commits() {
      return count("_delta_log", name -> name.matches("\\d{20}\\.json"));
    }

    /** Commits and those that are being written. */
    private long drafts() {
      return count("_delta_log", name -> name.matches("\\.?\\d{20}\\.json.*(?<!\\.crc)"));
    }

    private long count(String directoryPart, String suffix) {
      return count(directoryPart, name -> name.endsWith(suffix));
    }

    /** Files below gold; those that vanish meanwhile do not count. */
    private long count(String directoryPart, Predicate<String> names) {
      if (!Files.exists(gold)) {
        return 0;
      }
      try (Stream<Path> files = Files.walk(gold)) {
        return files
            .filter(file -> gold.relativize(file).toString().startsWith(directoryPart))
            .filter(file -> names.test(file.getFileName().toString()))
            .count();
      } catch (IOException | UncheckedIOException e) {
        return 0;
      }
    }

    private void assertGoldIsHistory() {
      HistoryModel model = model();
      for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
        long claimed = commit.silverVersion();
        GoldChecker.assertRows(
            DeltaRows.of(gold, commit.version()),
            claimed < START ? List.of() : model.history(silver.silver(), START, claimed));
      }
      GoldChecker.assertIntervals(DeltaRows.of(gold), silver.keys());
      TableHygiene.assertClean(gold);
    }
  }
}
