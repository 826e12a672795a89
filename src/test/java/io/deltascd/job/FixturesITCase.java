package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TestSource;
import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import io.deltascd.table.ChangeFileReader;
import io.deltascd.table.ChangeRows;
import io.deltascd.table.DeltaTypes;
import io.deltascd.table.FollowedColumns;
import io.deltascd.table.LogIterator;
import io.deltascd.table.SilverCommit;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Fixture;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.Rows;
import io.deltascd.testing.TableHygiene;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The product against tables that Delta Spark wrote, and Spark's own feed and history of each. */
class FixturesITCase {
  private static final String COLUMN_ADDED = "column-added";
  private static final String COLUMN_MAPPING = "column-mapping";
  private static final String ROW_TRACKING = "row-tracking";

  /** Its first readable snapshot is that of a version whose own changes are gone. */
  private static final String VACUUMED = "vacuumed";

  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path directory;

  /** The tables whose changes can be read at once, with the same columns all the way. */
  static Stream<Fixture> readable() {
    return Fixture.readable().stream()
        .filter(fixture -> !fixture.name().startsWith("twin-"))
        .filter(fixture -> !Set.of(COLUMN_ADDED, ROW_TRACKING).contains(fixture.name()));
  }

  /** The tables of which this release can keep history. */
  static Stream<Fixture> followed() {
    return Fixture.readable().stream()
        .filter(fixture -> !fixture.name().startsWith("twin-")) // see CaptureITCase
        .filter(fixture -> !Set.of(COLUMN_MAPPING, ROW_TRACKING).contains(fixture.name()))
        .filter(fixture -> fixture.gold().isEmpty())
        .filter(fixture -> !fixture.name().equals(VACUUMED));
  }

