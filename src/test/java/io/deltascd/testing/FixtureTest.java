package io.deltascd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FixtureTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("io.deltascd.testing.Fixture#all")
  void isCompleteUpToItsNewestVersion(Fixture fixture) {
    Path table = fixture.unzip(directory);

    assertThat(commit(table, fixture.newest())).exists();
    assertThat(commit(table, fixture.newest() + 1)).doesNotExist();
    assertThat(fixture.keys()).isNotEmpty();
    if (fixture.refused().isEmpty()) {
      assertThat(fixture.feed()).isNotEmpty();
      assertThat(fixture.history()).isNotEmpty();
    }
  }

  @Test
  void commitFilesHaveTheirTimes() throws IOException {
    Path table = Fixture.named("back-dated").unzip(directory);

    assertThat(Files.getLastModifiedTime(commit(table, 2)).toInstant())
        .isEqualTo(Instant.parse("2026-01-02T08:00:00Z"));
    assertThat(Files.getLastModifiedTime(commit(table, 3)).toInstant())
        .isEqualTo(Instant.parse("2025-12-24T08:00:00Z"));
  }

  private static Path commit(Path table, long version) {
    return DeltaLog.commitFile(table, version);
  }
}
