package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.delta.kernel.internal.DeltaHistoryManager;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.VectorUtils;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/**
 * The table that is followed: its versions, its snapshots, and the files each of its commits
 * changed.
 *
 * <p>Not for several threads at once. Methods throw {@link PipelineException} for what a retry does
 * not mend, and {@link IOException} if the storage cannot be reached.
 */
public final class SilverTable {
  private final String root;
  private final Engine engine;
  private final DeltaLog log;
  private long newestKnown;

  private SilverTable(String root, Engine engine, DeltaLog log, Snapshot newest) {
    this.root = root;
    this.engine = engine;
    this.log = log;
    this.newestKnown = newest.getVersion();
  }

  /**
   * Opens the table as it is now.
   *
   * @throws PipelineException if there is no Delta table, or one with features that cannot be read
   */
  public static SilverTable open(TableLocation location) throws IOException {
    String root = KernelEngines.rootUri(location);
    Configuration hadoop = KernelEngines.hadoopConfiguration(location);
    Engine engine = KernelEngines.engine(location);
    DeltaLog log = new DeltaLog(root, hadoop, engine);
    Snapshot newest = load(log, root, () -> TableManager.loadSnapshot(root).build(engine));
    return new SilverTable(root, engine, log, newest);
  }

  /**
   * {@code metaData.id} as of a version: tells this table from another one made later at the same
   * path. Only ids of the same version can be compared, since CREATE OR REPLACE TABLE gives a table
   * another one, and RESTORE an earlier one.
   *
   * @return the id of the newest version if the log does not reach back that far any more, or not
   *     up to it yet
   */
  public String tableId(long version) throws IOException {
    Snapshot snapshot;
    try {
      snapshot = kernelSnapshot(version);
    } catch (PipelineException e) {
      snapshot = load(log, root, () -> TableManager.loadSnapshot(root).build(engine));
    }
    return snapshot.getMetadata().getId();
  }

  /** When the file of a commit was last modified, in milliseconds; empty if there is none. */
  public OptionalLong modificationTime(long version) throws IOException {
    return log.modificationTime(version);
  }

  /**
   * Whether there is a commit of exactly that time.
   *
   * @param upTo the newest version that comes into question
   * @param timeMicros in microseconds since the epoch
   */
  public boolean hasCommitOf(long upTo, long timeMicros) throws IOException {
    long time = Long.MAX_VALUE;
    for (long version = upTo;
        time > timeMicros && version >= 0 && log.modificationTime(version).isPresent();
        version--) {
      time = CommitTimes.of(log, version, log.read(version));
    }
    return time == timeMicros;
  }

  /** The newest version now; costs one look-up if nothing is new. */
  public long latestVersion() throws IOException {
    newestKnown = log.latestVersion(newestKnown);
    return newestKnown;
  }

  /**
   * The newest version that was committed at or before a time, as Delta Spark resolves times: parts
   * of a millisecond are cut off.
   *
   * @return the oldest version that the log still has if all of them are later
   */
  public TimedVersion versionAt(Instant time) throws IOException {
    Snapshot newest = kernelSnapshot(latestVersion());
    return load(log, root, () -> CommitTimes.at(engine, newest, time));
  }