  /** The tables of which it refuses to keep history, each with a part of the error's text. */
  static Stream<Arguments> refused() {
    return Fixture.all().stream()
        .flatMap(
            fixture ->
                Stream.concat(fixture.refused().stream(), fixture.gold().stream())
                    .map(text -> Arguments.of(fixture, text)));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void tableWithoutHistoryIsRefusedByName(Fixture fixture, String text) {
    Path table = fixture.unzip(directory);
    Path gold = directory.resolve("gold");
    assertThatThrownBy(() -> run(fixture, table, gold))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(text);
    assertThat(gold).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("followed")
  void goldIsSparksHistory(Fixture fixture) throws Exception {
    Path gold = directory.resolve("gold");
    run(fixture, fixture.unzip(directory), gold).awaitEnd();
    List<Map<String, Object>> rows = DeltaRows.of(gold);
    GoldChecker.assertRows(rows, Rows.ofJson(fixture.history()));
    GoldChecker.assertIntervals(rows, fixture.keys());
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(fixture.newest());
    TableHygiene.assertClean(gold);
  }

  @ParameterizedTest
  @MethodSource("readable")
  void changesAreSparksFeed(Fixture fixture) throws Exception {
    SilverTable silver = open(fixture.unzip(directory));
    assertThat(silver.firstUsableVersion())
        .isEqualTo(fixture.start() - (fixture.name().equals(VACUUMED) ? 1 : 0));
    assertThat(silver.latestVersion()).isEqualTo(fixture.newest());
    // The source reads the changes after a version that it knows; a log may begin with the start.
    boolean first = fixture.start() == 0 || silver.modificationTime(fixture.start() - 1).isEmpty();
    assertFeed(fixture, silver, fixture.start() + (first ? 1 : 0), fixture.newest());
    long middle = (fixture.start() + fixture.newest() + 1) / 2;
    assertFeed(fixture, silver, middle, Math.max(middle, fixture.newest() - 1));
  }

  @Test
  void columnsOfTheFirstVersionAreRead() throws Exception {
    Fixture fixture = Fixture.named(COLUMN_ADDED);
    SilverTable silver = open(fixture.unzip(directory));
    // Spark reads the earlier versions with the columns of the newest.
    Path table = directory.resolve(COLUMN_ADDED);
    assertThat(Rows.canonical(feed(silver, table, 1, 1)))
        .isEqualTo(
            Rows.canonical(
                expected(fixture, 1, 1).stream()
                    .peek(row -> row.keySet().removeAll(Set.of("nota", "peso", "otra")))
                    .toList()));
  }

  @Test
  void columnNameThatGoldCannotHaveIsRefused() throws Exception {
    Fixture fixture = Fixture.named(COLUMN_MAPPING);
    Path table = fixture.unzip(directory);
    Path gold = directory.resolve("gold");
    assertThatThrownBy(() -> run(fixture, table, gold))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A column's name cannot be used in gold")
        .hasMessageContaining("Número de cliente");
    assertThat(gold).doesNotExist();
  }

  @Test
  void tableWithoutFeedIsRefused() throws Exception {
    Fixture fixture = Fixture.named(ROW_TRACKING);
    Path table = fixture.unzip(directory);
    Path gold = directory.resolve("gold");
    assertThatThrownBy(() -> run(fixture, table, gold))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("The change data feed of silver is off")
        .hasMessageContaining("version 8")
        .hasMessageContaining("ALTER TABLE")
        .hasMessageContaining("delta.enableChangeDataFeed = true");
    assertThat(gold).doesNotExist();
  }

  @Test
  void goldOfReplacedSilverIsGoneOnWith() throws Exception {
    Fixture fixture = Fixture.named("overwrite");
    Path table = fixture.unzip(directory);
    Path gold = directory.resolve("gold");
    Path log = table.resolve("_delta_log");
    Path restored = DeltaLog.commitFile(table, 8);
    Path aside = directory.resolve("8.json");
    Files.move(restored, aside);
    Files.delete(log.resolve("%020d.checkpoint.parquet".formatted(8)));
    Files.delete(log.resolve("_last_checkpoint"));
    // The first run ends with the version of CREATE OR REPLACE, while the table has the new id.
    JobRun run = start(fixture, table, gold, new Bounded(Bounded.Mode.UNBOUNDED, -1), null);
    JobRun.awaitGold(gold, 7);
    String savepoint = run.stop(directory.resolve("savepoint"), false);
    start(fixture, table, gold, new Bounded(Bounded.Mode.LATEST, -1), savepoint).awaitEnd();
    // The second goes on over RESTORE, which brings the old one back.
    Files.move(aside, restored);
    start(fixture, table, gold, new Bounded(Bounded.Mode.LATEST, -1), savepoint).awaitEnd();
    GoldChecker.assertRows(DeltaRows.of(gold), Rows.ofJson(fixture.history()));
  }

  @Test
  void silverMadeAnewIsRefused() throws Exception {
    Fixture fixture = Fixture.named("plain");
    Path table = fixture.unzip(directory);
    Path gold = directory.resolve("gold");
    run(fixture, table, gold).awaitEnd();
    Files.move(table, directory.resolve("old"));
    Files.move(Fixture.named("key-change").unzip(directory), table);
    assertThatThrownBy(() -> run(fixture, table, gold))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Gold is the history of another silver table");
  }

  private JobRun run(Fixture fixture, Path table, Path gold) throws Exception {
    return start(fixture, table, gold, new Bounded(Bounded.Mode.LATEST, -1), null);
  }

  private JobRun start(Fixture fixture, Path table, Path gold, Bounded bounded, String savepoint)
      throws Exception {
    Configuration flink = new Configuration();
    int parallelism = 1 + new SplittableRandom(fixture.name().hashCode()).nextInt(2);
    flink.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 2);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    return JobRun.start(
        CLUSTER.get(),
        ofFeed(JobRun.pipeline(table, gold, fixture.keys(), bounded)),
        flink,
        new FaultPoint(fixture.name(), 0, 0, Long.MAX_VALUE),
        savepoint);
  }

  private static PipelineConfig ofFeed(PipelineConfig pipeline) {
    return TestSource.in(pipeline, source -> source.capture(ChangeCapture.CDF));
  }

  private static SilverTable open(Path table) throws IOException {
    return SilverTable.open(new TableLocation(table.toString(), Map.of()), ChangeCapture.CDF);
  }

  private void assertFeed(Fixture fixture, SilverTable silver, long from, long to)
      throws IOException {
    GoldChecker.assertRows(
        feed(silver, directory.resolve(fixture.name()), from, to), expected(fixture, from, to));
  }

  /** Spark's feed. */
  private static List<Map<String, Object>> expected(Fixture fixture, long from, long to) {
    return Rows.ofJson(fixture.feed()).stream()
        .filter(row -> version(row) >= from && version(row) <= to)
        .toList();
  }

  private static long version(Map<String, Object> row) {
    return ((Number) row.get("_commit_version")).longValue();
  }

  /** The feed as the product's source reads it, from a silver that is opened in the middle. */
  private static List<Map<String, Object>> feed(SilverTable silver, Path table, long from, long to)
      throws IOException {
    SilverSnapshot before = silver.snapshot(from - 1);
    RowType columns = DeltaTypes.rowType(before.schema().json());
    List<Map<String, Object>> rows = new ArrayList<>();
    ChangeFileReader reader =
        ChangeFileReader.ofSilver(new TableLocation(table.toString(), Map.of()), before.schema());
    try (LogIterator<SilverCommit> commits =
        silver.commits(from, to, before.timeMicros(), before.schema(), columns(table))) {
      while (commits.hasNext()) {
        SilverCommit commit = commits.next();
        for (FileChange file : commit.files()) {
          try (ChangeRows changes = reader.open(file, commit.version())) {
            while (changes.next()) {
              rows.add(row(changes, columns, commit));
            }
          }
        }
      }
    }
    return rows;
  }

  private static FollowedColumns columns(Path table) {
    PipelineConfig pipeline =
        JobRun.pipeline(table, table, List.of("id"), new Bounded(Bounded.Mode.UNBOUNDED, -1));
    return new FollowedColumns(pipeline.target(), SourceConfig.ACCEPTS_NONE);
  }

  private static Map<String, Object> row(ChangeRows changes, RowType columns, SilverCommit commit)
      throws IOException {
    StringWriter json = new StringWriter();
    JsonRows writer = new JsonRows(columns, json);
    writer.row(changes.row());
    writer.end();
    Map<String, Object> row = Rows.ofJson(json.toString());
    row.put(
        "_change_type",
        switch (changes.kind()) {
          case INSERT -> "insert";
          case UPDATE_BEFORE -> "update_preimage";
          case UPDATE_AFTER -> "update_postimage";
          case DELETE -> "delete";
        });
    row.put("_commit_version", commit.version());
    row.put("_commit_timestamp", Instant.EPOCH.plus(commit.timeMicros(), ChronoUnit.MICROS));
    return row;
  }
}
