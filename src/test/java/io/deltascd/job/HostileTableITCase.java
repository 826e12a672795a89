package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.DeltaLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A running pipeline meets a hostile commit: it ends within ten seconds with the error that {@code
 * HostileTableTest} sees, and gold has no commit of it.
 */
class HostileTableITCase {
  private static final long SECONDS_TO_AN_ERROR = 10;
  private static final String ADD =
      "{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":10,\"modificationTime\":1,"
          + "\"dataChange\":true%s}}";

  @TempDir private Path directory;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "../silver/x.parquet, '', 'a path within the table'",
    "nope://host/x.parquet, '', 'No FileSystem for scheme'",
    "x.parquet, ',\"size\":-1', 'add with size -1'",
    "x.parquet, ',\"deletionVector\":{\"storageType\":\"i\",\"pathOrInlineDv\":\"wi5b=00000\",\"sizeInBytes\":8,\"cardinality\":1}', 'no deletion vector'",
    "x.parquet, ',\"dataChange\":\"yes\"', 'add with dataChange'",
  })
  void endsTheRun(String path, String more, String found) throws Exception {
    try (FaultScene scene = new FaultScene(directory)) {
      CompletableFuture<Integer> run = scene.follow();
      int commits = DeltaLog.commits(scene.gold()).size();
      // Appears as a whole, as a commit does.
      Path commit = Files.writeString(directory.resolve("commit"), ADD.formatted(path, more));
      Files.move(commit, scene.silver().resolve("_delta_log/00000000000000000003.json"));
      scene.assertFails(run, SECONDS_TO_AN_ERROR, List.of(found));
      assertThat(DeltaLog.commits(scene.gold())).hasSize(commits);
      scene.assertGoldIsHistory();
    }
  }
}
