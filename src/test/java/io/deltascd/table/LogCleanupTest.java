package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.Operation;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.TableLocation;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Moment;
import io.deltascd.testing.HandClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCleanupTest {
  @TempDir Path root;

  private final HandClock clock = new HandClock(Instant.now());

  private final LogCleanup cleanup = new LogCleanup(clock);
  private Path directory;
  private GoldFixture fixture;
  private GoldTable gold;
  private Engine engine;

  /** Versions 0 to 12, with a checkpoint of 10. */
  @BeforeEach
  void createGold() throws Exception {
    directory = root.resolve("gold");
    fixture = at(directory);
    gold = fixture.create();
    for (int commit = 1; commit <= 12; commit++) {
      gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, commit)), Map.of()));
    }
    engine = KernelEngines.engine(fixture.location);
  }

  private static GoldFixture at(Path table) {
    return new GoldFixture(
        table, new TableLocation(FaultyFileSystem.uri(table), FaultyFileSystem.OPTIONS));
  }

  @Test
  void checksumsGoWithTheirCommits() throws Exception {
    clock.pass(Duration.ofDays(31));
    cleanup.run(engine, newest());

    assertThat(log())
        .containsExactly(
            name(10, "checkpoint.parquet"),
            name(10, "crc"),
            name(10, "json"),
            name(11, "crc"),
            name(11, "json"),
            name(12, "crc"),
            name(12, "json"),
            "_last_checkpoint");
    assertThat(fixture.ids()).hasSize(12);
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 13)), Map.of()));
    assertThat(fixture.ids()).hasSize(13);
  }

  @Test
  void whatHasNotExpiredStays() throws Exception {
    List<String> all = log();
    clock.pass(Duration.ofDays(29));
    cleanup.run(engine, newest());
    assertThat(log()).isEqualTo(all).hasSize(2 * 13 + 2);
  }

  /** Four checksums are those of commits that were removed by an earlier release. */
  @Test
  void checksumsThatWereLeftBehindGoAsWell() throws Exception {
    for (int version = 0; version < 4; version++) {
      Files.delete(directory.resolve("_delta_log").resolve(name(version, "json")));
    }
    clock.pass(Duration.ofDays(31));
    cleanup.run(engine, newest());

    assertThat(log()).hasSize(2 * 3 + 2).startsWith(name(10, "checkpoint.parquet"));
  }

  /** Of a year, say: a commit does not wait until all of them are gone. */
  @Test
  void thousandsOfThemGoBitByBit() throws Exception {
    Path table = Files.createDirectories(root.resolve("old/_delta_log")).getParent();
    for (int version = 0; version <= 3020; version++) {
      Files.writeString(table.resolve("_delta_log").resolve(name(version, "crc")), "{}");
    }
    for (int version = 3000; version <= 3020; version++) {
      Files.writeString(table.resolve("_delta_log").resolve(name(version, "json")), "{}");
    }
    checkpoint(table, 3010);
    clock.pass(Duration.ofDays(31));
    io.delta.kernel.internal.fs.Path path =
        new io.delta.kernel.internal.fs.Path(FaultyFileSystem.uri(table));

    // Beside those of the 10 commits before the checkpoint.
    cleanup.clean(engine, path, Duration.ofDays(30).toMillis());
    assertThat(log(table)).startsWith(name(1010, "crc")).hasSize(2011 + 11 + 1);
    cleanup.clean(engine, path, Duration.ofDays(30).toMillis());
    assertThat(log(table)).as("nothing expired, nothing is done").hasSize(2011 + 11 + 1);

    // The 10 commits and the checkpoint before the next one.
    checkpoint(table, 3020);
    cleanup.clean(engine, path, Duration.ofDays(30).toMillis());
    assertThat(log(table))
        .startsWith(name(1010 + 1011, "crc"))
        .endsWith(name(3020, "checkpoint.parquet"), name(3020, "crc"), name(3020, "json"));
  }

  private static void checkpoint(Path table, long version) throws IOException {
    Files.writeString(
        table.resolve("_delta_log").resolve(name(version, "checkpoint.parquet")), "PAR1");
  }

  @Test
  void aLogIsListedOnceAnHour() throws Exception {
    Path second = root.resolve("second");
    GoldTable other = at(second).create();
    assertThat(other.version()).isZero();
    SnapshotImpl newest = newest();
    SnapshotImpl ofSecond = newest(second);
    try (Fault listings = listings(directory);
        Fault ofOther = listings(second)) {
      cleanup.run(engine, newest);
      assertThat(listings.met()).isOne();
      clock.pass(Duration.ofMinutes(59));
      cleanup.run(engine, newest);
      assertThat(listings.met()).isOne();
      clock.pass(Duration.ofMinutes(1));
      cleanup.run(engine, newest);
      assertThat(listings.met()).isEqualTo(2);

      cleanup.run(engine, ofSecond);
      cleanup.run(engine, ofSecond);
      assertThat(ofOther.met()).as("another table has an hour of its own").isOne();
    }
  }

  @Test
  void aTableMayForbidIt() throws Exception {
    set("delta.enableExpiredLogCleanup", "false");
    List<String> all = log();
    clock.pass(Duration.ofDays(31));
    SnapshotImpl newest = newest();
    try (Fault listings = listings(directory)) {
      cleanup.run(engine, newest);
      assertThat(listings.met()).isZero();
    }
    assertThat(log()).isEqualTo(all);

    // As soon as it does not any more.
    set("delta.enableExpiredLogCleanup", "true");
    cleanup.run(engine, newest());
    assertThat(log()).startsWith(name(10, "checkpoint.parquet"));
  }

  @Test
  void aTableSaysHowLongEntriesAreKept() throws Exception {
    set("delta.logRetentionDuration", "interval 40 days");
    List<String> all = log();
    clock.pass(Duration.ofDays(39));
    cleanup.run(engine, newest());
    assertThat(log()).isEqualTo(all);

    clock.pass(Duration.ofDays(2));
    cleanup.run(engine, newest());
    assertThat(log()).startsWith(name(10, "checkpoint.parquet"));
  }

  @Test
  void whatCannotBeRemovedStays() throws Exception {
    clock.pass(Duration.ofDays(31));
    List<String> all = log();
    SnapshotImpl newest = newest();
    try (Fault kept = undeletable("json")) {
      cleanup.run(engine, newest);
      assertThat(kept.met()).isPositive();
    }
    assertThat(log()).isEqualTo(all);

    clock.pass(LogCleanup.PAUSE);
    try (Fault kept = undeletable("crc")) {
      cleanup.run(engine, newest);
      assertThat(kept.met()).isPositive();
    }
    assertThat(log())
        .contains(name(0, "crc"), name(9, "crc"), name(10, "json"))
        .doesNotContainAnyElementsOf(
            LongStream.range(0, 10).mapToObj(version -> name(version, "json")).toList());
    assertThat(fixture.ids()).hasSize(12);
  }

  private static Fault undeletable(String ending) {
    return FaultyFileSystem.fail(
        FaultyFileSystem.Operation.DELETE,
        ".*/_delta_log/\\d+\\." + ending,
        () -> new IOException("Permission denied"));
  }

  /** Counts them. */
  private static Fault listings(Path table) {
    return FaultyFileSystem.strike(
        FaultyFileSystem.Operation.LIST,
        Moment.BEFORE,
        FaultyFileSystem.uri(table) + "/_delta_log",
        0,
        0,
        path -> {});
  }

  private void set(String property, String value) throws IOException {
    newest()
        .buildUpdateTableTransaction("someone else", Operation.MANUAL_UPDATE)
        .withTablePropertiesAdded(Map.of(property, value))
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());
  }

  private SnapshotImpl newest() throws IOException {
    return newest(directory);
  }

  private SnapshotImpl newest(Path table) throws IOException {
    return (SnapshotImpl) TableSnapshots.latest(engine, FaultyFileSystem.uri(table));
  }

  private List<String> log() throws IOException {
    return log(directory);
  }

  private static List<String> log(Path table) throws IOException {
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String name(long version, String ending) {
    return "%020d.%s".formatted(version, ending);
  }
}
