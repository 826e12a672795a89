package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A listing that does not show all log entries yet. */
class LaggingLogTest {
  private static final String ENTRY_1 = ".*/_delta_log/0+1\\.(json|crc)";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void gapInSilversLogIsLookedAtAgain(int times) throws IOException {
    SmallTable silver = SmallTable.withFeed(directory);
    silver.commit("{\"commitInfo\":{}}");
    silver.commit("{\"commitInfo\":{}}");
    try (Fault gap = hidden(times)) {
      assertThat(SilverTable.open(faulty(directory)).latestVersion()).isEqualTo(2);
      assertThat(gap.met()).isGreaterThanOrEqualTo(times);
    }
  }

  @Test
  void gapThatStaysIsTold() throws IOException {
    SmallTable silver = SmallTable.withFeed(directory);
    silver.commit("{\"commitInfo\":{}}");
    silver.commit("{\"commitInfo\":{}}");
    try (Fault gap = hidden(Integer.MAX_VALUE)) {
      assertThatThrownBy(() -> SilverTable.open(faulty(directory)))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("versions are not contiguous: ([0, 2])");
      assertThat(gap.met()).isPositive();
    }
  }

  /** It is not taken for a gold that was set back; the next look finds it. */
  @Test
  void entryOfGoldThatWasSeenAndIsNotNow() throws Exception {
    Path path = directory.resolve("gold");
    GoldFixture fixture = new GoldFixture(path);
    GoldTable writer = fixture.create();
    writer.commit(GoldFixture.next(writer, List.of(fixture.file(true, 1)), Map.of()));
    GoldTable gold = GoldTable.open(faulty(path));
    try (Fault hidden = hidden(Integer.MAX_VALUE)) {
      assertThatThrownBy(gold::refresh)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Version 1 of")
          .hasMessageContaining("cannot be seen any more");
      assertThat(hidden.met()).isPositive();
    }

    gold.refresh();
    assertThat(gold.progress().changedByOthers()).isFalse();
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 2)), Map.of()));
    assertThat(fixture.ids()).containsExactlyInAnyOrder(1L, 2L);
  }

  private static Fault hidden(int times) {
    return FaultyFileSystem.fail(
        Operation.HIDE, ENTRY_1, times, () -> new FileNotFoundException("hidden"));
  }

  private static TableLocation faulty(Path table) {
    return new TableLocation(FaultyFileSystem.uri(table), FaultyFileSystem.OPTIONS);
  }
}
