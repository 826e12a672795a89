package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of Flink's own checkpoints cannot be written, before a run and under it. */
class CheckpointFailureITCase {
  private static final String AGAIN =
      "The job starts again after an error: A checkpoint cannot be written: ";

  @TempDir private Path directory;

  @Test
  void beforeARunItIsAWrongConfiguration() throws Exception {
    try (FaultScene scene = new FaultScene(directory)) {
      scene.blockCheckpoints();

      assertThat(scene.start().get(JobRun.SECONDS, TimeUnit.SECONDS)).isEqualTo(2);

      assertThat(scene.text())
          .startsWith("The directory of Flink's checkpoints cannot be written\n")
          .contains("where:    flink, execution.checkpointing.dir", "checkpoints");
      assertThat(scene.gold()).doesNotExist();
    }
  }

  @Test
  void theErrorThatEndsARunNamesItsCause() throws Exception {
    try (FaultScene scene = new FaultScene(directory)) {
      CompletableFuture<Integer> run = scene.follow("restart-strategy.type=none");
      scene.blockCheckpoints();
      scene.append();

      scene.assertFails(
          run,
          10,
          List.of(
              "A checkpoint cannot be written\n",
              "checkpoints, execution.checkpointing.dir",
              "found:    java.nio.file.FileAlreadyExistsException: ",
              "remedy:   make room"));
      scene.assertGoldIsHistory();
      scene.unblockCheckpoints();
      scene.assertGoesOnWithoutState();
    }
  }

  @Test
  void aRunThatTriesWithoutEndSaysSo() throws Exception {
    try (FaultScene scene = new FaultScene(directory)) {
      CompletableFuture<Integer> run = scene.follow();
      scene.blockCheckpoints();
      scene.append();

      JobRun.await(() -> run.isDone() || scene.text().split(AGAIN, -1).length > 2);
      assertThat(run).as(scene.text()).isNotDone();
      assertThat(scene.text().lines().filter(line -> line.startsWith("The job starts again")))
          .allMatch(line -> line.startsWith(AGAIN + "java.nio.file.FileAlreadyExistsException: "));
      assertThat(scene.text()).doesNotContain("where:");

      scene.unblockCheckpoints();
      scene.awaitGold(run);
      scene.assertGoldIsHistory();
    }
  }
}
