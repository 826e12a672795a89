package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.config.TestSource;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories that begin and end in the middle of silver are the model's of that part. */
class StartModesITCase {
  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void historyIsOfTheVersionsBetween(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    RandomSilver made = RandomSilver.create(directory.resolve("silver"), seed, Shape.any(seed));
    made.grow(6);
    SilverWriter silver = made.silver();
    long start = random.nextLong(silver.version());
    long end = start + random.nextLong(silver.version() - start + 1);
    boolean byTime = seed % 2 == 0;
    Path gold = directory.resolve("gold");

    PipelineConfig pipeline =
        pipeline(
            made,
            gold,
            byTime
                ? new Startup(StartupMode.FROM_TIMESTAMP, -1, within(silver, start))
                : new Startup(StartupMode.FROM_VERSION, start, null),
            new Bounded(Bounded.Mode.TIMESTAMP, -1, within(silver, end)));
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    JobRun.start(
            CLUSTER.get(),
            pipeline,
            flink,
            new FaultPoint("start-modes-" + seed, 0, 0, Long.MAX_VALUE),
            null)
        .awaitEnd();

    assertThat(DeltaLog.newestSilverVersion(gold)).contains(end);
    GoldChecker.assertRows(
        DeltaRows.of(gold),
        HistoryModel.keyedBy(made.keys().toArray(String[]::new)).history(silver, start, end));
  }

  /** The last moment that a version is the newest one. */
  private static Instant within(SilverWriter silver, long version) {
    return version == silver.version()
        ? silver.time(version)
        : silver.time(version + 1).minusMillis(1);
  }

  private static PipelineConfig pipeline(
      RandomSilver silver, Path gold, Startup startup, Bounded bounded) {
    PipelineConfig pipeline = JobRun.pipeline(silver.silver().path(), gold, silver.keys(), bounded);
    return TestSource.in(pipeline, source -> source.startup(startup));
  }
}
