package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.utils.FileStatus;
import io.deltascd.config.CompactionConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Moment;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.MemorySize;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a commit costs does not depend on how long gold's log has become. */
class LogEndTest {
  @TempDir private Path root;
  private Path directory;
  private GoldFixture fixture;
  private GoldTable gold;

  @BeforeEach
  void createGold() throws Exception {
    directory = root.resolve("gold");
    fixture =
        new GoldFixture(
            directory,
            new TableLocation(FaultyFileSystem.uri(directory), FaultyFileSystem.OPTIONS));
    gold = fixture.create();
    commit(1);
  }

  @Test
  void nothingNewIsToldByTwoLookUps() throws Exception {
    List<String> lookUps = new ArrayList<>();
    try (Fault noted = noting(Operation.STATUS, lookUps);
        Fault listings = listings();
        Fault read = noting(Operation.OPEN, lookUps)) {
      gold.refresh();
      assertThat(listings.met()).isZero();
      assertThat(read.met()).isZero();
      assertThat(noted.met()).isEqualTo(2);
    }
    assertThat(lookUps).containsExactly(entry(2).toString(), entry(1).toString());
    assertThat(gold.version()).isEqualTo(1);
  }

  /** As a committer does it, which does not know whether there are others. */
  @Test
  void aLogIsListedOnceForEachCheckpoint() throws Exception {
    try (Fault listings = listings()) {
      for (int id = 2; id <= 9; id++) {
        commit(id);
      }
      assertThat(listings.met()).as("up to version 9").isZero();
      commit(10);
      assertThat(listings.met()).as("the first clean-up").isEqualTo(1);
      for (int id = 11; id <= 30; id++) {
        commit(id);
      }
      assertThat(listings.met()).as("after the checkpoints 10 and 20").isEqualTo(1 + 2);
    }
    for (long checkpoint : List.of(10, 20, 30)) {
      assertThat(entry(checkpoint).resolveSibling(name(checkpoint, "checkpoint.parquet"))).exists();
    }
    for (long version = 0; version <= 30; version++) {
      assertThat(entry(version).resolveSibling(name(version, "crc"))).exists();
    }
    GoldTable reopened = GoldTable.open(fixture.location);
    assertThat(reopened.index().files()).containsExactlyInAnyOrderElementsOf(gold.index().files());
    assertThat(reopened.progress()).isEqualTo(gold.progress());
    assertThat(fixture.ids()).hasSize(30);
  }

  @Test
  void aCompactionIsNoReasonToListTheLog() throws Exception {
    gold =
        GoldTable.open(
            fixture.location,
            new CompactionConfig(3, MemorySize.ofMebiBytes(1), MemorySize.ofMebiBytes(1)));
    try (Fault listings = listings()) {
      commit(2);
      commit(3);
      assertThat(gold.compact().removed()).isEqualTo(3);
      commit(4);
      assertThat(gold.version()).isEqualTo(5);
      assertThat(listings.met()).isZero();
    }
  }

  /** Without a checksum, as Kernel leaves it to others; ours come anew after it. */
  @Test
  void aCommitOfSomeoneElseIsSeen() throws Exception {
    fixture.commitAsSomeoneElse(List.of(GoldFile.of(fixture.file(true, 77)).add()));
    gold.refresh();
    assertThat(gold.version()).isEqualTo(2);
    commit(3);
    commit(4);
    try (Fault listings = listings()) {
      commit(5);
      commit(6);
      assertThat(listings.met()).isZero();
    }
    for (long version = 3; version <= 6; version++) {
      assertThat(entry(version).resolveSibling(name(version, "crc"))).exists();
    }
    assertThat(fixture.ids()).containsExactly(1L, 3L, 4L, 5L, 6L, 77L);
  }

  /** With as many versions, and entries as long. */
  @Test
  void aTableThatTookItsPlaceIsSeen() throws Exception {
    byte[] before = Files.readAllBytes(entry(1));
    FileTime time = Files.getLastModifiedTime(entry(1));
    FileUtil.fullyDelete(directory.toFile());
    GoldTable other = fixture.create();
    other.commit(GoldFixture.next(other, List.of(fixture.file(true, 1)), Map.of()));
    assertThat(Files.readAllBytes(entry(1))).hasSameSizeAs(before).isNotEqualTo(before);
    Files.setLastModifiedTime(entry(1), FileTime.fromMillis(time.toMillis() + 5_000));

    assertThatThrownBy(gold::refresh)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("found:    table id");
  }

  @Test
  void aTableThatIsGoneIsSeen() {
    FileUtil.fullyDelete(directory.toFile());
    assertThatThrownBy(gold::refresh)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("There is no Delta table");
  }

  @Test
  void aLookUpThatFailsTellsNothing() {
    for (long version : List.of(2, 1)) {
      try (Fault failing =
          FaultyFileSystem.fail(
              Operation.STATUS, ".*" + entry(version), () -> new IOException("no answer"))) {
        assertThatThrownBy(gold::refresh)
            .isInstanceOf(IOException.class)
            .hasStackTraceContaining("no answer");
        assertThat(failing.met()).isOne();
      }
    }
    assertThat(gold.version()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1234, 100, 1234, true",
    "100, 1234, 100, 1000, true",
    "100, 1000, 100, 1234, false",
    "100, 1234, 100, 1235, false",
    "100, 1234, 100, 2000, false",
    "100, 1234, 101, 1234, false"
  })
  void sizeAndTimeTellOneEntryFromAnother(
      long size, long time, long foundSize, long foundTime, boolean same) {
    assertThat(
            LogEnd.isSame(
                FileStatus.of("listed", size, time),
                new org.apache.hadoop.fs.FileStatus(foundSize, false, 1, 1, foundTime, null)))
        .isEqualTo(same);
  }

  private void commit(long id) throws Exception {
    gold.refresh();
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, id)), Map.of()));
  }

  private Fault listings() {
    return noting(Operation.LIST, new ArrayList<>());
  }

  private Fault noting(Operation operation, List<String> paths) {
    return FaultyFileSystem.strike(
        operation,
        Moment.BEFORE,
        ".*/_delta_log.*",
        0,
        Integer.MAX_VALUE,
        path -> paths.add(path.substring(path.indexOf('/'))));
  }

  private Path entry(long version) {
    return directory.resolve("_delta_log").resolve(name(version, "json"));
  }

  private static String name(long version, String ending) {
    return "%020d.%s".formatted(version, ending);
  }
}
