package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.CanonicalValue;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.DeploymentOptions;
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
    Prepared prepared = prepare(pipeline);
    GoldTable gold = prepared.gold();
    Progress before = gold.progress();
    // A gold that was created before, but got no commit, has its start already.
    Topology.build(environment, prepared.pipeline(), before.startVersion(), prepared.schema());
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
  record Prepared(PipelineConfig pipeline, GoldTable gold, GoldSchema schema) {}

  /**
   * Looks at silver, checks that the pipeline fits to it, and creates gold if there is none.
   *
   * <p>What a submission decides is decided here, so that a restart of the job does not decide it
   * again: the version that a run up to the newest one ends with.
   */
  static Prepared prepare(PipelineConfig pipeline) throws IOException {
    SourceConfig source = pipeline.source();
    TargetConfig target = pipeline.target();
    SilverTable silver = SilverTable.open(source.silver());
    Optional<GoldTable> existing = GoldTable.find(target.gold());
    GoldTable gold = existing.isPresent() ? existing.get() : create(pipeline, silver);
    checkSame(gold, silver, target);
    return new Prepared(bounded(pipeline, silver.latestVersion()), gold, gold.schema());
  }

  private static GoldTable create(PipelineConfig pipeline, SilverTable silver) throws IOException {
    TargetConfig target = pipeline.target();
    long startVersion =
        switch (pipeline.source().startup()) {
          case INITIAL -> silver.firstUsableVersion();
          case LATEST_FULL -> silver.latestVersion();
        };
    SilverSnapshot start = silver.snapshot(startVersion);
    checkKeys(start.rowType(), pipeline);
    GoldSchema schema = GoldSchema.of(start.rowType(), target.keys());
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
                start.tableId()));
  }

  private static PipelineConfig bounded(PipelineConfig pipeline, long latestVersion) {
    SourceConfig source = pipeline.source();
    if (source.bounded().mode() != Bounded.Mode.LATEST) {
      return pipeline;
    }
    SourceConfig resolved =
        new SourceConfig(
            source.silver(),
            source.startup(),
            new Bounded(Bounded.Mode.VERSION, latestVersion),
            source.discoveryInterval());
    return new PipelineConfig(pipeline.name(), resolved, pipeline.target(), pipeline.flink());
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
   * Refuses a gold that was built from other columns or from another table.
   *
   * <p>Gold keeps the id that silver had when gold was created. If silver has another one where
   * gold stands, it may have been replaced since (CREATE OR REPLACE TABLE), which is followed; then
   * its log still has a commit of the very time that gold stands at.
   */
  private static void checkSame(GoldTable gold, SilverTable silver, TargetConfig target)
      throws IOException {
    Progress progress = gold.progress();
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
