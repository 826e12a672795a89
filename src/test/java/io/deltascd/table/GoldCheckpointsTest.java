package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

class GoldCheckpointsTest {
  @TempDir Path directory;
  private GoldFixture fixture;
  private Engine engine;
  private GoldCheckpoints checkpoints;
  private DataFile file;

  /** Versions: 1 adds a file, 2 marks a row of it. */
  @BeforeEach
  void createGold() throws Exception {
    fixture =
        new GoldFixture(
            directory,
            new TableLocation(FaultyFileSystem.uri(directory), FaultyFileSystem.OPTIONS));
    GoldTable gold = fixture.create();
    file = fixture.file(true, 1, 2);
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));
    gold.commit(GoldFixture.next(gold, List.of(), Map.of(file.id(), RoaringBitmap.bitmapOf(0))));
    engine = KernelEngines.engine(fixture.location);
    checkpoints = new GoldCheckpoints(engine, fixture.location);
  }

  @Test
  void anotherVectorOfAFileIsNoReturn() throws Exception {
    assertThat(checkpoints.fileAddedAgain(newest())).isEmpty();
    assertThat(checkpoints.write(newest())).isTrue();

    assertThat(checkpoint(2)).exists();
    assertThat(fixture.ids()).containsExactly(2L);
    assertThat(checkpoints.write(newest())).as("is there already").isFalse();
  }

  @Test
  void aFileThatCameBackPreventsTheCheckpoint() throws Exception {
    fixture.bringBack(3, "RESTORE", 2, 1, System.currentTimeMillis());

    assertThat(checkpoints.fileAddedAgain(newest())).contains(file.path());
    assertThat(checkpoints.write(newest())).isFalse();
    assertThat(checkpoint(3)).doesNotExist();
    assertThat(fixture.ids()).containsExactly(1L, 2L);
  }

  @Test
  void aRemovalBeforeTheLastCheckpointDoesNotPreventOne() throws Exception {
    checkpoints.write(newest());
    fixture.bringBack(3, "RESTORE", 2, 1, System.currentTimeMillis());

    assertThat(checkpoints.fileAddedAgain(newest())).isEmpty();
    checkpoints.write(newest());
    assertThat(checkpoint(3)).exists();
    Files.delete(log(3).resolveSibling("00000000000000000002.checkpoint.parquet"));
    assertThat(fixture.ids()).containsExactly(1L, 2L);
  }

  @Test
  void aRemovalThatNoCheckpointKeepsDoesNotPreventOne() throws Exception {
    fixture.backdateRemovals(2);
    fixture.bringBack(3, "RESTORE", 2, 1, 1);

    assertThat(checkpoints.fileAddedAgain(newest())).isEmpty();
    checkpoints.write(newest());
    assertThat(checkpoint(3)).exists();
    assertThat(fixture.ids()).containsExactly(1L, 2L);
  }

  /** By then someone else's commit may have come after it. */
  @Test
  void eachVersionCanGetACheckpoint() throws Exception {
    checkpoints.write((SnapshotImpl) TableSnapshots.at(engine, newest().getPath(), 1));

    assertThat(checkpoint(1)).exists();
    assertThat(fixture.ids()).containsExactly(2L);
    Files.delete(log(0));
    assertThat(fixture.ids(OptionalLong.of(1))).containsExactly(1L, 2L);
    assertThat(fixture.ids()).containsExactly(2L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 10, 50})
  void halfACheckpointIsNoneAtAll(int writes) throws Exception {
    List<Path> before = logFiles();
    try (Fault full = fullAfter(writes)) {
      assertThatThrownBy(() -> checkpoints.write(newest()))
          .hasStackTraceContaining("No space left on device");
      assertThat(full.met()).isGreaterThan(writes);
    }

    assertThat(logFiles()).isEqualTo(before);
    assertThat(fixture.ids()).containsExactly(2L);
    checkpoints.write(newest());
    assertThat(checkpoint(2)).exists();
    assertThat(fixture.ids()).containsExactly(2L);
  }

  @Test
  void aCommitDoesNotNeedACheckpoint() throws Exception {
    GoldTable gold = GoldTable.open(fixture.location);
    try (Fault full = fullAfter(10)) {
      for (long id = 3; id <= 12; id++) {
        gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, id)), Map.of()));
        assertThat(fixture.ids()).hasSize((int) id - 1).endsWith(id);
      }
      assertThat(full.met()).isPositive();
    }
    assertThat(logFiles()).noneMatch(path -> path.toString().contains("checkpoint"));
  }

  private static Fault fullAfter(int writes) {
    return FaultyFileSystem.failAfter(
        Operation.WRITE,
        ".*/_delta_log/[^_]*checkpoint.*",
        writes,
        () -> new IOException("No space left on device"));
  }

  private List<Path> logFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("_delta_log"))) {
      return files.sorted().toList();
    }
  }

  private SnapshotImpl newest() throws IOException {
    return (SnapshotImpl) TableSnapshots.latest(engine, KernelEngines.rootUri(fixture.location));
  }

  private Path checkpoint(long version) {
    return directory.resolve("_delta_log/%020d.checkpoint.parquet".formatted(version));
  }

  private Path log(long version) {
    return directory.resolve("_delta_log/%020d.json".formatted(version));
  }
}
