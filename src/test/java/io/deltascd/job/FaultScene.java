package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Effect;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.TableHygiene;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A silver, a gold and the local program between them, on a file system that can be broken. The
 * program runs as the command line runs it, in a thread of the test.
 */
final class FaultScene implements AutoCloseable {
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING))
          .withSeed(1);

  private final Path directory;
  private final Path pipeline;
  private final SilverWriter silver;
  private LocalPlatform machine = new LocalPlatform();
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

  /** Silver has versions 0 to 2: rows, an update by change files, a delete by a vector. */
  FaultScene(Path directory) throws IOException {
    this.directory = directory;
    this.silver = SilverWriter.create(directory.resolve("silver"), SPEC, rows(0, 8));
    silver.update(SilverWriter.Form.COPY_ON_WRITE, row -> renamed(row, 2));
    silver.delete(SilverWriter.Form.DELETION_VECTOR, row -> row.get("id").equals(3L));
    this.pipeline =
        Files.writeString(
            directory.resolve("pipeline.yaml"),
            """
            source: {path: '%s', discovery-interval: 20 ms}
            target: {path: '%s', keys: [id]}
            hadoop: {%s}
            flink:
              parallelism.default: 1
              rest.bind-port: 0
              execution.checkpointing.interval: 50 ms
              execution.checkpointing.dir: '%s'
              execution.checkpointing.externalized-checkpoint-retention: RETAIN_ON_CANCELLATION
            """
                .formatted(
                    FaultyFileSystem.uri(silver()),
                    FaultyFileSystem.uri(gold()),
                    String.join(
                        ", ",
                        FaultyFileSystem.OPTIONS.entrySet().stream()
                            .map(option -> option.getKey() + ": " + option.getValue())
                            .toList()),
                    checkpoints().toUri()));
  }

  private static List<Map<String, Object>> rows(long from, long to) {
    return LongStream.range(from, to).mapToObj(id -> SPEC.row(id, "name of number " + id)).toList();
  }

  private static Effect renamed(Map<String, Object> row, long everyNth) {
    return (long) row.get("id") % everyNth != 0
        ? Effect.keep()
        : Effect.update(SPEC.row(row.get("id"), row.get("name") + "!"));
  }

  Path silver() {
    return directory.resolve("silver");
  }

  Path gold() {
    return directory.resolve("gold");
  }

  private Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  SilverWriter table() {
    return silver;
  }

  /** Inserts rows: a data file. */
  void append() {
    long first = 1000 * (silver.version() + 1);
    silver.append(rows(first, first + 500));
  }

  /** Changes all rows: a file of changes. */
  void update() {
    silver.update(SilverWriter.Form.COPY_ON_WRITE, row -> renamed(row, 1));
  }

  /**
   * Deletes some of the rows that {@link #FaultScene} updated: a deletion vector, in gold as well.
   * However the run cut silver's versions into commits, no file of gold holds these rows alone.
   */
  void delete() {
    silver.delete(SilverWriter.Form.DELETION_VECTOR, row -> (Long) row.get("id") % 4 == 0);
  }

  /** What a statement on silver wrote besides its commit. */
  Path written(Runnable statement, String part) throws IOException {
    List<Path> before = files();
    statement.run();
    return files().stream()
        .filter(file -> !before.contains(file) && file.toString().contains(part))
        .findFirst()
        .orElseThrow();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(silver())) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  /** Starts the program without an end, and waits until gold has all of silver. */
  CompletableFuture<Integer> follow(String... options) {
    CompletableFuture<Integer> run = start(options);
    awaitGold(run);
    return run;
  }

  /** Waits until gold has all of silver under a run that goes on. */
  void awaitGold(CompletableFuture<Integer> run) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(JobRun.SECONDS))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> run.isDone() || DeltaLog.hasReached(gold(), silver.version()));
    assertThat(run).as(text()).isNotDone();
  }

  /** Puts a file where the directory of Flink's checkpoints should be. */
  void blockCheckpoints() {
    JobRun.await(
        () -> {
          try {
            if (Files.exists(checkpoints())) {
              Files.move(checkpoints(), directory.resolve("checkpoints-" + System.nanoTime()));
            }
            Files.createFile(checkpoints());
            return true;
          } catch (IOException e) {
            return false; // A checkpoint came in between.
          }
        });
  }

  /** Takes the file away. */
  void unblockCheckpoints() throws IOException {
    Files.delete(checkpoints());
  }

  /** Starts the program. */
  CompletableFuture<Integer> start(String... options) {
    List<String> args = new ArrayList<>(List.of("run", pipeline.toString()));
    for (String option : options) {
      args.add("-D");
      args.add(option);
    }
    Program program =
        LocalProgram.on(
            machine,
            new ByteArrayOutputStream(),
            new PrintStream(messages, true, StandardCharsets.UTF_8));
    return CompletableFuture.supplyAsync(() -> program.run(args.toArray(String[]::new)));
  }

  /** Waits for the program's end and checks that it says one thing and nothing else. */
  void assertFails(CompletableFuture<Integer> run, long seconds, List<String> parts)
      throws Exception {
    try {
      assertThat(run.get(seconds, TimeUnit.SECONDS)).as(text()).isEqualTo(1);
    } catch (TimeoutException e) {
      throw new AssertionError("No error after " + seconds + " s: " + text(), e);
    }
    assertThat(text()).contains(parts).doesNotContain("\tat ");
    assertThat(text().split("\n  where: ", -1)).as(text()).hasSize(2);
    assertThat(text().split("\n  remedy: ", -1)).as(text()).hasSize(2);
  }

  String text() {
    return messages.toString(StandardCharsets.UTF_8);
  }

  /** Runs to silver's newest version, from the state that is there, and checks gold. */
  void assertGoesOnFromState() throws Exception {
    Path checkpoint = newestCheckpoint().orElseThrow();
    assertEnds("execution.state-recovery.path=" + checkpoint);
  }

  /** As {@link #assertGoesOnFromState()}, with nothing but gold. */
  void assertGoesOnWithoutState() throws Exception {
    assertEnds();
  }

  private void assertEnds(String... more) throws Exception {
    machine.close();
    machine = new LocalPlatform();
    messages.reset();
    List<String> options = new ArrayList<>(List.of(more));
    options.add("source.scan.bounded.mode=latest");
    int status = start(options.toArray(String[]::new)).get(JobRun.SECONDS, TimeUnit.SECONDS);
    assertThat(status).as(text()).isZero();
    assertThat(DeltaLog.newestSilverVersion(gold())).contains(silver.version());
    assertGoldIsHistory();
  }

  private Optional<Path> newestCheckpoint() throws IOException {
    if (!Files.exists(checkpoints())) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(checkpoints(), 3)) {
      return files
          .filter(file -> file.getFileName().toString().equals("_metadata"))
          .map(Path::getParent)
          .max(Comparator.comparingLong(FaultScene::number));
    }
  }

  /** Of Flink's checkpoints that are kept; -1 if there is none, or none to be seen just now. */
  long newestCheckpointNumber() {
    try {
      return newestCheckpoint().map(FaultScene::number).orElse(-1L);
    } catch (IOException | UncheckedIOException e) {
      return -1; // Flink deletes the one before.
    }
  }

  private static long number(Path checkpoint) {
    return Long.parseLong(checkpoint.getFileName().toString().substring("chk-".length()));
  }

  /** After each single commit. */
  void assertGoldIsHistory() {
    HistoryModel model = HistoryModel.keyedBy("id");
    long start =
        DeltaLog.commits(gold()).get(0).progress().orElseThrow().get("startVersion").asLong();
    for (DeltaLog.Claim commit : DeltaLog.claims(gold())) {
      long claimed = commit.silverVersion();
      GoldChecker.assertRows(
          DeltaRows.of(gold(), commit.version()),
          claimed < 0 ? List.of() : model.history(silver, start, claimed));
    }
    TableHygiene.assertClean(gold());
  }

  @Override
  public void close() {
    machine.close();
  }
}
