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
import io.deltascd.config.ChangeCapture;
import io.deltascd.config.TableLocation;
import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
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
  private final Map<String, String> properties;
  private final ChangeCapture capture;
  private long newestKnown;

  private SilverTable(
      String root, Engine engine, DeltaLog log, ChangeCapture capture, Snapshot newest) {
    this.root = root;
    this.engine = engine;
    this.log = log;
    this.properties = newest.getTableProperties();
    this.capture = capture;
    this.newestKnown = newest.getVersion();
  }

  /** As {@link #open(TableLocation, ChangeCapture)}, with the best that each version offers. */
  public static SilverTable open(TableLocation location) throws IOException {
    return open(location, ChangeCapture.AUTO);
  }

  /**
   * Opens the table as it is now.
   *
   * @param capture where changes are to come from
   * @throws PipelineException if there is no Delta table, or one with features that cannot be read
   */
  public static SilverTable open(TableLocation location, ChangeCapture capture) throws IOException {
    String root = KernelEngines.rootUri(location);
    Configuration hadoop = KernelEngines.hadoopConfiguration(location);
    Engine engine = KernelEngines.engine(location);
    DeltaLog log = new DeltaLog(root, hadoop, engine);
    Snapshot newest = load(log, root, () -> TableManager.loadSnapshot(root).build(engine));
    return new SilverTable(root, engine, log, capture, newest);
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

  /**
   * How long the table keeps its versions, as of when it was opened.
   *
   * @throws PipelineException if its properties cannot be understood
   */
  public Retention retention() {
    return Retention.of(properties, root);
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
   * @throws PipelineException as for {@link #usableVersions()}
   */
  public long firstUsableVersion() throws IOException {
    return usableVersions().oldest();
  }

  /**
   * The versions whose snapshot and all later changes can be read.
   *
   * <p>Lists the table's files once and reads its log from the newest commit backwards, as far as
   * changes can be captured.
   *
   * @throws PipelineException if the newest version does not offer the capture that is wanted, or
   *     if files are gone that every version needs
   */
  public UsableVersions usableVersions() throws IOException {
    long latest = latestVersion();
    checkCapture(latest);
    UsableVersions usable;
    try (LogIterator<FileChange> live = liveFiles(latest)) {
      usable = feedStart().find(earliest(), latest, live);
    }
    if (usable.isEmpty()) {
      checkFiles(latest);
    }
    return usable;
  }

  /**
   * Refuses a version whose snapshot lacks files. Lists the table's files.
   *
   * @throws PipelineException naming one of them
   */
  public void checkFiles(long version) throws IOException {
    try (LogIterator<FileChange> live = liveFiles(version)) {
      fileCheck().require(live, root + ", version " + version);
    }
  }

  private LogIterator<FileChange> liveFiles(long version) throws IOException {
    return SnapshotFiles.of(kernelSnapshot(version), engine, log);
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
   * Refuses a table that does not offer the capture that is wanted.
   *
   * @param version to look at, usually the newest
   */
  public void checkCapture(long version) throws IOException {
    Capturing.check(root, version, properties(version), capture);
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
   * @param columns decides which changes of the columns are followed; at others iterating throws a
   *     {@link SilverChangedException}
   */
  public LogIterator<SilverCommit> commits(
      long from, long to, long previousTimeMicros, SilverSchema inForce, FollowedColumns columns) {
    return new SilverCommits(
        log,
        new SilverCommits.Before(root, capture, inForce, previousTimeMicros, true, columns),
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
  SilverCommits commits(long from, long to, SilverSchema schema, String remedy) throws IOException {
    long before = from - 1;
    long time =
        before < 0 || log.modificationTime(before).isEmpty()
            ? CommitTimes.NONE
            : CommitTimes.of(log, before, log.read(before));
    return new SilverCommits(
        log,
        new SilverCommits.Before(
            root, capture, schema, time, false, SilverMetadata.sameColumns(remedy)),
        from,
        to);
  }

  FeedStart feedStart() {
    return new FeedStart(log, fileCheck(), capture, this::properties);
  }

  private FileCheck fileCheck() {
    return new FileCheck(log, new FilePaths(root));
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

  /** Where changes are to come from. */
  ChangeCapture capture() {
    return capture;
  }

  /** The table's properties as of a version. */
  Map<String, String> properties(long version) throws IOException {
    return kernelSnapshot(version).getMetadata().getConfiguration();
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
    try {
      return SilverMetadata.schema(
          snapshot.getVersion(),
          metadata.getSchemaString(),
          VectorUtils.<String>toJavaList(metadata.getPartitionColumns()),
          metadata.getConfiguration());
    } catch (IllegalArgumentException | KernelException e) {
      throw new PipelineException(
          "The schema of silver makes no sense",
          root + ", version " + snapshot.getVersion(),
          e.getMessage(),
          "columns with different names that can be found in the files",
          "repair the table",
          e);
    }
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
