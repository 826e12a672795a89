package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.hook.PostCommitHook.PostCommitHookType;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt of a Delta commit, with every outcome told apart, and what follows it. */
final class TableCommits {
  private static final Logger LOG = LoggerFactory.getLogger(TableCommits.class);

  /** One for the process, since a table may be opened many times. */
  private static final LogCleanup CLEANUP = new LogCleanup(Clock.systemUTC());

  private TableCommits() {}

  /**
   * Commits a transaction that has been built with no retries, and runs the hooks that follow.
   *
   * @throws CommitConflictException if someone else's commit has that version
   * @throws IOException in every other case: whether the commit is done is unknown
   * @throws PipelineException if it is unknown as well, but another attempt would fail in the same
   *     way: there is no space left, no permission, or the storage cannot keep writers apart
   */
  static TransactionCommitResult commit(
      Engine engine, Transaction transaction, CloseableIterable<Row> actions, TableLocation table)
      throws CommitConflictException, IOException {
    return commit(engine, transaction, actions, table, true);
  }

  /**
   * Commits file actions, after others that give the table other columns.
   *
   * @param columns actions of {@link ColumnUpdate}; may be none
   * @return the table as of the commit
   */
  static Snapshot commit(
      Engine engine,
      Transaction transaction,
      List<Row> columns,
      List<Row> files,
      TableLocation table)
      throws CommitConflictException, IOException {
    List<Row> actions = new ArrayList<>(columns);
    actions.addAll(files);
    boolean sameColumns = columns.isEmpty();
    TransactionCommitResult result =
        commit(
            engine,
            transaction,
            CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())),
            table,
            sameColumns);
    return sameColumns
        ? after(result)
        // What Kernel gives us has the columns of before.
        : TableSnapshots.at(engine, KernelEngines.rootUri(table), result.getVersion());
  }

  private static TransactionCommitResult commit(
      Engine engine,
      Transaction transaction,
      CloseableIterable<Row> actions,
      TableLocation table,
      boolean sameColumns)
      throws CommitConflictException, IOException {
    TransactionCommitResult result;
    long version = transaction.getReadTableVersion() + 1;
    try {
      result = transaction.commit(engine, actions);
    } catch (MaxCommitRetryLimitReachedException e) {
      if (e.getCause() instanceof CommitFailedException failed && failed.isConflict()) {
        throw conflict(table, version, e);
      }
      throw unknown(table, version, e);
    } catch (ConcurrentWriteException e) {
      throw conflict(table, version, e);
    } catch (PipelineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw unknown(table, version, e);
    }
    runHooks(engine, result, table, sameColumns);
    return result;
  }

  private static CommitConflictException conflict(TableLocation table, long version, Exception e) {
    return new CommitConflictException(
        "Version %d of %s is someone else's commit".formatted(version, table), e);
  }

  private static IOException unknown(TableLocation table, long version, Exception e) {
    StorageFailure failure = StorageFailure.of(e);
    if (failure == StorageFailure.FULL || failure == StorageFailure.DENIED) {
      return StorageErrors.writing("version %d of %s".formatted(version, table), e);
    }
    return new IOException(
        "Version %d of %s: it is unknown whether the commit is done".formatted(version, table), e);
  }

  /** The snapshot after a commit. Kernel has none only if it went round a conflict. */
  private static Snapshot after(TransactionCommitResult result) {
    return result
        .getPostCommitSnapshot()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Kernel gave no snapshot of version %d, which was committed without retries"
                        .formatted(result.getVersion())));
  }

  /**
   * Writes the checksum of the new version and, when it is time, a checkpoint. Both only make
   * reading faster, so a failure is no failure of the commit.
   *
   * @param sameColumns not if the commit brought other columns: what Kernel has after the commit
   *     does not know them, so there is no checksum then
   */
  private static void runHooks(
      Engine engine, TransactionCommitResult result, TableLocation table, boolean sameColumns) {
    boolean checkpoint = false;
    for (PostCommitHook hook : result.getPostCommitHooks()) {
      if (hook.getType() == PostCommitHookType.CHECKPOINT) {
        checkpoint = true;
      } else if (sameColumns) {
        try {
          hook.threadSafeInvoke(engine);
        } catch (IOException | RuntimeException e) {
          LOG.warn(
              "{} of {} failed after version {}", hook.getType(), table, result.getVersion(), e);
        }
      }
    }
    if (checkpoint) {
      writeCheckpoint(engine, result, table, sameColumns);
    }
  }

  /** Kernel's own hook would list the log twice to write the same, and never clean it. */
  private static void writeCheckpoint(
      Engine engine, TransactionCommitResult result, TableLocation table, boolean sameColumns) {
    long version = result.getVersion();
    try {
      SnapshotImpl committed =
          (SnapshotImpl)
              (sameColumns
                  ? after(result)
                  : TableSnapshots.at(engine, KernelEngines.rootUri(table), version));
      if (new GoldCheckpoints(engine, table).write(committed)) {
        CLEANUP.run(engine, committed);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("The checkpoint of {} failed after version {}", table, version, e);
    }
  }
}
