package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TestTarget;
import io.deltascd.model.PipelineException;
import io.deltascd.table.GoldFixture;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Effect;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * State and gold that do not belong together are refused with a remedy, and gold stays as it is.
 * The remedy works: gold alone is enough to go on, unless someone has set gold itself back.
 */
class StateAndGoldITCase {
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING));
  private static final Bounded LATEST = new Bounded(Bounded.Mode.LATEST, -1);
  private static final Bounded UNBOUNDED = new Bounded(Bounded.Mode.UNBOUNDED, -1);
  private static final AtomicInteger RUNS = new AtomicInteger();

  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path directory;
  private Path gold;
  private SilverWriter silver;
  private long rows;

  @BeforeEach
  void createSilver() {
    gold = directory.resolve("gold");
    silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    append();
  }

  @Test
  void stateOlderThanGold() throws Exception {
    String savepoint = stop(start(UNBOUNDED, null));
    append();
    start(LATEST, null).awaitEnd();
    refused(start(LATEST, savepoint), "The state is older than gold", "start without state");
    goesOnWithoutState();
  }

  @Test
  void stateNewerThanGold() throws Exception {
    start(LATEST, null).awaitEnd();
    Path copy = directory.resolve("copy of gold");
    copy(gold, copy);
    append();
    String savepoint = stop(start(UNBOUNDED, null));
    FileUtils.deleteDirectory(gold.toFile());
    copy(copy, gold);
    append();
    refused(
        start(LATEST, savepoint),
        // The other one if the state has still to read where a rewrite has put rows.
        "Gold is older than the state|A file of gold is gone",
        "without state");
    goesOnWithoutState();
  }

  @Test
  void goldRestoredToAnEarlierVersion() throws Exception {
    start(LATEST, null).awaitEnd();
    silver.update(SilverWriter.Form.COPY_ON_WRITE, row -> renamed(row.get("id")));
    String savepoint = stop(start(UNBOUNDED, null));
    new GoldFixture(gold).bringBack(3, "RESTORE", 2, 1, System.currentTimeMillis());
    for (String state : new String[] {savepoint, null}) {
      refusedAtSubmission(
          pipeline(LATEST),
          state,
          "Gold was set back or replaced by someone else",
          "version 3",
          "RESTORE",
          "build gold anew with delta-scd rebuild");
    }
  }

  @Test
  void goldOfAnotherPipeline() throws Exception {
    start(LATEST, null).awaitEnd();
    PipelineConfig test = pipeline(LATEST);
    refusedAtSubmission(
        new PipelineConfig("other", test.source(), test.target(), test.flink()),
        null,
        "Gold belongs to another pipeline",
        "pipeline test",
        "pipeline other",
        "name: test");
  }

  @Test
  void goldReplacedByAnotherOne() throws Exception {
    String savepoint = stop(start(UNBOUNDED, null));
    FileUtils.deleteDirectory(gold.toFile());
    start(LATEST, null).awaitEnd();
    append();
    refused(
        start(LATEST, savepoint),
        "of another pipeline than gold|Gold belongs to another pipeline than the state",
        "without");
    goesOnWithoutState();
  }

  @Test
  void goldDeleted() throws Exception {
    String savepoint = stop(start(UNBOUNDED, null));
    FileUtils.deleteDirectory(gold.toFile());
    assertThatThrownBy(() -> start(LATEST, savepoint))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("The job starts from state, but its gold is not there")
        .hasMessageContaining("start without state to build gold anew");
    assertThat(gold).doesNotExist();
    goesOnWithoutState();
  }

  @Test
  void otherSilver() throws Exception {
    start(LATEST, null).awaitEnd();
    Path other = directory.resolve("other");
    RandomSilver.create(other, 7, Shape.any(7));
    refusedAtSubmission(
        JobRun.pipeline(other, gold, List.of("id"), LATEST),
        null,
        "Gold is the history of another silver table",
        "silver table " + silver.tableId(),
        "correct source.path");
  }

  @Test
  void otherKeys() throws Exception {
    start(LATEST, null).awaitEnd();
    refusedAtSubmission(
        JobRun.pipeline(silver.path(), gold, List.of("name"), LATEST),
        null,
        "Gold was built with other keys",
        "keys [id]",
        "keys [name]",
        "restore the earlier keys");
  }

  /** As with allowNonRestoredState, when the operators of a target have another uid. */
  @Test
  void stateWithoutThatOfTheHistory() throws Exception {
    String savepoint = stop(start(UNBOUNDED, null));
    append();
    PipelineConfig pipeline = pipeline(LATEST);
    PipelineConfig renumbered = TestTarget.in(pipeline, target -> target.ordinal(1));
    Configuration flink = flink();
    flink.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
    refused(
        JobRun.start(CLUSTER.get(), renumbered, flink, never(), savepoint),
        "A part of the job's state is missing",
        "state of the source, but none of the history",
        "gold is enough to go on");
    goesOnWithoutState();
  }

  @Test
  void secondCopyOfThePipeline() throws Exception {
    JobRun first = start(UNBOUNDED, null);
    JobRun.awaitGold(gold, silver.version());
    JobRun second = start(UNBOUNDED, null);
    second.awaitRunning();
    append();
    JobRun.awaitGold(gold, silver.version());
    JobRun.await(() -> first.isOver() || second.isOver());
    JobRun loser = first.isOver() ? first : second;
    JobRun winner = first.isOver() ? second : first;
    assertThat(message(loser.result()))
        .as("at its commit, or after a restart from a checkpoint, or from none")
        .containsPattern(
            "Gold is newer than the state of this job, or a second job writes to it"
                + "|The state is older than gold"
                + "|Gold has changed since the job was submitted")
        .contains("stop the other job");
    append();
    JobRun.awaitGold(gold, silver.version());
    winner.cancel();
    goesOnWithoutState();
  }

  @Test
  void goldRebuiltUnderARunningJob() throws Exception {
    JobRun running = start(UNBOUNDED, null);
    JobRun.awaitGold(gold, silver.version());
    assertThat(command("rebuild")).isZero();
    int commits = DeltaLog.commits(gold).size();
    append();
    assertThat(message(running.result()))
        .contains("Gold is newer than the state of this job, or a second job writes to it")
        .contains("start without state");
    assertThat(DeltaLog.commits(gold)).hasSize(commits);
    goesOnWithoutState();
  }

  @Test
  void stateOfBeforeARebuild() throws Exception {
    String savepoint = stop(start(UNBOUNDED, null));
    assertThat(command("rebuild")).isZero();
    append();
    refused(start(LATEST, savepoint), "The state is older than gold", "start without state");
    goesOnWithoutState();
  }

  private int command(String name) throws Exception {
    Path file = directory.resolve("test.yaml");
    Files.writeString(
        file,
        """
        source:
          path: %s
        target:
          path: %s
          keys: [id]
        flink:
          rest.bind-port: 0
        """
            .formatted(silver.path(), gold));
    return new LocalProgram().run(name, file.toString());
  }

  private void append() {
    rows++;
    silver.append(List.of(SPEC.row(rows, "name " + rows)));
  }

  private static Effect renamed(Object id) {
    return Effect.update(SPEC.row(id, "renamed"));
  }

  private PipelineConfig pipeline(Bounded bounded) {
    return JobRun.pipeline(silver.path(), gold, List.of("id"), bounded);
  }

  private JobRun start(Bounded bounded, String savepoint) throws Exception {
    return JobRun.start(CLUSTER.get(), pipeline(bounded), flink(), never(), savepoint);
  }

  private static FaultPoint never() {
    return new FaultPoint("state-and-gold-" + RUNS.incrementAndGet(), 0, 0, Long.MAX_VALUE);
  }

  private Configuration flink() {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    // An error that is not final would show as a job that does not end.
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    return flink;
  }

  /** With all of silver in gold. */
  private String stop(JobRun run) throws Exception {
    JobRun.awaitGold(gold, silver.version());
    return run.stop(directory.resolve("savepoint"), false);
  }

  private void refused(JobRun run, String... message) throws Exception {
    int commits = DeltaLog.commits(gold).size();
    JobResult result = run.result();
    assertThat(result.getJobStatus().orElseThrow()).isEqualTo(JobStatus.FAILED);
    assertThat(message(result))
        .containsPattern(message[0])
        .contains(List.of(message).subList(1, message.length));
    assertThat(DeltaLog.commits(gold)).hasSize(commits);
  }

  private static String message(JobResult result) {
    return ExceptionUtils.findSerializedThrowable(
            result.getSerializedThrowable().orElseThrow(),
            PipelineException.class,
            StateAndGoldITCase.class.getClassLoader())
        .orElseThrow()
        .getMessage();
  }

  private void refusedAtSubmission(PipelineConfig pipeline, String savepoint, String... message)
      throws Exception {
    int commits = DeltaLog.commits(gold).size();
    assertThatThrownBy(() -> JobRun.start(CLUSTER.get(), pipeline, flink(), never(), savepoint))
        .isInstanceOf(PipelineException.class)
        .message()
        .contains(message);
    assertThat(DeltaLog.commits(gold)).hasSize(commits);
  }

  private void goesOnWithoutState() throws Exception {
    append();
    start(LATEST, null).awaitEnd();
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(silver.version());
    GoldChecker.assertRows(
        DeltaRows.of(gold), HistoryModel.keyedBy("id").history(silver, 0, silver.version()));
  }

  private static void copy(Path from, Path to) throws Exception {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
