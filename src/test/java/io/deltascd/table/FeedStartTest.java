package io.deltascd.table;

import static io.deltascd.table.SmallTable.feed;
import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedStartTest {
  @TempDir Path directory;

  @Test
  void feedOnFromTheStart() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(true));
    assertThat(start(table)).isZero();
  }

  @Test
  void feedOffNamesTheStatement() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(false));
    assertThatThrownBy(() -> start(table))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("ALTER TABLE delta.`file:" + directory)
        .hasMessageContaining("delta.enableChangeDataFeed = true");
  }

  @Test
  void lastUninterruptedEraCounts() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(false));
    table.commit(table.add(table.write("a.parquet", row(1L, "a"))));
    table.commit(feed(true)); // 3
    table.commit(table.add(table.write("b.parquet", row(2L, "b"))));
    table.commit(feed(true)); // a property, say
    assertThat(start(table)).isEqualTo(3);
  }

  @Test
  void switchedOnLate() throws IOException {
    SmallTable table = new SmallTable(directory);
    table.commit(SmallTable.protocol(), feed(false));
    table.commit(table.add(table.write("a.parquet", row(1L, "a"))));
    table.commit(feed(true));
    table.commit(table.add(table.write("b.parquet", row(2L, "b"))));
    assertThat(start(table)).isEqualTo(2);
  }

  @Test
  void snapshotThatVacuumBrokeIsPassedOver() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b.parquet", row(1L, "b"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(1L, "b", "update_postimage"));
    table.commit(table.add(a)); // 1
    table.commit(table.remove(a), table.add(b), table.cdc(cdc)); // 2
    assertThat(start(table)).isZero();
    Files.delete(directory.resolve("a.parquet"));
    assertThat(start(table)).isEqualTo(2);
  }

  @Test
  void changesThatVacuumTookEndTheWalk() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b.parquet", row(1L, "b"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(1L, "b", "update_postimage"));
    table.commit(table.add(a)); // 1
    table.commit(table.remove(a), table.add(b), table.cdc(cdc)); // 2
    table.commit(table.remove(b)); // 3
    Files.delete(directory.resolve("_change_data/c.parquet"));
    assertThat(start(table)).isEqualTo(2);
  }

  @Test
  void versionBetweenUsableOnesMayLackAFile() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String x = table.write("x.parquet", row(2L, "x"));
    String y = table.write("y.parquet", row(2L, "x"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(2L, "x", "insert"));
    table.commit(table.add(a)); // 1
    table.commit(table.add(x), table.cdc(cdc)); // 2
    table.commit(
        table.file("remove", x, "{}", false, null), table.file("add", y, "{}", false, null)); // 3
    Files.delete(directory.resolve(x));
    UsableVersions usable = open(table).usableVersions();
    assertThat(usable.oldest()).isZero();
    assertThat(usable.newest()).isEqualTo(3);
    assertThat(List.of(-1L, 0L, 1L, 2L, 3L, 4L))
        .filteredOn(usable::contains)
        .containsExactly(0L, 1L, 3L);
  }

  @Test
  void changesAreReadableWithinAnEraOfTheFeed() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(table.add(table.write("a.parquet", row(1L, "a")))); // 1
    table.commit(feed(false)); // 2
    table.commit(table.add(table.write("b.parquet", row(2L, "b")))); // 3
    table.commit(feed(true)); // 4
    table.commit(table.add(table.write("c.parquet", row(3L, "c")))); // 5
    table.commit(feed(true)); // 6: a property, say
    assertThat(firstChanges(table, 0)).isZero();
    assertThat(firstChanges(table, 1)).isZero();
    assertThat(firstChanges(table, 2)).as("none").isEqualTo(3);
    assertThat(firstChanges(table, 3)).as("none").isEqualTo(4);
    assertThat(firstChanges(table, 4)).isEqualTo(4);
    assertThat(firstChanges(table, 6)).isEqualTo(4);
    SilverTable silver = open(table);
    assertThat(silver.firstReadableChanges(5, 6)).isEqualTo(5);
    assertThat(silver.firstReadableChanges(3, 6)).isEqualTo(4);
    assertThat(silver.firstReadableChanges(3, 3)).as("none").isEqualTo(4);
  }

  @Test
  void changesNeedNoSnapshotButTheirFiles() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b.parquet", row(1L, "b"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(1L, "b", "update_postimage"));
    table.commit(table.add(a)); // 1
    table.commit(table.remove(a), table.add(b), table.cdc(cdc)); // 2
    table.commit(table.remove(b)); // 3
    Files.delete(directory.resolve(a));
    assertThat(firstChanges(table, 3)).isEqualTo(2);
    assertThat(firstChanges(table, 1)).as("none").isEqualTo(2);
    Files.delete(directory.resolve(b));
    assertThat(firstChanges(table, 3)).as("none").isEqualTo(4);
  }

  @Test
  void aCleanedLogBeginsWithItsCheckpoint() throws IOException {
    Path table = Fixture.named("maintenance").unzip(directory); // a checkpoint at version 3
    SilverTable silver = SilverTable.open(new TableLocation(table.toString(), Map.of()));
    assertThat(silver.firstReadableChanges(0, 12)).isZero();
    for (int version = 0; version < 3; version++) {
      Files.delete(table.resolve("_delta_log/%020d.json".formatted(version)));
    }
    assertThat(silver.firstReadableChanges(0, 12)).isEqualTo(3);
    assertThat(silver.firstUsableVersion()).isEqualTo(3);
  }

  @Test
  void anyTableIsUsableAsLongAsItsFilesAreKept() throws IOException {
    SmallTable table = new SmallTable(directory);
    table.commit(SmallTable.protocol(), feed(false));
    String a = table.write("a.parquet", row(1L, "a"));
    table.commit(table.add(a)); // 1
    table.commit(table.remove(a), table.add(table.write("b.parquet", row(1L, "b")))); // 2
    table.commit(table.add(table.write("c.parquet", row(2L, "c")))); // 3
    for (ChangeCapture capture : List.of(ChangeCapture.AUTO, ChangeCapture.FILES)) {
      SilverTable silver = SilverTable.open(table.location(), capture);
      assertThat(silver.firstUsableVersion()).isZero();
      assertThat(silver.firstReadableChanges(0, 3)).isZero();
      assertThat(silver.usableVersions().captured()).isEqualTo(Map.of(1L, ChangeCapture.FILES));
    }
    Files.delete(directory.resolve(a));
    for (ChangeCapture capture : List.of(ChangeCapture.AUTO, ChangeCapture.FILES)) {
      SilverTable silver = SilverTable.open(table.location(), capture);
      assertThat(silver.firstUsableVersion()).isEqualTo(2);
      assertThat(silver.firstReadableChanges(0, 3)).isEqualTo(3);
    }
  }

  @Test
  void captureDecidesWhichFilesAreNeeded() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(1L, "b", "update_postimage"));
    table.commit(table.add(a)); // 1
    table.commit(
        table.remove(a), table.add(table.write("b.parquet", row(1L, "b"))), table.cdc(cdc)); // 2
    Files.delete(directory.resolve(cdc));
    assertThat(SilverTable.open(table.location()).firstUsableVersion()).isEqualTo(2);
    assertThat(SilverTable.open(table.location(), ChangeCapture.FILES).firstUsableVersion())
        .isZero();
  }

  @Test
  void liveFilesThatAreGoneAreSaid() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(table.add(table.write("a.parquet", row(1L, "a")))); // 1
    table.commit(table.add(table.write("b.parquet", row(2L, "b")))); // 2
    Files.delete(directory.resolve("b.parquet"));
    assertThatThrownBy(() -> start(table))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Files are gone that silver needs")
        .hasMessageContaining("version 2")
        .hasMessageContaining("no file file:" + directory.resolve("b.parquet"));
  }

  /** OPTIMIZE changed no row, so that what it wrote is not needed to go on. */
  @Test
  void newestSnapshotMayLackAFile() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String c = table.write("c.parquet", row(1L, "a"));
    table.commit(table.add(a)); // 1
    table.commit(
        table.file("remove", a, "{}", false, null), table.file("add", c, "{}", false, null)); // 2
    Files.delete(directory.resolve(c));
    UsableVersions usable = open(table).usableVersions();
    assertThat(List.of(0L, 1L, 2L)).filteredOn(usable::contains).containsExactly(0L, 1L);
    assertThatThrownBy(() -> open(table).requireFiles(2)).hasMessageContaining("c.parquet");
  }

  @Test
  void vectorsOfLiveFilesMustExist() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(
        SmallTable.richProtocol(),
        table.file(
            "add",
            table.write("a.parquet", row(1L, "a"), row(2L, "b")),
            "{}",
            true,
            table.vector(0))); // 1
    assertThat(start(table)).isZero();
    try (var files = Files.newDirectoryStream(directory, "deletion_vector*")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(() -> start(table)).hasMessageContaining("deletion_vector");
  }

  /** As a shallow clone has them. */
  @Test
  void filesOutsideOfTheTableAreLookedFor(@TempDir Path elsewhere) throws IOException {
    new SmallTable(elsewhere).write("a.parquet", row(1L, "a"));
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(table.add("file:" + elsewhere.resolve("a.parquet"))); // 1
    assertThat(start(table)).isZero();
    Files.delete(elsewhere.resolve("a.parquet"));
    assertThatThrownBy(() -> start(table))
        .hasMessageContaining(elsewhere.resolve("a.parquet").toString());
  }

  private static SilverTable open(SmallTable table) throws IOException {
    return SilverTable.open(table.location(), ChangeCapture.CDF);
  }

  private static long firstChanges(SmallTable table, long to) throws IOException {
    return open(table).firstReadableChanges(0, to);
  }

  private static long start(SmallTable table) throws IOException {
    return open(table).firstUsableVersion();
  }
}
