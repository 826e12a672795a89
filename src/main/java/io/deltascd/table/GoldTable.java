package io.deltascd.table;

import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.deltascd.config.CompactionConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * Gold as of the newest version that has been looked at, and the way to commit on it.
 *
 * <p>Keeps the files with current rows in memory and follows the log commit by commit, so that a
 * commit's cost follows its changes and not gold's size. Not thread-safe.
 */
public final class GoldTable implements Gold {
  private final TableLocation location;
  private final Engine engine;
  private final TableStorage storage;
  private final String root;
  private final DeletionVectors vectors;
  private final RowMoves moves;
  private final GoldTransactions transactions;
  private final LogEnd end;
  @Nullable private final CompactionConfig compaction;
  private final long openedAt = System.currentTimeMillis();
  private Snapshot snapshot;
  private Progress progress;
  private CurrentFiles files;

  /**
   * @param compaction null if gold is not compacted
   */
  private GoldTable(
      TableLocation location,
      Engine engine,
      Snapshot snapshot,
      @Nullable CompactionConfig compaction)
      throws IOException {
    this.location = location;
    this.engine = engine;
    this.storage = new TableStorage(location);
    this.root = KernelEngines.rootUri(location);
    this.vectors = new DeletionVectors(engine, root, storage);
    this.moves = new RowMoves(engine, storage, vectors);
    this.transactions = new GoldTransactions(engine, location);
    this.end = new LogEnd(storage, snapshot);
    this.compaction = compaction;
    this.snapshot = snapshot;
    this.progress = GoldChecks.progress(snapshot, location);
    this.files =
        CurrentFiles.load(
            engine,
            snapshot,
            GoldChecks.requireLayout(snapshot, progress, location),
            compaction == null ? null : new CompactionChoice(compaction));
    this.progress = after(new GoldLog(engine).sinceOurs(snapshot, storage), progress);
  }

  /** What gold remembers after others' commits. */
  private Progress after(List<ForeignCommit> foreign, Progress remembered) {
    GoldChecks.requireNotSetBack(foreign, location);
    return foreign.stream().anyMatch(ForeignCommit::changesRows)
        ? remembered.asChangedByOthers()
        : remembered;
  }

  /**
   * Opens gold, or creates it without rows. If someone else creates it at the same moment, theirs
   * is opened.
   *
   * @param fresh the progress to create it with
   * @throws PipelineException if there is a table that is not ours, or that someone else has set
   *     back since our last commit
   * @throws IOException if storage is out of reach; calling again is safe
   */
  public static GoldTable createOrOpen(TableLocation location, GoldSchema schema, Progress fresh)
      throws IOException {
    Engine engine = KernelEngines.engine(location);
    Snapshot snapshot;
    try {
      snapshot = load(engine, location);
    } catch (TableNotFoundException e) {
      GoldCreation.create(engine, location, schema, fresh);
      snapshot = load(engine, location);
    }
    return new GoldTable(location, engine, snapshot, null);
  }

  /**
   * Opens gold.
   *
   * @throws PipelineException if there is no table, one that is not ours, or one that someone else
   *     has set back since our last commit
   */
  public static GoldTable open(TableLocation location) throws IOException {
    return open(location, null);
  }

  /**
   * Opens gold as {@link #open(TableLocation)} does, to compact it as well.
   *
   * @param compaction how; null if {@link #compact()} is to do nothing
   */
  public static GoldTable open(TableLocation location, @Nullable CompactionConfig compaction)
      throws IOException {
    Engine engine = KernelEngines.engine(location);
    return new GoldTable(location, engine, TableSnapshots.ofGold(engine, location), compaction);
  }