  /** A version with its commit time. */
  public TimedVersion timed(long version) throws IOException {
    long micros = CommitTimes.of(log, version, log.read(version));
    return new TimedVersion(version, Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  /**
   * The smallest version whose snapshot and all later changes can be read. Not every later one is
   * usable as well; see {@link #usableVersions()}.
   *
   * @throws PipelineException if the change data feed is off
   */
  public long firstUsableVersion() throws IOException {
    return usableVersions().oldest();
  }

  /**
   * The versions whose snapshot and all later changes can be read.
   *
   * <p>Lists the table's files once and reads its log from the newest commit backwards, as far as
   * the feed reaches.
   *
   * @throws PipelineException if the change data feed is off
   */
  public UsableVersions usableVersions() throws IOException {
    long latest = latestVersion();
    checkFeed(latest);
    return feedStart().find(earliest(), latest);
  }

  /**
   * The oldest version from which on all changes can be read, its own among them.
   *
   * @param from the oldest version that is looked at
   * @param to the last version whose changes are wanted
   * @return {@code to + 1} if not even that version's changes can be read
   */
  long firstReadableChanges(long from, long to) throws IOException {
    return feedStart().firstChanges(Math.max(from, earliest()), to);
  }

  /**
   * Refuses a table whose change data feed is off.
   *
   * @param version to look at, usually the newest
   */
  public void checkFeed(long version) throws IOException {
    SilverMetadata.checkFeed(
        root, version, kernelSnapshot(version).getMetadata().getConfiguration());
  }

  /**
   * The table as of a version.
   *
   * @throws PipelineException if that version cannot be rebuilt any more
   */
  public SilverSnapshot snapshot(long version) throws IOException {
    Snapshot snapshot = kernelSnapshot(version);
    SilverSchema schema = schema(snapshot);
    return new SilverSnapshot(
        snapshot.getMetadata().getId(),
        version,
        CommitTimes.of(log, version, log.read(version)),
        schema,
        DeltaTypes.rowType(schema.json()),
        () -> SnapshotFiles.of(snapshot, engine, log));
  }

  /** The columns at a version, in Flink's types. */
  public RowType columns(long version) throws IOException {
    return DeltaTypes.rowType(schema(version).json());
  }

  /** The schema at a version; named after that version. */
  public SilverSchema schema(long version) throws IOException {
    return schema(kernelSnapshot(version));
  }

  /**
   * What the commits of a range changed, in order; read while iterating.
   *
   * <p>Iterating throws {@link PipelineException} at a commit that is missing, or that changes what
   * a run cannot follow, and {@link java.io.UncheckedIOException}.
   *
   * @param from first version, not 0
   * @param to last version, inclusive
   * @param previousTimeMicros time of the version before {@code from}
   * @param inForce the schema of the version before {@code from}
   */
  public LogIterator<SilverCommit> commits(
      long from, long to, long previousTimeMicros, SilverSchema inForce) {
    return new SilverCommits(
        log,
        new SilverCommits.Before(
            root, inForce, previousTimeMicros, true, SilverMetadata.BUILD_ANEW),
        from,
        to);
  }

  /**
   * As {@link #commits}, of a range that nothing was read before. In-commit timestamps are not
   * moved: the copy of a table may have earlier versions whose times, those of its files, are
   * later.
   *
   * @param from first version, may be 0
   * @param schema of {@code from}
   * @param remedy for the user if the columns change further on
   */
  LogIterator<SilverCommit> commits(long from, long to, SilverSchema schema, String remedy)
      throws IOException {
    long before = from - 1;
    long time =
        before < 0 || log.modificationTime(before).isEmpty()
            ? CommitTimes.NONE
            : CommitTimes.of(log, before, log.read(before));
    return new SilverCommits(
        log, new SilverCommits.Before(root, schema, time, false, remedy), from, to);
  }

  private FeedStart feedStart() {
    return new FeedStart(log, new FilePaths(root), this::feedOn);
  }

  /** The oldest version whose snapshot the log can rebuild. */
  private long earliest() throws IOException {
    return load(
        log,
        root,
        () ->
            DeltaHistoryManager.getEarliestRecreatableCommit(
                engine, new Path(root, "_delta_log"), Optional.empty()));
  }

  /** The log, for what else there is to know of the table. */
  DeltaLog log() {
    return log;
  }

  /** As {@link KernelEngines#rootUri} gives it. */
  String root() {
    return root;
  }

  /** Whether the change data feed is on as of a version. */
  boolean feedOn(long version) throws IOException {
    return SilverMetadata.feedOn(kernelSnapshot(version).getMetadata().getConfiguration());
  }

  /**
   * The table as of a version, as Kernel has it.
   *
   * @throws PipelineException if that version cannot be rebuilt any more
   */
  Snapshot kernelSnapshot(long version) throws IOException {
    return load(
        log,
        root + ", version " + version,
        () -> TableManager.loadSnapshot(root).atVersion(version).build(engine));
  }

  private SilverSchema schema(Snapshot snapshot) {
    Metadata metadata = snapshot.getMetadata();
    FeedColumns.checkFree(
        DeltaTypes.structType(metadata.getSchemaString()).fieldNames(),
        root + ", version " + snapshot.getVersion());
    return SilverMetadata.schema(
        snapshot.getVersion(),
        metadata.getSchemaString(),
        VectorUtils.<String>toJavaList(metadata.getPartitionColumns()),
        metadata.getConfiguration());
  }

  /** What Kernel throws, as our two kinds of errors. */
  private static <T> T load(DeltaLog log, String where, Supplier<T> kernelCall) throws IOException {
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
      throw SilverMetadata.unreadable("Silver", where, e);
    } catch (KernelEngineException e) {
      throw log.failed(where, e);
    } catch (KernelException e) {
      throw new PipelineException(
          "Silver cannot be read as of this version",
          where,
          e.getMessage(),
          "a version whose log entries all exist",
          "start from a newer version (scan.startup.mode)",
          e);
    } catch (RuntimeException e) {
      throw log.failed(where, e);
    }
  }
}
