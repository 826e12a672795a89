package io.deltascd.job;

import static io.deltascd.table.SmallTable.feed;
import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.config.TestSource;
import io.deltascd.model.PipelineException;
import io.deltascd.table.SmallTable;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a submission decides: with which version a history begins, and with which a run ends. */
class StartVersionTest {
  private static final Bounded UNBOUNDED = new Bounded(Bounded.Mode.UNBOUNDED, -1);
  private static final String RANGE =
      "expected: a version from 3 (1970-01-01T00:16:43Z) to 7 (1970-01-01T00:16:47Z)";

  @TempDir private Path directory;

  /**
   * Version v is of 00:16:40 and v seconds. The feed is on from version 3 on; version 5 lacks a
   * file of its snapshot.
   */
  private SmallTable silver() throws IOException {
    SmallTable table = SmallTable.withFeed(directory.resolve("silver"));
    String x = table.write("x.parquet", row(3L, "x"));
    String y = table.write("y.parquet", row(3L, "x"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(3L, "x", "insert"));
    table.commit(feed(false)); // 1
    table.commit(table.add(table.write("a.parquet", row(1L, "a")))); // 2
    table.commit(feed(true)); // 3
    table.commit(table.add(table.write("b.parquet", row(2L, "b")))); // 4
    table.commit(table.add(x), table.cdc(cdc)); // 5
    table.commit(
        table.file("remove", x, "{}", false, null), table.file("add", y, "{}", false, null)); // 6
    table.commit(feed(true)); // 7
    Files.delete(table.root().resolve(x));
    return table;
  }

  static Stream<Arguments> starts() {
    return Stream.of(
        Arguments.of(Startup.of(StartupMode.INITIAL), 3),
        Arguments.of(Startup.of(StartupMode.LATEST_FULL), 7),
        Arguments.of(version(3), 3),
        Arguments.of(version(4), 4),
        Arguments.of(version(7), 7),
        Arguments.of(time("00:16:43"), 3),
        Arguments.of(time("00:16:44"), 4),
        Arguments.of(time("00:16:44.999"), 4),
        Arguments.of(time("00:16:47"), 7));
  }

  @ParameterizedTest
  @MethodSource("starts")
  void historyBeginsWithTheVersionThatIsMeant(Startup startup, long expected) throws IOException {
    SmallTable silver = silver();
    PreparedPipeline prepared =
        JobRun.prepare(pipeline(silver.root(), startup, UNBOUNDED), SavedState.NONE);
    assertThat(prepared.gold().progress().startVersion()).isEqualTo(expected);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(version(8), "scan.startup.version: 8; there is no such version yet"),
        Arguments.of(
            version(2),
            "scan.startup.version: 2; its snapshot or changes after it cannot be read (VACUUM,"
                + " clean-up of the log, or the change data feed was off)"),
        Arguments.of(version(0), "scan.startup.version: 0; its snapshot or changes after it"),
        Arguments.of(
            version(5), "scan.startup.version: 5; files of its snapshot are gone (VACUUM)"),
        Arguments.of(
            time("00:16:42.999"),
            "scan.startup.timestamp: 1970-01-01T00:16:42.999Z, when version 2"
                + " (1970-01-01T00:16:42Z) was the newest; its snapshot or changes after it"),
        Arguments.of(
            time("00:16:45"),
            "scan.startup.timestamp: 1970-01-01T00:16:45Z, when version 5 (1970-01-01T00:16:45Z)"
                + " was the newest; files of its snapshot are gone"),
        Arguments.of(
            time("00:16:39.999"),
            "scan.startup.timestamp: 1970-01-01T00:16:39.999Z, before the oldest commit, version 0"
                + " (1970-01-01T00:16:40Z)"),
        Arguments.of(
            time("00:16:47.001"),
            "scan.startup.timestamp: 1970-01-01T00:16:47.001Z, after the newest commit, version 7"
                + " (1970-01-01T00:16:47Z)"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void anUnusableStartIsRefusedBeforeAnythingIsWritten(Startup startup, String found)
      throws IOException {
    SmallTable silver = silver();
    assertThatThrownBy(
            () -> JobRun.prepare(pipeline(silver.root(), startup, UNBOUNDED), SavedState.NONE))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("History cannot begin there\n  where:    " + silver.root())
        .hasMessageContaining("found:    " + found)
        .hasMessageContaining(RANGE)
        .hasMessageContaining("scan.startup.mode: initial begins with version 3");
    assertThat(gold()).doesNotExist();
  }

  @Test
  void changesThatVacuumTookMoveTheOldestStart() throws IOException {
    SmallTable silver = silver();
    Files.delete(silver.root().resolve("_change_data/c.parquet"));
    assertThatThrownBy(
            () -> JobRun.prepare(pipeline(silver.root(), version(4), UNBOUNDED), SavedState.NONE))
        .hasMessageContaining("a version from 6 (1970-01-01T00:16:46Z) to 7")
        .hasMessageContaining("initial begins with version 6");
    assertThat(gold()).doesNotExist();
  }

  @Test
  void aNewestSnapshotThatLacksAFileIsRefused() throws IOException {
    SmallTable silver = silver();
    Files.delete(silver.root().resolve("a.parquet"));
    Startup latest = Startup.of(StartupMode.LATEST_FULL);
    assertThatThrownBy(
            () -> JobRun.prepare(pipeline(silver.root(), latest, UNBOUNDED), SavedState.NONE))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Files are gone that silver needs")
        .hasMessageContaining("version 7")
        .hasMessageContaining("a.parquet");
    assertThat(gold()).doesNotExist();
  }

  @Test
  void aLogThatWasCleanedMovesTheOldestStart() throws IOException {
    Path silver = Fixture.named("maintenance").unzip(directory); // a day apart; checkpoint at 3
    for (int version = 0; version < 3; version++) {
      Files.delete(DeltaLog.commitFile(silver, version));
    }
    assertThatThrownBy(
            () -> JobRun.prepare(pipeline(silver, version(2), UNBOUNDED), SavedState.NONE))
        .hasMessageContaining("found:    scan.startup.version: 2; its snapshot or changes")
        .hasMessageContaining(
            "a version from 3 (2026-01-04T08:00:00Z) to 12 (2026-01-13T08:00:00Z)");
    assertThatThrownBy(
            () ->
                JobRun.prepare(
                    pipeline(
                        silver,
                        new Startup(
                            StartupMode.FROM_TIMESTAMP, -1, Instant.parse("2026-01-03T08:00:00Z")),
                        UNBOUNDED),
                    SavedState.NONE))
        .hasMessageContaining("before the oldest commit, version 3 (2026-01-04T08:00:00Z)");
    assertThat(gold()).doesNotExist();
  }

  static List<Startup> everyMode() {
    return List.of(
        Startup.of(StartupMode.INITIAL),
        Startup.of(StartupMode.LATEST_FULL),
        version(3),
        time("00:16:43"),
        time("00:00:00"),
        time("23:00:00"));
  }

  @ParameterizedTest
  @MethodSource("everyMode")
  void aFeedThatIsOffIsRefusedWhateverTheMode(Startup startup) throws IOException {
    SmallTable silver = silver();
    silver.commit(feed(false));
    assertThatThrownBy(
            () -> JobRun.prepare(pipeline(silver.root(), startup, UNBOUNDED), SavedState.NONE))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("The change data feed of silver is off")
        .hasMessageContaining("version 8")
        .hasMessageContaining("ALTER TABLE");
    assertThat(gold()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"00:16:44, 4", "00:16:44.999, 4", "00:16:47, 7", "23:59:59, 7"})
  void aTimeBoundsTheRunByTheVersionThatIsTheNewestThen(String time, long expected)
      throws IOException {
    Bounded bounded =
        JobRun.prepare(pipeline(silver().root(), version(3), until(time)), SavedState.NONE)
            .pipeline()
            .source()
            .bounded();
    assertThat(bounded).isEqualTo(new Bounded(Bounded.Mode.VERSION, expected));
  }

  @Test
  void anEndBeforeTheFirstCommitIsRefused() throws IOException {
    SmallTable silver = silver();
    assertThatThrownBy(
            () ->
                JobRun.prepare(
                    pipeline(silver.root(), version(3), until("00:16:39.999")), SavedState.NONE))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("The run would end before silver's first commit")
        .hasMessageContaining("scan.bounded.timestamp: 1970-01-01T00:16:39.999Z")
        .hasMessageContaining("version 0 (1970-01-01T00:16:40Z)");
    assertThat(gold()).doesNotExist();
  }

  @Test
  void anEndBeforeTheStartIsRefused() throws IOException {
    SmallTable silver = silver();
    for (Bounded end : List.of(until("00:16:43.999"), new Bounded(Bounded.Mode.VERSION, 3))) {
      assertThatThrownBy(
              () -> JobRun.prepare(pipeline(silver.root(), version(4), end), SavedState.NONE))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("The run would end before it begins")
          .hasMessageContaining("last version 3")
          .hasMessageContaining("version 4 or later");
    }
    assertThat(gold()).doesNotExist();
  }

  /** The version that it begins with was decided when it was created. */
  @Test
  void anEndBeforeTheStartOfAnEmptyGoldIsRefused() throws IOException {
    SmallTable silver = silver();
    JobRun.prepare(pipeline(silver.root(), version(4), UNBOUNDED), SavedState.NONE);
    assertThatThrownBy(
            () ->
                JobRun.prepare(
                    pipeline(silver.root(), version(3), new Bounded(Bounded.Mode.VERSION, 3)),
                    SavedState.NONE))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("The run would end before it begins")
        .hasMessageContaining("version 4 or later");
  }

  @Test
  void theStartOfAGoldThatIsThereStays() throws IOException {
    SmallTable silver = silver();
    JobRun.prepare(pipeline(silver.root(), version(3), UNBOUNDED), SavedState.NONE);
    PreparedPipeline again =
        JobRun.prepare(pipeline(silver.root(), version(8), UNBOUNDED), SavedState.NONE);
    assertThat(again.gold().progress().startVersion()).isEqualTo(3);
  }

  private static Startup version(long version) {
    return new Startup(StartupMode.FROM_VERSION, version, null);
  }

  private static Startup time(String time) {
    return new Startup(StartupMode.FROM_TIMESTAMP, -1, instant(time));
  }

  private static Bounded until(String time) {
    return new Bounded(Bounded.Mode.TIMESTAMP, -1, instant(time));
  }

  private static Instant instant(String time) {
    return Instant.parse("1970-01-01T" + time + "Z");
  }

  private Path gold() {
    return directory.resolve("gold");
  }

  private PipelineConfig pipeline(Path silver, Startup startup, Bounded bounded) {
    PipelineConfig pipeline = JobRun.pipeline(silver, gold(), List.of("id"), bounded);
    return TestSource.in(pipeline, source -> source.startup(startup).capture(ChangeCapture.CDF));
  }
}
