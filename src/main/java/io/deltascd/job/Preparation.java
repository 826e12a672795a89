package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableRole;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.Mode;
import io.deltascd.job.FoundGold.Existing;
import io.deltascd.job.FoundGold.OfNotebook;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.StartPoint;
import io.deltascd.table.DeadLetterSchema;
import io.deltascd.table.DeadLetterTable;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;
import io.deltascd.table.NotebookGold;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.function.SupplierWithException;

/**
 * What a submission does about a pipeline's tables. It looks at them first, and refuses a pipeline
 * that does not fit; then it writes what is missing: it adopts gold if a notebook has kept it so
 * far, or creates it, and the dead-letter table if the pipeline has one. Of several pipelines none
 * is written for while another may be refused.
 *
 * <p>What a submission decides is decided here, so that a restart of the job does not decide it
 * again: where a job without state begins, and the version that a run up to the newest one, or up
 * to a time, ends with.
 */
final class Preparation {

  /**
   * Gold as the job is to find it.
   *
   * @param isNew whether there is none yet
   * @param progress what it remembers then
   * @param settled makes it so where it is not yet, and opens it
   */
  private record FutureGold(
      boolean isNew, Progress progress, SupplierWithException<GoldTable, IOException> settled) {

    /** Empty if there is no gold yet. */
    private Optional<Progress> remembered() {
      return isNew ? Optional.empty() : Optional.of(progress);
    }
  }

  private final PipelineConfig pipeline;
  private final SavedState state;
  private final FutureGold gold;
  private final StartPoint start;
  private final Optional<DeadLetterSchema> deadLetters;

  private Preparation(
      PipelineConfig pipeline,
      SavedState state,
      FutureGold gold,
      StartPoint start,
      Optional<DeadLetterSchema> deadLetters) {
    this.pipeline = pipeline;
    this.state = state;
    this.gold = gold;
    this.start = start;
    this.deadLetters = deadLetters;
  }

  /**
   * Looks at silver and gold. Writes nothing.
   *
   * @param state which belongs to a gold, if it is the pipeline's
   * @throws PipelineException if the pipeline cannot be run; of several reasons the first is told,
   *     {@code validate} tells all of them
   */
  static Preparation of(PipelineConfig pipeline, SavedState state) throws IOException {
    SourceConfig source = pipeline.source();
    TargetConfig target = pipeline.target();
    SilverTable silver =
        FirstLook.at(
            TableRole.SILVER,
            source.silver(),
            () -> SilverTable.open(source.silver(), source.capture()));
    PipelineConfig bounded = pipeline.with(EndVersion.resolved(source, silver));
    FutureGold gold =
        FirstLook.at(TableRole.GOLD, target.gold(), () -> gold(bounded, state, silver));
    StartPoint start = start(bounded, state, gold.progress(), silver);
    return new Preparation(bounded, state, gold, start, deadLetters(bounded, gold, start, silver));
  }

  private static FutureGold gold(PipelineConfig pipeline, SavedState state, SilverTable silver)
      throws IOException {
    TargetConfig target = pipeline.target();
    Finding.requireNone(PipelinePlaces.finding(pipeline.source().silver(), target.gold()));
    boolean adopt = target.adopt() && state != SavedState.OF_PIPELINE;
    FoundGold found = FoundGold.at(target.gold(), adopt);
    if (found instanceof OfNotebook notebook) {
      return adopted(pipeline, notebook.table(), silver);
    }
    if (found instanceof Existing existing) {
      Finding.requireNone(GoldFit.findings(existing.table(), pipeline.name(), target));
      return new FutureGold(false, existing.table().progress(), existing::table);
    }
    if (state == SavedState.OF_PIPELINE) {
      throw new PipelineException(
          "The job starts from state, but its gold is not there",
          target.gold().toString(),
          "no table",
          "the gold that the savepoint or checkpoint belongs to",
          "correct target.path, bring gold back, or start without state to build gold anew");
    }
    return created(pipeline, silver);
  }

  private static FutureGold adopted(
      PipelineConfig pipeline, NotebookGold notebook, SilverTable silver) throws IOException {
    TargetConfig target = pipeline.target();
    Adoption.Outcome outcome =
        new Adoption(pipeline.name(), pipeline.source(), target, notebook, silver).check();
    Finding.requireNone(outcome.findings());
    Progress progress = outcome.progress().orElseThrow();
    return new FutureGold(
        false,
        progress,
        () -> {
          notebook.adopt(progress);
          return GoldTable.open(target.gold());
        });
  }

  private static FutureGold created(PipelineConfig pipeline, SilverTable silver)
      throws IOException {
    TargetConfig target = pipeline.target();
    long startVersion = StartVersion.of(silver, pipeline.source());
    EndVersion.requireAfter(startVersion, pipeline.source());
    SilverSnapshot start = silver.snapshot(startVersion);
    Finding.requireNone(
        KeyColumns.findings(start.rowType(), target.keys(), pipeline.source().silver()));
    GoldSchema schema = GoldSchema.of(start.rowType(), target.keys(), target.history());
    Progress progress =
        Progress.created(
                pipeline.name(),
                Mode.SCD2.toString(),
                target.keys(),
                schema.fingerprint(),
                startVersion,
                start.tableId())
            .with(target.history());
    return new FutureGold(
        true, progress, () -> GoldTable.createOrOpen(target.gold(), schema, progress));
  }

  private static StartPoint start(
      PipelineConfig pipeline, SavedState state, Progress gold, SilverTable silver)
      throws IOException {
    Beginning beginning = new Beginning(pipeline.source(), pipeline.target().gold(), silver, gold);
    return switch (state) {
      case NONE -> beginning.withoutState();
      case OF_PIPELINE -> beginning.fromState();
      case PERHAPS_OF_PIPELINE -> beginning.perhapsFromState();
    };
  }

  private static Optional<DeadLetterSchema> deadLetters(
      PipelineConfig pipeline, FutureGold gold, StartPoint start, SilverTable silver)
      throws IOException {
    TargetConfig target = pipeline.target();
    if (target.deadLetters() == null) {
      return Optional.empty();
    }
    RowType columns =
        silver.columns(
            start.resync() == null
                ? gold.progress().silverVersionOrFirst()
                // Where gold stands has no meaning in another table.
                : start.resync().to());
    Finding.requireNone(
        DeadLetterFit.findings(pipeline.source().silver(), target, gold.remembered(), columns));
    return Optional.of(DeadLetterSchema.of(columns));
  }

  /**
   * Writes what is missing.
   *
   * @throws PipelineException if someone else has written to gold's path since the look, and the
   *     pipeline does not fit to that
   */
  PreparedPipeline carryOut() throws IOException {
    GoldTable table = gold.settled().get();
    if (!table.progress().pipelineId().equals(gold.progress().pipelineId())) {
      // Someone else has created gold meanwhile.
      return of(pipeline, state).carryOut();
    }
    if (deadLetters.isPresent()) {
      DeadLetterTable.createOrOpen(
          pipeline.target().deadLetters().table(),
          deadLetters.get(),
          DeadLetterProgress.created(table.progress()));
    }
    PipelineConfig settled = pipeline.with(pipeline.target().keeping(table.progress().history()));
    return new PreparedPipeline(settled, table, start);
  }
}
