package io.deltascd.job;

import io.deltascd.config.ConfigurationException;
import io.deltascd.config.Finding;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.sink.OperatorScope;
import io.deltascd.table.GoldTable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.function.SupplierWithException;

/**
 * Pipelines as a Flink job: sees to their tables, and executes the {@link Topology}.
 *
 * <p>What was done is read from gold's own progress before and after, so that restarts in between
 * neither lose nor repeat a count.
 */
final class ScdJob implements PipelineRunner {

  @Override
  public Optional<JobSummary> run(JobConfig job, StreamExecutionEnvironment environment)
      throws Exception {
    Map<String, PreparedPipeline> pipelines = build(job, environment);
    Map<String, Progress> before = new HashMap<>();
    pipelines.forEach((name, prepared) -> before.put(name, prepared.gold().progress()));
    if (!environment.getConfiguration().get(DeploymentOptions.ATTACHED)) {
      environment.executeAsync(job.name());
      return Optional.empty();
    }
    JobExecutionResult result = execute(job.name(), environment);
    Map<String, RunSummary> summaries = new LinkedHashMap<>();
    for (PipelineConfig pipeline : job.pipelines()) {
      GoldTable gold = pipelines.get(pipeline.name()).gold();
      gold.refresh();
      summaries.put(pipeline.name(), summary(before.get(pipeline.name()), gold.progress(), result));
    }
    return Optional.of(new JobSummary(summaries, job.fromFolder()));
  }

  /**
   * Prepares the pipelines and adds them to the environment.
   *
   * @return by the name of the pipeline
   * @throws ConfigurationException if their tables are in each other's way
   * @throws PipelineException if one of them cannot be run; then nothing was written for any
   */
  static Map<String, PreparedPipeline> build(JobConfig job, StreamExecutionEnvironment environment)
      throws IOException {
    requirePlaces(job);
    SavedState state = savedState(job, environment);
    Map<String, Preparation> preparations = new LinkedHashMap<>();
    for (PipelineConfig pipeline : job.pipelines()) {
      preparations.put(
          pipeline.name(), named(job, pipeline.name(), () -> Preparation.of(pipeline, state)));
    }
    Map<String, PreparedPipeline> pipelines = new LinkedHashMap<>();
    for (Map.Entry<String, Preparation> entry : preparations.entrySet()) {
      pipelines.put(entry.getKey(), named(job, entry.getKey(), () -> entry.getValue().carryOut()));
    }
    ShownSettings.show(environment, job);
    pipelines.forEach(
        (name, prepared) ->
            Topology.build(
                environment,
                prepared.pipeline(),
                prepared.schema(),
                prepared.start(),
                job.fromFolder() ? OperatorScope.of(name) : OperatorScope.ALONE));
    return pipelines;
  }

  private static void requirePlaces(JobConfig job) throws IOException {
    FolderPlaces places = new FolderPlaces();
    for (PipelineConfig pipeline : job.pipelines()) {
      places.add(pipeline.name(), pipeline.source());
      places.add(pipeline.name(), pipeline.target());
    }
    if (!places.findings().isEmpty()) {
      throw new ConfigurationException(places.findings());
    }
  }

  private static SavedState savedState(JobConfig job, StreamExecutionEnvironment environment) {
    if (environment.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH).isEmpty()) {
      return SavedState.NONE;
    }
    return job.fromFolder() ? SavedState.PERHAPS_OF_PIPELINE : SavedState.OF_PIPELINE;
  }

  /** A step for a pipeline; if it is one of several, an error says which it is about. */
  private static <T> T named(
      JobConfig job, String pipeline, SupplierWithException<T, IOException> step)
      throws IOException {
    try {
      return step.get();
    } catch (PipelineException e) {
      if (!job.fromFolder()) {
        throw e;
      }
      throw Finding.of(e).inPipeline(pipeline).exception(e);
    }
  }

  private static JobExecutionResult execute(String name, StreamExecutionEnvironment environment)
      throws Exception {
    try {
      return environment.execute(name);
    } catch (Exception e) {
      Optional<PipelineException> checkpoints =
          CheckpointFailure.of(e, Configuration.fromMap(environment.getConfiguration().toMap()));
      if (checkpoints.isPresent()) {
        throw checkpoints.get();
      }
      throw e;
    }
  }

  private static RunSummary summary(Progress before, Progress after, JobExecutionResult result) {
    long earlier = Math.max(before.silver().version(), after.startVersion() - 1);
    return new RunSummary(
        Math.max(0, after.silver().version() - earlier),
        after.totals().minus(before.totals()),
        after.newest().sequence() - before.newest().sequence(),
        Duration.ofMillis(result.getNetRuntime()));
  }
}
