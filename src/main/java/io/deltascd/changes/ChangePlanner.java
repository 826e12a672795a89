package io.deltascd.changes;

import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.StartPoint;
import io.deltascd.table.FollowedColumns;
import io.deltascd.table.GoldIndex;
import io.deltascd.table.GoldRewrites;
import io.deltascd.table.GoldTable;
import io.deltascd.table.LogIterator;
import io.deltascd.table.SilverChangedException;
import io.deltascd.table.SilverCommit;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.annotation.Nullable;
import org.apache.flink.util.Preconditions;

/**
 * Turns silver's log into splits. Everything here does I/O and runs in the enumerator's worker
 * thread; it keeps only the open table and what it saw of it last.
 */
final class ChangePlanner {
  /** Of one plan, so that a long backlog is never in memory as a whole. */
  static final int PLAN_VERSIONS = 1000;

  static final int PLAN_SPLITS = 1000;
  static final long PLAN_BYTES = 1L << 30;

  /**
   * A version and its splits; none if it changed no row.
   *
   * @param tableId {@code metaData.id} as of that version
   * @param schema in force there, with all of silver's columns
   */
  record PlannedVersion(
      String tableId,
      long version,
      long timeMicros,
      SilverSchema schema,
      List<ChangeSplit> splits) {}

  /**
   * Some versions, in order.
   *
   * @param end why the version after them cannot be followed; null if that is not known
   * @param goldVersion the version of gold up to which it is known where current rows lie, with
   *     these and all earlier splits
   */
  record Plan(
      List<PlannedVersion> versions, @Nullable SilverChangedException end, long goldVersion) {}

  /**
   * What has become of the files with gold's current rows.
   *
   * @param goldVersion up to which everything is known
   * @param splits of files that hold rows of other files; none if there are none
   */
  record Rewritten(long goldVersion, List<ChangeSplit> splits) {}

  private final SourceConfig source;
  private final TableLocation gold;
  private final FollowedColumns columns;
  private final StartPoint start;
  @Nullable private final Planned restored;
  private final GoldRewrites rewrites;
  @Nullable private SilverTable table;

  /** The commit that was planned last, and what its file was like. */
  private long stampedVersion = VersionTracker.NONE;

  private OptionalLong stamp = OptionalLong.empty();

  /**
   * @param source silver, and where its changes come from
   * @param target that is maintained, whose current rows are read at a start without state
   * @param start where a job without state begins
   * @param restored how far an earlier job followed the tables; null if none did
   */
  ChangePlanner(
      SourceConfig source,
      TargetConfig target,
      StartPoint start,
      @Nullable EnumeratorState restored) {
    this.source = source;
    this.gold = target.gold();
    this.columns = new FollowedColumns(target, source.acceptVersion());
    this.start = start;
    this.restored = restored == null ? null : restored.planned();
    this.rewrites =
        new GoldRewrites(gold, restored == null ? GoldRewrites.NONE : restored.goldVersion());
  }

  /**
   * Looks for the newest version.
   *
   * @throws PipelineException if the table is not the one that was followed before
   */
  long discover() throws Exception {
    return table().latestVersion();
  }

  /**
   * Looks whether someone, or the job's own compaction, has rewritten files with gold's current
   * rows. Their splits stand for the version of silver that gold stands at, so that the versions
   * after it wait for them; or for one before the leap that the job begins with.
   *
   * @throws PipelineException if gold is no longer ours
   */
  Rewritten lookAtGold() throws IOException {
    if (rewrites.version() == GoldRewrites.NONE && restored == null) {
      return new Rewritten(GoldRewrites.NONE, List.of()); // it will be read as a whole
    }
    Optional<GoldIndex> moved = rewrites.look();
    long version = rewrites.version();
    return new Rewritten(
        version,
        moved
            .map(index -> SplitPacker.packRewritten(version, index, standsAt(index.progress())))
            .orElse(List.of()));
  }

  /**
   * The version up to which gold has what the job wrote. Until a leap is committed it has nothing
   * of it, whichever version gold stands at: that may be one of another table.
   */
  private long standsAt(Progress progress) {
    long version = progress.silver().version();
    return start.resync() != null && progress.newest().equals(start.newest())
        ? Math.min(version, start.resync().to() - 1)
        : version;
  }

  /** The version of silver that gold stands at. */
  long goldStandsAt() throws IOException {
    return GoldTable.readProgress(gold).silver().version();
  }

  /**
   * How long silver keeps its versions, as of when it was opened; empty if its properties do not
   * say it in a way that Delta understands.
   */
  Optional<Duration> kept() throws IOException {
    try {
      return Optional.of(table().retention().shorter());
    } catch (PipelineException e) {
      return Optional.empty();
    }
  }

  /**
   * What a job without state begins with: the first snapshot, or where gold's current rows lie,
   * with a snapshot to compare them with if gold leaps.
   *
   * @param end the last version of the run
   */
  Plan planStart(long end) throws Exception {
    if (start.resync() != null) {
      return planResync(start.resync().to());
    }
    return start.isFirst() ? planSnapshot(end) : planIndex(end);
  }

  private Plan planSnapshot(long end) throws Exception {
    long version = start.startVersion();
    Preconditions.checkState(
        end >= version, "The run ends with version %s, before it begins with %s", end, version);
    rewrites.goOnAfter(0); // no rows yet
    SilverTable opened = table();
    SilverSnapshot snapshot = opened.snapshot(version);
    try (LogIterator<FileChange> files = snapshot.files()) {
      List<ChangeSplit> splits =
          SplitPacker.pack(
              version, snapshot.timeMicros(), columns.needed(snapshot.schema()), files);
      stamp(opened, version);
      return new Plan(
          List.of(
              new PlannedVersion(
                  snapshot.tableId(), version, snapshot.timeMicros(), snapshot.schema(), splits)),
          null,
          rewrites.version());
    }
  }

