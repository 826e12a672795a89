package io.deltascd.job;

import io.deltascd.config.CompactionConfig;
import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.config.TestSource;
import io.deltascd.config.TestTarget;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.ModelTypes;
import io.deltascd.model.WireRecord;
import io.deltascd.sink.GoldTarget;
import io.deltascd.sink.OperatorScope;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.scheduler.stopwithsavepoint.StopWithSavepointStoppingException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.awaitility.Awaitility;

/** The product's job on a cluster in the test's JVM, with a {@link FaultPoint} in it. */
final class JobRun {
  /** As often as it can be, so that rows of gold lie elsewhere all the time. */
  private static final CompactionConfig COMPACTION =
      new CompactionConfig(2, new MemorySize(20_000), new MemorySize(20_000));

  static final long SECONDS = 120;
  private static final String LOOPBACK = "127.0.0.1";

  private final MiniCluster cluster;
  private final JobID job;

  private JobRun(MiniCluster cluster, JobID job) {
    this.cluster = cluster;
    this.job = job;
  }

  /**
   * A cluster in this JVM that listens on the loopback address only, started.
   *
   * @param taskManagers each with two slots
   */
  static MiniCluster cluster(int taskManagers) throws Exception {
    return cluster(taskManagers, new Configuration());
  }

  /** The same with options of the cluster's own. */
  static MiniCluster cluster(int taskManagers, Configuration options) throws Exception {
    Configuration configuration = new Configuration(options);
    configuration.set(RestOptions.ADDRESS, LOOPBACK);
    configuration.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    configuration.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(2)
                .build());
    cluster.start();
    return cluster;
  }

  /** A pipeline over two local tables, with little memory so that everything spills. */
  static PipelineConfig pipeline(Path silver, Path gold, List<String> keys, Bounded bounded) {
    return pipeline(silver, gold, keys, HistorySettings.DEFAULT, OnNullKey.FAIL, bounded);
  }

  /** The same with settings of history. */
  static PipelineConfig pipeline(
      Path silver,
      Path gold,
      List<String> keys,
      HistorySettings history,
      OnNullKey onNullKey,
      Bounded bounded) {
    return pipeline(silver, gold, keys, history, onNullKey, null, bounded);
  }

  /** The same with a dead-letter table, unless it is null. */
  static PipelineConfig pipeline(
      Path silver,
      Path gold,
      List<String> keys,
      HistorySettings history,
      OnNullKey onNullKey,
      @Nullable DeadLetterConfig deadLetters,
      Bounded bounded) {
    return pipeline(
        new TableLocation(silver.toString(), Map.of()),
        target(new TableLocation(gold.toString(), Map.of()), keys, history, onNullKey, deadLetters),
        bounded);
  }

  /** The same over two tables on the {@link FaultyFileSystem}. */
  static PipelineConfig faultyPipeline(Path silver, Path gold, List<String> keys, Bounded bounded) {
    return pipeline(
        new TableLocation(FaultyFileSystem.uri(silver), FaultyFileSystem.OPTIONS),
        target(
            new TableLocation(FaultyFileSystem.uri(gold), FaultyFileSystem.OPTIONS),
            keys,
            HistorySettings.DEFAULT,
            OnNullKey.FAIL,
            null),
        bounded);
  }

  private static TargetConfig target(
      TableLocation gold,
      List<String> keys,
      HistorySettings history,
      OnNullKey onNullKey,
      @Nullable DeadLetterConfig deadLetters) {
    return TestTarget.of(gold)
        .keys(keys)
        .history(history)
        .onNullKey(onNullKey)
        .alignMemory(MemorySize.ofMebiBytes(1))
        .writeMemory(new MemorySize(20_000))
        .fileSize(new MemorySize(20_000))
        .compaction(COMPACTION)
        .deadLetters(deadLetters)
        .config();
  }

  private static PipelineConfig pipeline(
      TableLocation silver, TargetConfig target, Bounded bounded) {
    return new PipelineConfig(
        "test",
        TestSource.of(silver).bounded(bounded).discoveryInterval(Duration.ofMillis(20)).config(),
        target,
        Map.of());
  }

  /**
   * Submits the pipeline.
   *
   * @param savepoint to start from; null for none
   */
  static JobRun start(
      MiniCluster cluster,
      PipelineConfig pipeline,
      Configuration flink,
      FaultPoint faults,
      String savepoint)
      throws Exception {
    StreamExecutionEnvironment environment = environment(flink, savepoint);
    PreparedPipeline prepared =
        prepare(pipeline, savepoint == null ? SavedState.NONE : SavedState.OF_PIPELINE);
    DataStream<WireRecord> changes =
        Topology.changes(environment, prepared.pipeline(), prepared.start(), OperatorScope.ALONE);
    DataStream<WireRecord> faulty =
        changes.map(faults).returns(ModelTypes.WIRE_RECORD).name("faults").uid("faults");
    GoldTarget.attach(
        faulty,
        prepared.pipeline().source(),
        prepared.pipeline().target(),
        prepared.schema(),
        prepared.start(),
        OperatorScope.ALONE);
    return submit(cluster, environment);
  }

  /** Prepares a pipeline that runs alone, as a submission does. */
  static PreparedPipeline prepare(PipelineConfig pipeline, SavedState state) throws IOException {
    return Preparation.of(pipeline, state).carryOut();
  }

  /**
   * Submits the pipelines of a job as they are, with their Flink options.
   *
   * @param savepoint to start from; null for none
   */
  static JobRun start(
      MiniCluster cluster, JobConfig job, Configuration flink, @Nullable String savepoint)
      throws Exception {
    Configuration all = new Configuration(flink);
    job.flink().forEach(all::setString);
    StreamExecutionEnvironment environment = environment(all, savepoint);
    ScdJob.build(job, environment);
    return submit(cluster, environment);
  }

  /**
   * An environment with the defaults of this program.
   *
   * @param savepoint to start from; null for none
   */
  static StreamExecutionEnvironment environment(Configuration flink, @Nullable String savepoint) {
    Configuration all = new Configuration(flink);
    JobDefaults.missingFrom(flink).toMap().forEach(all::setString);
    if (savepoint != null) {
      all.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    return StreamExecutionEnvironment.getExecutionEnvironment(all);
  }

  /** Submits what was built in an environment. */
  static JobRun submit(MiniCluster cluster, StreamExecutionEnvironment environment)
      throws Exception {
    return new JobRun(
        cluster,
        cluster
            .submitJob(environment.getStreamGraph().getJobGraph())
            .get(SECONDS, TimeUnit.SECONDS)
            .getJobID());
  }

  /** The job as it is executed at present. */
  AccessExecutionGraph graph() throws Exception {
    return cluster.getExecutionGraph(job).get(SECONDS, TimeUnit.SECONDS);
  }

  /** Waits until the job runs. */
  void awaitRunning() {
    await(() -> cluster.getJobStatus(job).get() == JobStatus.RUNNING);
  }

  /** Whether the job has ended, well or not. */
  boolean isOver() throws Exception {
    return cluster.getJobStatus(job).get().isGloballyTerminalState();
  }

  /** Waits for the end of a bounded run. */
  void awaitEnd() throws Exception {
    result().toJobExecutionResult(getClass().getClassLoader());
  }

  /** Waits until gold has reached a version of silver. */
  static void awaitGold(Path gold, long version) {
    await(() -> DeltaLog.hasReached(gold, version));
  }

  /** Waits until something is so. */
  static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(SECONDS))
        .pollInterval(Duration.ofMillis(20))
        .until(condition);
  }

  /** Cancels the job; no savepoint is made. */
  void cancel() throws Exception {
    cluster.cancelJob(job).get(SECONDS, TimeUnit.SECONDS);
    result();
  }

  /** Begins to cancel the job. */
  CompletableFuture<?> beginToCancel() {
    return cluster.cancelJob(job);
  }

  /** Waits for the end, good or bad. */
  JobResult result() throws Exception {
    return cluster.requestJobResult(job).get(SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Stops with a savepoint and returns its path. A savepoint that a failing task thwarts is tried
   * again, as a user would.
   */
  String stop(Path directory, boolean drain) throws Exception {
    return stop(directory, drain, SavepointFormatType.CANONICAL);
  }

  /** The same with a savepoint of a given format. */
  String stop(Path directory, boolean drain, SavepointFormatType format) throws Exception {
    String target = directory.toUri().toString();
    String savepoint =
        Awaitility.await()
            .atMost(Duration.ofSeconds(SECONDS))
            .pollInterval(Duration.ofMillis(20))
            .until(() -> savepoint(target, drain, format), Objects::nonNull);
    if (savepointOfFailedStop().isEmpty()) {
      awaitEnd();
    }
    return savepoint;
  }

  /** Of a job that failed after it, on its way to the end; Flink lets such a job end for good. */
  private Optional<String> savepointOfFailedStop() throws Exception {
    return result()
        .getSerializedThrowable()
        .flatMap(
            error ->
                ExceptionUtils.findSerializedThrowable(
                    error, StopWithSavepointStoppingException.class, getClass().getClassLoader()))
        .map(StopWithSavepointStoppingException::getSavepointPath);
  }

  @Nullable
  private String savepoint(String target, boolean drain, SavepointFormatType format)
      throws Exception {
    try {
      return cluster.stopWithSavepoint(job, target, drain, format).get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (ExceptionUtils.findThrowable(e, CheckpointException.class).isPresent()) {
        return null;
      }
      if (!isOver()) {
        return null; // it has failed after its savepoint, and runs again
      }
      Optional<String> savepoint = savepointOfFailedStop();
      if (savepoint.isPresent()) {
        return savepoint.get();
      }
      // The job is gone: its own error says more. One that was being drained when its savepoint
      // was called off has ended well, without one.
      awaitEnd();
      if (drain) {
        return "";
      }
      throw e;
    }
  }
}
