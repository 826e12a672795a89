package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.Mode;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.StartPoint;
import io.deltascd.sink.OperatorScope;
import io.deltascd.table.DeadLetterSchema;
import io.deltascd.table.DeadLetterTable;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;
import io.deltascd.table.NotebookGold;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.types.logical.RowType;

/**
 * Pipelines as a Flink job: looks at silver, creates gold if need be, and executes the {@link
 * Topology}.
 *
 * <p>What was done is read from gold's own progress before and after, so that restarts in between
 * neither lose nor repeat a count.
 */
final class ScdJob implements PipelineRunner {

  @Override
  public Optional<JobSummary> run(JobConfig job, StreamExecutionEnvironment environment)
      throws Exception {
    Map<String, Prepared> pipelines = build(job, environment);
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
   */
  static Map<String, Prepared> build(JobConfig job, StreamExecutionEnvironment environment)
      throws IOException {
    boolean saved =
        environment.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH).isPresent();
    SavedState state =
        !saved
            ? SavedState.NONE
            : job.fromFolder() ? SavedState.PERHAPS_OF_PIPELINE : SavedState.OF_PIPELINE;
    Map<String, Prepared> pipelines = new LinkedHashMap<>();
    for (PipelineConfig pipeline : job.pipelines()) {
      pipelines.put(
          pipeline.name(),
          job.fromFolder() ? prepareOne(pipeline, state) : prepare(pipeline, state));
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

  /** Of several; an error says which it is about. */
  private static Prepared prepareOne(PipelineConfig pipeline, SavedState state) throws IOException {
    try {
      return prepare(pipeline, state);
    } catch (PipelineException e) {
      throw new PipelineException(
          e.what(), pipeline.name() + ": " + e.where(), e.found(), e.expected(), e.remedy(), e);
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

  /**
   * A pipeline that can be submitted.
   *
   * @param pipeline bounded by a version if it is bounded at all
   * @param gold as it is before the job
   * @param schema gold's columns
   * @param start where a job without state begins
   */
  record Prepared(PipelineConfig pipeline, GoldTable gold, GoldSchema schema, StartPoint start) {}

  /**
   * Looks at silver, checks that the pipeline fits to it, adopts gold if a notebook has kept it so
   * far, and creates gold, and the dead-letter table if the pipeline has one, where they do not
   * exist.
   *
   * <p>What a submission decides is decided here, so that a restart of the job does not decide it
   * again: the version that a run up to the newest one, or up to a time, ends with.
   *
   * @param state which belongs to a gold, if it is the pipeline's
   */
  static Prepared prepare(PipelineConfig pipeline, SavedState state) throws IOException {
    SourceConfig source = pipeline.source();
    TargetConfig target = pipeline.target();
    SilverTable silver = SilverTable.open(source.silver(), source.capture());
    PipelineConfig bounded = EndVersion.resolved(pipeline, silver);
    if (target.adopt() && state != SavedState.OF_PIPELINE) {
      adopt(pipeline, silver);
    }
    Optional<GoldTable> existing = GoldTable.find(target.gold());
    if (existing.isEmpty() && state == SavedState.OF_PIPELINE) {
      throw new PipelineException(
          "The job starts from state, but its gold is not there",
          target.gold().toString(),
          "no table",
          "the gold that the savepoint or checkpoint belongs to",
          "correct target.path, bring gold back, or start without state to build gold anew");
    }
    GoldTable gold = existing.isPresent() ? existing.get() : create(bounded, silver);
    require(GoldFit.findings(gold, pipeline.name(), target));
    Beginning beginning = new Beginning(bounded.source(), target.gold(), silver, gold.progress());
    StartPoint start =
        switch (state) {
          case NONE -> beginning.withoutState();
          case OF_PIPELINE -> beginning.fromState();
          case PERHAPS_OF_PIPELINE -> beginning.perhapsFromState();
        };
    prepareDeadLetters(source, target, gold.progress(), silver);
    return new Prepared(bounded, gold, gold.schema(), start);
  }

  /** Makes gold the pipeline's own if it is still a notebook's. */
  private static void adopt(PipelineConfig pipeline, SilverTable silver) throws IOException {
    Optional<NotebookGold> gold = NotebookGold.find(pipeline.target().gold());
    if (gold.isPresent()) {
      Adoption.Outcome outcome =
          new Adoption(pipeline.name(), pipeline.source(), pipeline.target(), gold.get(), silver)
              .check();
      require(outcome.findings());
      gold.get().adopt(outcome.progress().orElseThrow());
    }
  }

  private static GoldTable create(PipelineConfig pipeline, SilverTable silver) throws IOException {
    TargetConfig target = pipeline.target();
    long startVersion = StartVersion.of(silver, pipeline.source());
    EndVersion.check(pipeline.source(), startVersion);
    SilverSnapshot start = silver.snapshot(startVersion);
    require(KeyColumns.findings(start.rowType(), target.keys(), pipeline.source().silver()));
    require(
        DeadLetterFit.findings(
            pipeline.source().silver(), target, Optional.empty(), start.rowType()));
    GoldSchema schema = GoldSchema.of(start.rowType(), target.keys(), target.history());
    return GoldTable.createOrOpen(
        target.gold(),
        schema,
        () ->
            Progress.created(
                    pipeline.name(),
                    Mode.SCD2.toString(),
                    target.keys(),
                    schema.fingerprint(),
                    startVersion,
                    start.tableId())
                .with(target.history()));
  }

  private static void prepareDeadLetters(
      SourceConfig source, TargetConfig target, Progress gold, SilverTable silver)
      throws IOException {
    if (target.deadLetters() != null) {
      long version = Math.max(gold.startVersion(), gold.silver().version());
      RowType columns = silver.columns(version);
      require(DeadLetterFit.findings(source.silver(), target, Optional.of(gold), columns));
      DeadLetterTable.createOrOpen(
          target.deadLetters().table(),
          DeadLetterSchema.of(columns),
          DeadLetterProgress.created(gold));
    }
  }

  /** Of several things that are wrong the first is told: validate tells all of them. */
  private static void require(List<Finding> findings) {
    if (!findings.isEmpty()) {
      throw findings.get(0).exception();
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
