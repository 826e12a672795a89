package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TestSource;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Fixture;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * History is the same wherever changes come from: Spark's, of a twin of each table that has the
 * feed.
 */
class CaptureITCase {
  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path directory;

  static Stream<Arguments> captures() {
    return Stream.of(
        Arguments.of("twin-row-ids", ChangeCapture.AUTO),
        Arguments.of("twin-row-ids", ChangeCapture.FILES),
        Arguments.of("twin-row-ids-dv", ChangeCapture.ROW_TRACKING),
        Arguments.of("twin-files", ChangeCapture.FILES),
        Arguments.of("twin-files-dv", ChangeCapture.AUTO),
        // These have the feed; it is not used.
        Arguments.of("maintenance", ChangeCapture.FILES),
        Arguments.of("overwrite", ChangeCapture.FILES),
        Arguments.of("deletion-vectors", ChangeCapture.FILES),
        Arguments.of("partitioned", ChangeCapture.FILES),
        Arguments.of("nested", ChangeCapture.FILES));
  }

  @ParameterizedTest
  @MethodSource("captures")
  void goldIsSparksHistory(String name, ChangeCapture capture) throws Exception {
    Fixture fixture = Fixture.named(name);
    Path gold = run(fixture, capture);
    List<Map<String, Object>> rows = DeltaRows.of(gold);
    GoldChecker.assertRows(rows, Rows.ofJson(fixture.history()));
    GoldChecker.assertIntervals(rows, fixture.keys());
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(fixture.newest());
  }

  @ParameterizedTest
  @EnumSource(names = {"CDF", "ROW_TRACKING"})
  void whatIsAskedForHasToBeOn(ChangeCapture capture) {
    assertThatThrownBy(() -> run(Fixture.named("twin-files"), capture))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(" of silver is off")
        .hasMessageContaining("ALTER TABLE")
        .hasMessageContaining("scan.change-capture: auto");
  }

  private Path run(Fixture fixture, ChangeCapture capture) throws Exception {
    Path gold = directory.resolve("gold");
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    PipelineConfig pipeline =
        JobRun.pipeline(
            fixture.unzip(directory), gold, fixture.keys(), new Bounded(Bounded.Mode.LATEST, -1));
    JobRun.start(
            CLUSTER.get(),
            TestSource.in(pipeline, source -> source.capture(capture)),
            flink,
            new FaultPoint(fixture.name() + capture, 0, 0, Long.MAX_VALUE),
            null)
        .awaitEnd();
    return gold;
  }
}
