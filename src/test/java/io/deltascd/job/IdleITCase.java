package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Moment;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job whose silver rests leaves gold as it is, over thousands of rounds and many checkpoints. */
class IdleITCase {
  private static final int ROUNDS = 3_000;
  private static final int CHECKPOINTS = 20;

  @TempDir private Path directory;

  @Test
  void goldStaysAsItIs() throws Exception {
    try (FaultScene scene = new FaultScene(directory)) {
      CompletableFuture<Integer> run = scene.follow("source.discovery-interval=1 ms");
      List<String> before = files(scene.gold());
      long checkpoint = scene.newestCheckpointNumber();
      try (Fault rounds = looks(scene)) {
        JobRun.await(
            () ->
                run.isDone()
                    || (rounds.met() >= ROUNDS
                        && scene.newestCheckpointNumber() >= checkpoint + CHECKPOINTS));
      }
      assertThat(run).as(scene.text()).isNotDone();
      assertThat(files(scene.gold())).isEqualTo(before);
      scene.assertGoldIsHistory();
    }
  }

  /** Looks for the version of silver that does not come. */
  private static Fault looks(FaultScene scene) {
    return FaultyFileSystem.strike(
        Operation.HIDE,
        Moment.BEFORE,
        ".*"
            + Pattern.quote(scene.silver().toString())
            + "/_delta_log/%020d.json".formatted(scene.table().version() + 1),
        0,
        Integer.MAX_VALUE,
        path -> {});
  }

  /** With their sizes; the checksum of the last commit may still be written. */
  private static List<String> files(Path table) throws IOException {
    try (Stream<Path> files = Files.walk(table)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().matches("[^.].*(?<!\\.crc)"))
          .sorted()
          .map(file -> file + " " + file.toFile().length())
          .toList();
    }
  }
}
