package io.deltascd.table;

import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a gold that has been built anew in the place of gold's rows, by one commit: readers see
 * either the old rows or the new ones, and older versions of gold stay as they are.
 *
 * <p>The new gold is built in a directory below gold's root, see {@link StagingArea}, so that its
 * files become gold's own as they lie. Pinned to the version of gold at the beginning: whatever
 * somebody commits in between is kept, and the swap refused. Not thread-safe.
 */
public final class GoldSwap {
  private static final Logger LOG = LoggerFactory.getLogger(GoldSwap.class);
  private static final int ATTEMPTS = 3;

  private final TableLocation gold;
  private final Engine engine;
  private final StagingArea staging;
  private final Snapshot pinned;
  private final Progress before;
  private final CommitId id;
  private final String directory = StagingArea.newDirectory();

  /** Whether files of the new gold may be gold's own. */
  private boolean mayBeDone;

  private GoldSwap(
      TableLocation gold, Engine engine, StagingArea staging, Snapshot pinned, Progress before) {
    this.gold = gold;
    this.engine = engine;
    this.staging = staging;
    this.pinned = pinned;
    this.before = before;
    this.id = before.newest().next();
  }

  /**
   * Looks at gold; writes nothing. A gold that someone else has set back, or partitioned in another
   * way, will do.
   *
   * @throws PipelineException if there is none, or one that is not ours or cannot be written
   */
  public static GoldSwap of(TableLocation gold) throws IOException {
    WriterSafety.require(gold);
    Engine engine = KernelEngines.engine(gold);
    Snapshot snapshot = TableSnapshots.ofGold(engine, gold);
    Progress progress = GoldChecks.progress(snapshot, gold);
    GoldSwap swap = new GoldSwap(gold, engine, new StagingArea(gold), snapshot, progress);
    swap.requireOwnNames();
    swap.begin();
    return swap;
  }

  /** New files have the names of columns as they are, and no ids. */
  private void requireOwnNames() {
    ColumnMappingMode mode = TableConfig.COLUMN_MAPPING_MODE.fromMetadata(pinned.getMetadata());
    if (mode != ColumnMappingMode.NONE) {
      throw new PipelineException(
          "Gold has a property under which it cannot be rebuilt",
          gold + ", version " + pinned.getVersion(),
          TableConfig.COLUMN_MAPPING_MODE.getKey() + " = " + mode.value,
          "no column mapping, as flink-delta-scd created it",
          "build another gold at another path");
    }
  }

  /** What gold remembered at the beginning. */
  public Progress progress() {
    return before;
  }

  /** Where the new gold is to be built: nothing lies there yet. */
  public TableLocation place() {
    String root = gold.path().strip();
    String separator = root.endsWith("/") ? "" : "/";
    return new TableLocation(root + separator + directory, gold.hadoop());
  }

  /**
   * Makes sure that nobody has committed to gold since the beginning.
   *
   * @throws PipelineException if somebody has
   */
  public void requireUnchanged() throws IOException {
    requireUnchanged(TableSnapshots.ofGold(engine, gold));
  }

  private void requireUnchanged(Snapshot newest) {
    if (newest.getVersion() != pinned.getVersion()
        || !newest.getMetadata().getId().equals(pinned.getMetadata().getId())) {
      mayBeDone = false;
      throw new PipelineException(
          "Gold has changed since its rebuild began",
          gold.toString(),
          "version " + newest.getVersion(),
          "version " + pinned.getVersion() + ", for which the new rows were computed",
          "stop the job, and whatever else writes to gold, and rebuild it again; until then it is"
              + " as they left it");
    }
  }

  /**
   * Puts the new gold in the place of the old one, in one commit.
   *
   * @return gold's new version
   * @throws PipelineException if somebody has committed to gold since the beginning, if files of
   *     the new gold are gone, or if it is unknown whether the commit is done
   * @throws IOException if storage is out of reach; gold has not changed
   */
  public long commit() throws IOException {
    Snapshot built = built();
    Progress after = before.replacedBy(GoldChecks.progress(built, place()), id);
    requireFiles(built);
    SwapPlan plan = SwapPlan.of(engine, pinned, built, directory, System.currentTimeMillis());
    mayBeDone = true;
    for (int attempt = 1; !isDone(plan, after); attempt++) {
      if (attempt == ATTEMPTS) {
        throw unknown(null);
      }
    }
    staging.forget();
    return pinned.getVersion() + 1;
  }

  /** The new gold, which somebody else's swap may have made useless meanwhile. */
  private Snapshot built() throws IOException {
    try {
      return TableSnapshots.latest(engine, KernelEngines.rootUri(place()));
    } catch (TableNotFoundException e) {
      requireUnchanged();
      throw GoldChecks.missing(place(), e);
    }
  }

  /** Tries once, and looks at gold if that failed: whatever the failure, it may have been done. */
  private boolean isDone(SwapPlan plan, Progress after) throws IOException {
    try {
      Transaction transaction = begin();
      transaction.addDomainMetadata(Progress.DOMAIN, after.toJson());
      TableCommits.commit(engine, transaction, plan.metadata(), plan.files(), gold);
      return true;
    } catch (CommitConflictException | IOException e) {
      LOG.warn("The swap of {} failed, its outcome is unknown", gold, e);
    }
    Snapshot newest;
    Progress now;
    try {
      newest = TableSnapshots.ofGold(engine, gold);
      now = GoldChecks.progress(newest, gold);
    } catch (IOException e) {
      throw unknown(e);
    }
    if (now.contains(id)) {
      return true;
    }
    requireUnchanged(newest);
    return false;
  }

  private PipelineException unknown(@Nullable IOException cause) {
    return new PipelineException(
        "It is unknown whether gold has been rebuilt",
        gold + ", commit " + id.sequence() + " (" + id.id() + ")",
        "a storage that did not say how the commit ended",
        "version " + (pinned.getVersion() + 1) + " of gold, or an error",
        "look with delta-scd status when the storage answers again: if gold is still at version "
            + pinned.getVersion()
            + ", rebuild it again",
        cause);
  }

  /** Deletes the new gold, unless its files have become gold's own, or may have. Never fails. */
  public void discard() {
    if (!mayBeDone) {
      staging.delete(directory);
    }
  }

  private Transaction begin() throws IOException {
    return new GoldTransactions(engine, gold)
        .begin(pinned, Operation.WRITE, before.pipelineId(), id);
  }

  /** A rebuild may take longer than VACUUM lets files be that no commit names. */
  private void requireFiles(Snapshot built) throws IOException {
    String root = KernelEngines.rootUri(place());
    FileCheck check =
        new FileCheck(
            new DeltaLog(root, KernelEngines.hadoopConfiguration(gold), engine, ReadAs.GOLD),
            new FilePaths(root));
    List<GoldFile> files = new ArrayList<>();
    CurrentFiles.forEachFile(engine, built, files::add);
    for (GoldFile file : files) {
      String missing = check.missing(file.index());
      if (missing != null) {
        throw new PipelineException(
            "A file of the new gold was deleted before its commit",
            gold.toString(),
            "no file " + missing,
            "every file that the rebuild has written",
            "VACUUM removes such files if a rebuild takes longer than it keeps them: rebuild again,"
                + " and let VACUUM wait until then");
      }
    }
  }
}
