package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.InvalidTableException;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.delta.kernel.internal.DeltaHistoryManager;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.VectorUtils;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Silver's snapshots as Kernel has them, with our two kinds of errors: {@link PipelineException}
 * for what a retry does not mend, and {@link IOException}.
 */
final class SilverSnapshots {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 400;

  private final String root;
  private final Engine engine;
  private final DeltaLog log;

  SilverSnapshots(String root, Engine engine, DeltaLog log) {
    this.root = root;
    this.engine = engine;
    this.log = log;
  }

  /**
   * The table as it is now. A listing may show a commit and not yet the one before it, so a gap is
   * looked at again, for less than a second.
   *
   * @throws PipelineException if there is no Delta table, or one with features that cannot be read
   */
  Snapshot newest() throws IOException {
    return load(root, this::newestWithoutGap);
  }

  private Snapshot newestWithoutGap() {
    for (long pause = FIRST_PAUSE_MILLIS; ; pause *= 2) {
      try {
        return TableManager.loadSnapshot(root).build(engine);
      } catch (InvalidTableException e) {
        if (pause > LONGEST_PAUSE_MILLIS) {
          throw e;
        }
        pause(pause, e);
      }
    }
  }

  private static void pause(long millis, InvalidTableException before) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw before;
    }
  }

  /**
   * The table as of a version.
   *
   * @throws PipelineException if that version cannot be rebuilt any more
   */
  Snapshot at(long version) throws IOException {
    return load(
        root + ", version " + version,
        () -> TableManager.loadSnapshot(root).atVersion(version).build(engine));
  }

  /**
   * The version that was current at a time.
   *
   * @param newest the newest version
   */
  TimedVersion at(long newest, Instant time) throws IOException {
    Snapshot snapshot = at(newest);
    return load(root, () -> CommitTimes.at(engine, snapshot, time));
  }

  /** The oldest version whose snapshot the log can rebuild. */
  long earliest() throws IOException {
    return load(
        root,
        () ->
            DeltaHistoryManager.getEarliestRecreatableCommit(
                engine, new Path(root, "_delta_log"), Optional.empty()));
  }

  /**
   * The schema of a snapshot.
   *
   * @throws PipelineException if a column has a name that the feed needs, or the schema makes no
   *     sense
   */
  SilverSchema schema(Snapshot snapshot) {
    Metadata metadata = snapshot.getMetadata();
    FeedColumns.requireFree(
        DeltaTypes.structType(metadata.getSchemaString()).fieldNames(),
        root + ", version " + snapshot.getVersion());
    try {
      return SilverMetadata.schema(
          snapshot.getVersion(),
          metadata.getSchemaString(),
          VectorUtils.<String>toJavaList(metadata.getPartitionColumns()),
          metadata.getConfiguration());
    } catch (IllegalArgumentException | KernelException e) {
      throw new PipelineException(
          "The schema of " + log.readAs().noun() + " makes no sense",
          root + ", version " + snapshot.getVersion(),
          e.getMessage(),
          "columns with different names that can be found in the files",
          "repair the table",
          e);
    }
  }

  /** What Kernel throws, as our two kinds of errors. */
  private <T> T load(String where, Supplier<T> kernelCall) throws IOException {
    try {
      return kernelCall.get();
    } catch (TableNotFoundException e) {
      throw new PipelineException(
          "There is no Delta table",
          where,
          log.tableExists() ? "a directory with no commits in _delta_log" : "no such directory",
          "a Delta table",
          "correct the path, or create the table first",
          e);
    } catch (UnsupportedProtocolVersionException | UnsupportedTableFeatureException e) {
      throw SilverMetadata.unreadable(log.readAs().subject(), where, e);
    } catch (KernelEngineException e) {
      throw log.failed(where, e);
    } catch (KernelException e) {
      throw new PipelineException(
          log.readAs().subject() + " cannot be read as of this version",
          where,
          e.getMessage(),
          "a version whose log entries all exist",
          log.readAs().laterVersion(),
          e);
    } catch (RuntimeException e) {
      throw log.failed(where, e);
    }
  }
}
