package io.deltascd.table;

import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.transaction.DataLayoutSpec;
import io.delta.kernel.types.StructType;
import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * The table of rejected rows as of the newest version that has been looked at. Rows are only
 * appended, so others may rewrite or delete what is there. Not thread-safe.
 *
 * <p>Delta's transaction identifiers are not used: after a crash between the two commits and a
 * start without state, another commit to gold may have the sequence number of one whose rows are
 * here. The ids in {@link DeadLetterProgress} tell them apart.
 */
public final class DeadLetterTable implements DeadLetterLog {

  private final TableLocation location;
  private final Engine engine;
  private final TableStorage storage;
  private Snapshot snapshot;
  private DeadLetterProgress progress;

  private DeadLetterTable(TableLocation location, Engine engine, Snapshot snapshot)
      throws IOException {
    this.location = location;
    this.engine = engine;
    this.storage = new TableStorage(location);
    this.snapshot = snapshot;
    this.progress = progress(snapshot, location);
  }

  /**
   * Opens the table, or creates it without rows. One that lacks columns gets them: silver may have
   * got them while the pipeline kept no rejected rows.
   *
   * @param created the progress to create it with
   * @throws PipelineException if there is a table that is no dead-letter table of ours, or if Delta
   *     refuses the columns
   * @throws IOException if storage is out of reach; calling again is safe
   */
  public static DeadLetterTable createOrOpen(
      TableLocation location, DeadLetterSchema schema, DeadLetterProgress created)
      throws IOException {
    Optional<DeadLetterTable> existing = find(location);
    if (existing.isPresent()) {
      existing.get().follow(schema.silver());
      return existing.get();
    }
    new TableCreation(
            "The dead-letter table",
            DeltaTypes.structType(schema.rows()),
            DataLayoutSpec.noDataLayout(),
            Map.of("delta.feature.domainMetadata", "supported"),
            DeadLetterProgress.DOMAIN,
            created.toJson())
        .create(KernelEngines.engine(location), location);
    return open(location);
  }

  private void follow(RowType silver) throws IOException {
    List<Row> actions =
        ColumnUpdate.actions(
            snapshot, DeadLetterSchema.following(snapshot.getSchema(), silver), Map.of());
    if (!actions.isEmpty()) {
      try {
        snapshot = TableCommits.commit(engine, begin(), actions, List.of(), location);
      } catch (CommitConflictException e) {
        throw new IOException("Someone else writes to " + location + ", try again", e);
      }
    }
  }

  /**
   * Opens the table.
   *
   * @throws PipelineException if there is none, or one that is no dead-letter table of ours
   */
  public static DeadLetterTable open(TableLocation location) throws IOException {
    return find(location).orElseThrow(() -> missing(location, null));
  }