  /** If gold stands at the last version already, nothing of it needs to be known. */
  private Plan planIndex(long end) throws Exception {
    SilverPosition position = start.silver();
    long version = position.version();
    SilverTable opened = table();
    SilverSnapshot snapshot = opened.snapshot(version);
    // Times go on from what gold has seen, wherever silver's files have been copied to since.
    long time = Math.max(snapshot.timeMicros(), position.timeMicros());
    List<ChangeSplit> splits = List.of();
    if (version < end) {
      GoldIndex index = GoldTable.open(gold).index();
      start.requireUnchanged(index.progress(), gold.toString());
      splits = SplitPacker.pack(version, time, index.columns(), index.files().iterator());
      rewrites.goOnAfter(index.columns().id());
    }
    stamp(opened, version);
    return new Plan(
        List.of(new PlannedVersion(snapshot.tableId(), version, time, snapshot.schema(), splits)),
        null,
        rewrites.version());
  }

  /**
   * The version of the snapshot takes away all of gold's current rows and adds all of silver's.
   * Rules then find what differs. All of it is there from the start, so that nothing counts as
   * complete before it.
   */
  private Plan planResync(long version) throws Exception {
    SilverTable opened = table();
    SilverSnapshot snapshot = opened.snapshot(version);
    SilverSchema schema = columns.needed(snapshot.schema());
    // Later than what gold has, so that no record is of length zero: by the distance that Delta
    // keeps between commit times.
    long gold = start.silver().timeMicros();
    long time = snapshot.timeMicros() > gold ? snapshot.timeMicros() : gold + Micros.PER_MILLI;
    GoldIndex index = GoldTable.open(this.gold).index();
    start.requireUnchanged(index.progress(), this.gold.toString());
    rewrites.goOnAfter(index.columns().id());
    List<ChangeSplit> splits = new ArrayList<>();
    SplitPacker.pack(version, time, index.columns(), index.files().iterator(), splits);
    List<FileChange> before =
        index.files().stream().map(file -> file.as(Action.RESYNC_BEFORE)).toList();
    SplitPacker.pack(version, time, index.rows(), before.iterator(), splits);
    List<FileChange> after = new ArrayList<>();
    try (LogIterator<FileChange> files = snapshot.files()) {
      files.forEachRemaining(file -> after.add(file.as(Action.RESYNC_AFTER)));
    }
    columns.next(index.rows(), schema, source.silver().path() + ", version " + version);
    if (columns.concerns(index.rows(), schema)) {
      after.add(FileChange.SCHEMA_CHANGE);
    }
    SplitPacker.pack(version, time, schema, after.iterator(), splits);
    stamp(opened, version);
    return new Plan(
        List.of(new PlannedVersion(snapshot.tableId(), version, time, snapshot.schema(), splits)),
        null,
        rewrites.version());
  }

  /**
   * The versions that follow, as many as fit into one plan, up to one that cannot be followed.
   *
   * @param after the newest version that has been planned
   * @param to the last version to plan; greater than that
   */
  Plan planChanges(Planned after, long to) throws Exception {
    SilverTable opened = table();
    if (stampedVersion != after.version()
        || !stamp.equals(opened.modificationTime(after.version()))) {
      checkSame(opened, after);
    }
    List<PlannedVersion> versions = new ArrayList<>();
    String tableId = after.tableId();
    SilverChangedException end = null;
    int splits = 0;
    long bytes = 0;
    try (LogIterator<SilverCommit> commits =
        opened.commits(after.version() + 1, to, after.timeMicros(), after.schema(), columns)) {
      while (commits.hasNext()
          && versions.size() < PLAN_VERSIONS
          && splits < PLAN_SPLITS
          && bytes < PLAN_BYTES) {
        SilverCommit commit = commits.next();
        List<ChangeSplit> packed = SplitPacker.pack(commit, columns);
        tableId = commit.newTableId() == null ? tableId : commit.newTableId();
        versions.add(
            new PlannedVersion(
                tableId, commit.version(), commit.timeMicros(), commit.schema(), packed));
        splits += packed.size();
        bytes += packed.stream().mapToLong(ChangeSplit::bytes).sum();
      }
    } catch (SilverChangedException e) {
      end = e;
    }
    if (!versions.isEmpty()) {
      stamp(opened, versions.get(versions.size() - 1).version());
    }
    return new Plan(versions, end, rewrites.version());
  }

  private void stamp(SilverTable opened, long version) throws IOException {
    stampedVersion = version;
    stamp = opened.modificationTime(version);
  }

  private SilverTable table() throws IOException {
    if (table == null) {
      SilverTable opened = SilverTable.open(source.silver(), source.capture());
      if (restored != null) {
        checkSame(opened, restored);
      }
      table = opened;
    }
    return table;
  }

  /**
   * Refuses a table that was dropped and made anew. Its log tells: the version that was planned
   * last is of another table there, or there is no such version yet.
   */
  private void checkSame(SilverTable opened, Planned planned) throws IOException {
    String tableId = opened.tableId(planned.version());
    if (!tableId.equals(planned.tableId())) {
      throw new PipelineException(
          "Silver is not the table that this job followed before",
          source.silver().path() + ", version " + planned.version(),
          "table id " + tableId,
          "table id " + planned.tableId(),
          "build gold anew at another path");
    }
    long newest = opened.latestVersion();
    if (newest < planned.version()) {
      throw new PipelineException(
          "Silver has lost versions that this job has followed",
          source.silver().path(),
          "newest version " + newest,
          "version " + planned.version() + " or later",
          "bring silver's log back, or build gold anew at another path");
    }
  }
}
