package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.CanonicalValue;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.StartPoint;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import io.deltascd.table.TimedVersion;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A pipeline as a Flink job: looks at silver, creates gold if need be, and executes the {@link
 * Topology}.
 *
 * <p>What was done is read from gold's own progress before and after, so that restarts in between
 * neither lose nor repeat a count.
 */
final class ScdJob implements PipelineRunner {

  @Override
  public Optional<RunSummary> run(PipelineConfig pipeline, StreamExecutionEnvironment environment)
      throws Exception {
    boolean fromState =
        environment.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH).isPresent();
    Prepared prepared = prepare(pipeline, fromState);
    GoldTable gold = prepared.gold();
    Progress before = gold.progress();
    Topology.build(environment, prepared.pipeline(), prepared.schema(), prepared.start());
    if (!environment.getConfiguration().get(DeploymentOptions.ATTACHED)) {
      environment.executeAsync(pipeline.name());
      return Optional.empty();
    }
    JobExecutionResult result = environment.execute(pipeline.name());
    gold.refresh();
    return Optional.of(summary(before, gold.progress(), result));
  }

  /**
   * A pipeline that can be submitted.
   *
   * @param pipeline bounded by a version if it is bounded at all
   * @param gold as it is before the job
   * @param schema gold's columns
   */
  record Prepared(PipelineConfig pipeline, GoldTable gold, GoldSchema schema) {

    /** Where a job without state begins. */
    StartPoint start() {
      return StartPoint.of(gold.progress());
    }
  }

  /**
   * Looks at silver, checks that the pipeline fits to it, and creates gold if there is none.
   *
   * <p>What a submission decides is decided here, so that a restart of the job does not decide it
   * again: the version that a run up to the newest one, or up to a time, ends with.
   *
   * @param fromState whether the job starts from a savepoint or checkpoint, which belongs to a gold
   */
  static Prepared prepare(PipelineConfig pipeline, boolean fromState) throws IOException {
    SourceConfig source = pipeline.source();
    TargetConfig target = pipeline.target();
    SilverTable silver = SilverTable.open(source.silver());
    Optional<GoldTable> existing = GoldTable.find(target.gold());
    if (existing.isEmpty() && fromState) {
      throw new PipelineException(
          "The job starts from state, but its gold is not there",
          target.gold().toString(),
          "no table",
          "the gold that the savepoint or checkpoint belongs to",
          "correct target.path, bring gold back, or start without state to build gold anew");
    }
    PipelineConfig bounded = bounded(pipeline, silver);
    GoldTable gold = existing.isPresent() ? existing.get() : create(bounded, silver);
    checkSame(gold, silver, bounded);
    return new Prepared(bounded, gold, gold.schema());
  }

  private static GoldTable create(PipelineConfig pipeline, SilverTable silver) throws IOException {
    TargetConfig target = pipeline.target();
    long startVersion = StartVersion.of(silver, pipeline.source());
    checkEnd(pipeline.source(), startVersion);
    SilverSnapshot start = silver.snapshot(startVersion);
    checkKeys(start.rowType(), pipeline);
    GoldSchema schema = GoldSchema.of(start.rowType(), target.keys(), target.history());
    return GoldTable.createOrOpen(
        target.gold(),
        schema,
        () ->
            Progress.created(
                    pipeline.name(),
                    "scd2",
                    target.keys(),
                    schema.fingerprint(),
                    startVersion,
                    start.tableId())
                .with(target.history()));
  }

  private static PipelineConfig bounded(PipelineConfig pipeline, SilverTable silver)
      throws IOException {
    SourceConfig source = pipeline.source();
    long last;
    switch (source.bounded().mode()) {
      case LATEST -> last = silver.latestVersion();
      case TIMESTAMP -> last = versionAt(source, silver);
      default -> {
        return pipeline;
      }
    }
    SourceConfig resolved =
        new SourceConfig(
            source.silver(),
            source.startup(),
            new Bounded(Bounded.Mode.VERSION, last),
            source.discoveryInterval());
    return new PipelineConfig(pipeline.name(), resolved, pipeline.target(), pipeline.flink());
  }

  private static long versionAt(SourceConfig source, SilverTable silver) throws IOException {
    Instant time = source.bounded().time();
    TimedVersion last = silver.versionAt(time);
    if (last.time().isAfter(time)) {
      throw new PipelineException(
          "The run would end before silver's first commit",
          source.silver().path(),
          "scan.bounded.timestamp: " + time,
          "the time of version " + last + ", the oldest in silver's log, or later",
          "correct scan.bounded.timestamp");
    }
    return last.version();
  }

  /** As the source does for a gold that is there already; here before one is made. */
  private static void checkEnd(SourceConfig source, long startVersion) {
    Bounded end = source.bounded();
    if (end.mode() == Bounded.Mode.VERSION && end.version() < startVersion) {
      throw new PipelineException(
          "The run would end before it begins",
          source.silver().path(),
          "last version " + end.version(),
          "version " + startVersion + " or later, with whose snapshot the run begins",
          "let the run end later (scan.bounded.mode), or begin earlier (scan.startup.mode)");
    }
  }

  private static void checkKeys(RowType columns, PipelineConfig pipeline) {
    for (String key : pipeline.target().keys()) {
      int index = columns.getFieldIndex(key);
      if (index < 0) {
        throw new PipelineException(
            "A key column is missing in silver",
            pipeline.source().silver() + ", target.keys",
            key,
            "one of " + columns.getFieldNames(),
            "correct target.keys in the pipeline file");
      }
      LogicalType type = columns.getTypeAt(index);
      if (!CanonicalValue.canBeKey(type)) {
        throw new PipelineException(
            "A column of this type cannot be a key",
            pipeline.source().silver() + ", target.keys",
            key + " " + type.asSummaryString(),
            "a primitive type",
            "choose other key columns");
      }
    }
  }

  /**
   * Refuses a gold of another pipeline, and one that was built from other columns or from another
   * table.
   *
   * <p>Gold keeps the id that silver had when gold was created. If silver has another one where
   * gold stands, it may have been replaced since (CREATE OR REPLACE TABLE), which is followed; then
   * its log still has a commit of the very time that gold stands at.
   */
  private static void checkSame(GoldTable gold, SilverTable silver, PipelineConfig pipeline)
      throws IOException {
    TargetConfig target = pipeline.target();
    Progress progress = gold.progress();
    if (!progress.pipelineName().equals(pipeline.name())) {
      throw new PipelineException(
          "Gold belongs to another pipeline",
          target.gold().toString(),
          "pipeline " + progress.pipelineName(),
          "pipeline " + pipeline.name(),
          "give each pipeline a gold of its own; if it is the same one under another name, write"
              + " name: "
              + progress.pipelineName()
              + " into the pipeline file");
    }
    SilverPosition position = progress.silver();
    String tableId = silver.tableId(Math.max(progress.startVersion(), position.version()));
    if (!tableId.equals(position.tableId())
        && !silver.hasCommitOf(position.version(), position.timeMicros())) {
      throw new PipelineException(
          "Gold is the history of another silver table",
          target.gold().path(),
          "silver table " + position.tableId(),
          "silver table " + tableId,
          "correct source.path, or build gold anew at another path");
    }
    if (!progress.keys().equals(target.keys())) {
      throw new PipelineException(
          "Gold was built with other keys",
          target.gold().path(),
          "keys " + progress.keys(),
          "keys " + target.keys(),
          "restore the earlier keys in the pipeline file, or build gold anew at another path");
    }
    GoldAgreement.check(progress.history(), target);
    if (!progress.columns().equals(gold.schema().fingerprint())) {
      throw new PipelineException(
          "Gold's columns are not those that it was built with",
          target.gold().path(),
          "columns " + gold.schema().rows().getFieldNames(),
          "columns of fingerprint " + progress.columns(),
          "undo the change of gold's columns, or build gold anew at another path");
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