  /**
   * Opens the table if there is one.
   *
   * @throws PipelineException if it is no dead-letter table of ours
   */
  public static Optional<DeadLetterTable> find(TableLocation location) throws IOException {
    WriterSafety.require(location);
    Engine engine = KernelEngines.engine(location);
    try {
      Snapshot newest = TableSnapshots.latest(engine, KernelEngines.rootUri(location));
      return Optional.of(new DeadLetterTable(location, engine, newest));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  private static DeadLetterProgress progress(Snapshot snapshot, TableLocation location)
      throws IOException {
    String json =
        KernelCalls.reading(
                "the progress of " + location,
                () -> snapshot.getDomainMetadata(DeadLetterProgress.DOMAIN))
            .orElseThrow(
                () ->
                    new PipelineException(
                        "The table at target.dead-letter-path is no dead-letter table of"
                            + " flink-delta-scd",
                        location + ", version " + snapshot.getVersion(),
                        "no domain metadata " + DeadLetterProgress.DOMAIN,
                        "no table, or one that flink-delta-scd created",
                        "choose another path, or move that table away"));
    return DeadLetterProgress.fromJson(json, location.path());
  }

  private static PipelineException missing(TableLocation location, @Nullable Exception cause) {
    return new PipelineException(
        "There is no Delta table at target.dead-letter-path",
        location.path(),
        "no table",
        "the dead-letter table, as the submission of the job created it",
        "submit the job again, which creates it",
        cause);
  }

  /** What the table remembers as of the version that was looked at last. */
  public DeadLetterProgress progress() {
    return progress;
  }

  /** The columns as the log has them. */
  public DeadLetterSchema schema() {
    return new DeadLetterSchema(DeltaTypes.rowType(snapshot.getSchema()));
  }

  @Override
  public void refresh() throws IOException {
    Snapshot newest;
    try {
      newest = TableSnapshots.latest(engine, KernelEngines.rootUri(location));
    } catch (TableNotFoundException e) {
      throw missing(location, e);
    }
    progress = progress(newest, location);
    snapshot = newest;
  }

  @Override
  public boolean contains(CommitId commit) {
    return progress.contains(commit);
  }

  @Override
  public void append(GoldCommit commit) throws CommitConflictException, IOException {
    requireNext(commit);
    List<Row> actions = new ArrayList<>();
    for (DataFile file : commit.deadLetters()) {
      if (!storage.exists(file.path())) {
        throw new PipelineException(
            "A new file of the dead-letter table is not there",
            location.path(),
            "no file " + file.path(),
            "every file that the job's state names",
            "VACUUM removes such files if the job is stopped for longer than it keeps them, and"
                + " they lie at the path that the job had before: start without state; gold is"
                + " enough to go on");
      }
      actions.add(GoldFile.of(file).add());
    }
    DeadLetterProgress after = progress.after(commit);
    List<Row> columns = columns(commit.schemas());
    Transaction transaction = begin();
    transaction.addDomainMetadata(DeadLetterProgress.DOMAIN, after.toJson());
    snapshot = TableCommits.commit(engine, transaction, columns, actions, location);
    progress = after;
  }

  /** The actions by which the table follows silver's columns; none if it has them already. */
  private List<Row> columns(List<SilverSchema> schemas) {
    StructType columns = snapshot.getSchema();
    for (SilverSchema silver : schemas) {
      columns = DeadLetterSchema.following(columns, DeltaTypes.rowType(silver.json()));
    }
    return ColumnUpdate.actions(snapshot, columns, Map.of());
  }

  private void requireNext(GoldCommit commit) {
    if (!commit.pipelineId().equals(progress.pipelineId())) {
      throw new PipelineException(
          "The dead-letter table belongs to another pipeline",
          location.path(),
          "pipeline %s (%s)".formatted(progress.pipelineId(), progress.pipelineName()),
          "pipeline " + commit.pipelineId(),
          "give each pipeline, and each gold, a dead-letter table of its own");
    }
    long version = progress.versionIn(commit.silver().tableId(), commit.resync());
    if (!commit.deadLetters().isEmpty() && version >= commit.silver().version()) {
      throw new PipelineException(
          "The dead-letter table has the rows of these versions already",
          location.path(),
          "rows up to silver version " + version,
          "rows up to a version before " + commit.silver().version(),
          "a second job writes to it, or the state is older than the table: stop the other job,"
              + " then start without state; gold is enough to go on");
    }
  }

  private Transaction begin() throws IOException {
    try {
      return KernelCalls.reading(
          "the log of " + location,
          () ->
              snapshot
                  .buildUpdateTableTransaction(EngineInfo.OURS, Operation.STREAMING_UPDATE)
                  .withMaxRetries(0)
                  .build(engine));
    } catch (KernelException e) {
      throw new PipelineException(
          "The dead-letter table has become one that cannot be written",
          location.path(),
          e.getMessage(),
          "the protocol and features that flink-delta-scd created it with",
          "drop the feature from the table, or choose another target.dead-letter-path",
          e);
    }
  }
}