  /**
   * Opens gold if there is one.
   *
   * @throws PipelineException if the table there is not ours, or cannot be written safely
   */
  public static Optional<GoldTable> find(TableLocation location) throws IOException {
    WriterSafety.require(location);
    Engine engine = KernelEngines.engine(location);
    try {
      return Optional.of(new GoldTable(location, engine, load(engine, location), null));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * What gold remembers now, without a look at its files.
   *
   * @throws PipelineException if there is no table, or one that is not ours
   */
  public static Progress readProgress(TableLocation location) throws IOException {
    Engine engine = KernelEngines.engine(location);
    return GoldChecks.progress(TableSnapshots.ofGold(engine, location), location);
  }

  /**
   * Silver's columns as gold had them in one of its versions, in gold's order.
   *
   * @param version of gold, which its log can still rebuild
   */
  public static SilverSchema silverColumns(TableLocation location, long version)
      throws IOException {
    Engine engine = KernelEngines.engine(location);
    Snapshot snapshot = TableSnapshots.at(engine, KernelEngines.rootUri(location), version);
    Progress progress = GoldChecks.progress(snapshot, location);
    return GoldIndex.columns(
        snapshot,
        IndexEntry.schemaId(version),
        GoldSchema.existing(snapshot, progress).silverColumns());
  }

  private static Snapshot load(Engine engine, TableLocation location) throws IOException {
    return TableSnapshots.latest(engine, KernelEngines.rootUri(location));
  }

  /** The version of gold that has been looked at last. */
  public long version() {
    return snapshot.getVersion();
  }

  /** What gold remembers as of {@link #version()}. */
  public Progress progress() {
    return progress;
  }

  /** Gold's columns as its log has them, with the keys and settings it was built with. */
  public GoldSchema schema() {
    return GoldSchema.existing(snapshot, progress);
  }

  /** Where gold's current rows lie, as of {@link #version()}. */
  public GoldIndex index() {
    return GoldIndex.of(snapshot, schema(), progress, files);
  }

  /**
   * Gold's current rows, as of {@link #version()}.
   *
   * @param columns in the order that they are wanted in
   */
  public VersionRows currentRows(List<String> columns) {
    return VersionRows.ofCurrent(
        location, snapshot, GoldLayout.of(progress.history()), List.copyOf(files.all()), columns);
  }

  @Override
  public boolean contains(CommitId commit) {
    return progress.contains(commit);
  }

  @Override
  public void requireParent(GoldCommit commit) {
    GoldChecks.requireParent(commit, progress, location);
  }

  @Override
  public void refresh() throws IOException {
    if (end.isAt(snapshot)) {
      return;
    }
    Snapshot newest = TableSnapshots.ofGold(engine, location);
    boolean sameTable = newest.getMetadata().getId().equals(snapshot.getMetadata().getId());
    if (sameTable && newest.getVersion() == snapshot.getVersion()) {
      snapshot = newest;
      end.loaded(newest);
      return;
    }
    if (sameTable && newest.getVersion() < snapshot.getVersion()) {
      // A log does not get shorter. One that was set back by hand is told when gold is opened.
      throw new IOException(
          "Version %d of %s cannot be seen any more, nor any after version %d"
              .formatted(snapshot.getVersion(), location, newest.getVersion()));
    }
    Progress newProgress = GoldChecks.progress(newest, location);
    GoldChecks.requireLayout(newest, newProgress, location);
    if (!sameTable) {
      throw GoldChecks.anotherTable(newest, snapshot, location);
    }
    GoldLog.Followed followed = new GoldLog(engine).follow(files, snapshot.getVersion(), newest);
    progress = after(followed.foreign(), newProgress);
    snapshot = newest;
    end.loaded(newest);
    files = followed.files();
  }

  @Override
  public void commit(GoldCommit commit) throws CommitConflictException, IOException {
    requireParent(commit);
    MovedRows moved = new MovedRows(location, snapshot, schema(), files, vectors, moves);
    GoldUpdate update = GoldUpdate.of(snapshot, schema(), commit.schemas());
    Progress after = update.applied(progress.after(commit));
    CommitPlan plan;
    try (DeletionVectorFile vectorFile = new DeletionVectorFile(storage)) {
      plan =
          CommitPlan.of(
              commit.marking(moved.marksOf(commit)),
              storage,
              files,
              vectors,
              vectorFile,
              System.currentTimeMillis(),
              openedAt);
    }
    Transaction transaction =
        transactions.begin(snapshot, Operation.STREAMING_UPDATE, commit.pipelineId(), commit.id());
    transaction.addDomainMetadata(Progress.DOMAIN, after.toJson());
    snapshot = TableCommits.commit(engine, transaction, update.actions(), plan.actions(), location);
    progress = after;
    files.apply(plan.removed(), plan.added());
  }

  @Override
  public Compaction compact() throws CommitConflictException, IOException {
    List<List<GoldFile>> groups = files.toCompact();
    if (groups.isEmpty() || GoldChecks.hasRowIds(snapshot)) {
      return Compaction.NONE;
    }
    GoldRewrite rewrite =
        GoldRewrite.of(groups, location, snapshot, schema(), compaction.fileSize().getBytes());
    Transaction transaction = transactions.begin(snapshot, Operation.MANUAL_UPDATE);
    snapshot =
        TableCommits.commit(
            KernelEngines.withOptimizeCommits(engine, rewrite.metrics()),
            transaction,
            List.of(),
            rewrite.actions(),
            location);
    files.apply(rewrite.removed(), rewrite.added());
    return rewrite.summary();
  }
}
