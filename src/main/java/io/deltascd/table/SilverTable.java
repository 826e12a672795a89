package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.deltascd.config.ChangeCapture;
import io.deltascd.config.TableLocation;
import io.deltascd.model.FileChange;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
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
  private final SilverSnapshots snapshots;
  private final Map<String, String> properties;
  private final ChangeCapture capture;
  private long newestKnown;

  private SilverTable(
      String root, Engine engine, DeltaLog log, SilverSnapshots snapshots, ChangeCapture capture)
      throws IOException {
    this.root = root;
    this.engine = engine;
    this.log = log;
    this.snapshots = snapshots;
    this.capture = capture;
    Snapshot newest = snapshots.newest();
    this.properties = newest.getTableProperties();
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
    return open(location, capture, ReadAs.SILVER);
  }

  /** As the other, for who has another use for the table. */
  static SilverTable open(TableLocation location, ChangeCapture capture, ReadAs readAs)
      throws IOException {
    String root = KernelEngines.rootUri(location);
    Configuration hadoop = KernelEngines.hadoopConfiguration(location);
    Engine engine = KernelEngines.engine(location);
    DeltaLog log = new DeltaLog(root, hadoop, engine, readAs);
    SilverSnapshots snapshots = new SilverSnapshots(root, engine, log);
    return new SilverTable(root, engine, log, snapshots, capture);
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
      snapshot = snapshots.at(version);
    } catch (PipelineException e) {
      snapshot = snapshots.newest();
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
    return snapshots.at(latestVersion(), time);
  }

  /** A version with its commit time. */
  public TimedVersion timed(long version) throws IOException {
    long micros = CommitTimes.of(log, version, log.read(version));
    return new TimedVersion(version, Micros.toInstant(micros));
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
    requireCapture(latest);
    UsableVersions usable;
    try (LogIterator<FileChange> live = liveFiles(latest)) {
      usable = feedStart().find(snapshots.earliest(), latest, live);
    }
    if (usable.isEmpty()) {
      requireFiles(latest);
    }
    return usable;
  }

  /**
   * Refuses a version whose snapshot lacks files. Lists the table's files.
   *
   * @throws PipelineException naming one of them
   */
  public void requireFiles(long version) throws IOException {
    try (LogIterator<FileChange> live = liveFiles(version)) {
      fileCheck().require(live, root + ", version " + version);
    }
  }

  private LogIterator<FileChange> liveFiles(long version) throws IOException {
    return SnapshotFiles.of(snapshots.at(version), engine, log);
  }

  /**
   * The oldest version from which on all changes can be read, its own among them.
   *
   * @param from the oldest version that is looked at
   * @param to the last version whose changes are wanted
   * @return {@code to + 1} if not even that version's changes can be read
   */
  long firstReadableChanges(long from, long to) throws IOException {
    return feedStart().firstChanges(Math.max(from, snapshots.earliest()), to);
  }

  /**
   * Refuses a table that does not offer the capture that is wanted.
   *
   * @param version to look at, usually the newest
   */
  public void requireCapture(long version) throws IOException {
    Capturing.require(root, version, properties(version), capture);
  }

  /**
   * The table as of a version.
   *
   * @throws PipelineException if that version cannot be rebuilt any more
   */
  public SilverSnapshot snapshot(long version) throws IOException {
    Snapshot snapshot = snapshots.at(version);
    SilverSchema schema = snapshots.schema(snapshot);
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
    return snapshots.schema(snapshots.at(version));
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
    return snapshots.at(version).getMetadata().getConfiguration();
  }
}
