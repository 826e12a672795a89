package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.PipelineFiles;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Effect;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Operation;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Several pipelines in one job, each with rows of the same keys but of a silver of its own. */
class PipelineFolderITCase {
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING));

  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path directory;
  private final Map<String, SilverWriter> silvers = new LinkedHashMap<>();
  private final Map<String, Integer> changes = new LinkedHashMap<>();

  @Test
  void pipelinesComeAndGoWhileTheOthersKeepTheirState() throws Exception {
    add("a");
    add("b");
    JobRun first = start(2, null);
    changeAndAwait();
    assertThat(first.graph().getArchivedExecutionConfig().getGlobalJobParameters())
        .containsEntry("a: source.path", silvers.get("a").path().toString())
        .containsEntry("b: source.path", silvers.get("b").path().toString());
    String savepoint = first.stop(directory.resolve("savepoints"), false);

    add("c");
    change();
    JobRun second = start(1, savepoint);
    changeAndAwait();
    savepoint = second.stop(directory.resolve("savepoints"), false);

    Files.delete(file("b"));
    SilverWriter gone = silvers.remove("b");
    long at = gone.version();
    gone.append(List.of(SPEC.row(100L, "after its pipeline")));
    JobRun third = start(3, savepoint);
    changeAndAwait();
    savepoint = third.stop(directory.resolve("savepoints"), false);
    assertThat(DeltaLog.newestSilverVersion(gold("b"))).contains(at);

    // Its gold is there, but the state knows nothing of it.
    silvers.put("b", gone);
    write("b");
    JobRun fourth = start(2, savepoint);
    changeAndAwait();
    fourth.cancel();
  }

  @Test
  void aFailureOfOneRestartsItAlone() throws Exception {
    add("a");
    add("b");
    try (Fault once =
        FaultyFileSystem.fail(
            Operation.CREATE,
            ".*" + gold("b") + "/.*parquet",
            1,
            () -> new IOException("Drawn to fail"))) {
      JobRun run = start(2, null);
      changeAndAwait();
      assertThat(attempts(run)).as("highest attempt of a task").isEqualTo(Map.of("a", 0, "b", 1));
      assertThat(once.met()).isPositive();
      run.cancel();
    }
  }

  /**
   * Each begins with the empty version 0; version 1 adds a row. The update of "a", version 2, takes
   * it away and adds it.
   */
  @Test
  void aBoundedRunSaysWhatEachHasDone() throws Exception {
    add("a");
    add("b");
    update("a");
    LocalProgram program = new LocalProgram();
    assertThat(
            program.run(
                "run",
                folder().toString(),
                "-D",
                "source.scan.bounded.mode=latest",
                "-D",
                "rest.bind-port=0"))
        .isZero();
    assertThat(
            program
                .out()
                .lines()
                .map(line -> line.replaceAll("\\d+ commits, [0-9.]+ seconds", "…")))
        .containsExactly(
            "a: 3 versions, 3 changes, 2 opened, 1 closed, …",
            "b: 2 versions, 1 changes, 1 opened, 0 closed, …",
            "done: 5 versions, 4 changes, 3 opened, 1 closed, …");
    assertGold();
  }

  private void add(String name) throws IOException {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver-" + name), SPEC);
    silver.append(List.of(SPEC.row(1L, "first of " + name)));
    silvers.put(name, silver);
    write(name);
  }

  private void write(String name) throws IOException {
    Files.createDirectories(folder());
    Files.writeString(
        file(name),
        """
        source:
          path: %s
          discovery-interval: 20 ms
        target:
          path: %s
          keys: [id]
        hadoop:
          fs.faulty.impl: %s
          io.delta.kernel.logStore.faulty.impl: io.delta.storage.LocalLogStore
        flink:
          execution.checkpointing.interval: 50 ms
          execution.checkpointing.dir: %s
          restart-strategy.type: fixed-delay
          restart-strategy.fixed-delay.attempts: 1000
          restart-strategy.fixed-delay.delay: 0 s
        """
            .formatted(
                silvers.get(name).path(),
                FaultyFileSystem.uri(gold(name)),
                FaultyFileSystem.class.getName(),
                "file://" + directory.resolve("checkpoints")));
  }

  private Path folder() {
    return directory.resolve("pipelines");
  }

  private Path file(String name) {
    return folder().resolve(name + ".yaml");
  }

  private Path gold(String name) {
    return directory.resolve("gold-" + name);
  }

  private void update(String name) {
    int number = changes.merge(name, 1, Integer::sum);
    silvers
        .get(name)
        .update(
            Form.COPY_ON_WRITE,
            row -> Effect.update(SPEC.row(row.get("id"), "change " + number + " of " + name)));
  }

  private void change() {
    silvers.keySet().forEach(this::update);
  }

  private void changeAndAwait() throws Exception {
    change();
    for (String name : silvers.keySet()) {
      JobRun.awaitGold(gold(name), silvers.get(name).version());
    }
    assertGold();
  }

  private void assertGold() throws IOException {
    for (Map.Entry<String, SilverWriter> pipeline : silvers.entrySet()) {
      SilverWriter silver = pipeline.getValue();
      assertThat(DeltaLog.newestSilverVersion(gold(pipeline.getKey()))).contains(silver.version());
      GoldChecker.assertRows(
          DeltaRows.of(gold(pipeline.getKey())),
          HistoryModel.keyedBy("id").history(silver, 0, silver.version()));
    }
  }

  private JobRun start(int parallelism, String savepoint) throws Exception {
    Configuration options = new Configuration();
    options.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    // The state of a pipeline that has left the folder has no place any more.
    options.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
    return JobRun.start(CLUSTER.get(), PipelineFiles.read(folder(), List.of()), options, savepoint);
  }

  /** By pipeline. */
  private static Map<String, Integer> attempts(JobRun run) throws Exception {
    return StreamSupport.stream(run.graph().getVerticesTopologically().spliterator(), false)
        .collect(
            Collectors.toMap(
                vertex -> vertex.getName().replaceFirst("^Source: ", "").substring(0, 1),
                PipelineFolderITCase::highestAttempt,
                Math::max));
  }

  private static int highestAttempt(AccessExecutionJobVertex vertex) {
    return List.of(vertex.getTaskVertices()).stream()
        .map(AccessExecutionVertex::getCurrentExecutionAttempt)
        .mapToInt(execution -> execution.getAttemptNumber())
        .max()
        .orElseThrow();
  }
}
