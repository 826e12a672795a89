package io.deltascd.changes;

import io.deltascd.model.Micros;
import io.deltascd.model.WireRecord;
import java.time.Clock;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** What a reader counts; the names are documented and stay. */
public final class ChangeMetrics {
  /** The group of the counters: Flink's REST endpoint and UI show {@code changes.insert}. */
  public static final String CHANGES = "changes";

  /** Counter: rows inserted. */
  public static final String INSERT = "insert";

  /** Counter: rows as they were before an update. */
  public static final String UPDATE_PREIMAGE = "updatePreimage";

  /** Counter: rows as they are after an update. */
  public static final String UPDATE_POSTIMAGE = "updatePostimage";

  /** Counter: rows deleted. */
  public static final String DELETE = "delete";

  /** Counter: rows of the first snapshot; not among the others. */
  public static final String SNAPSHOT_ROWS = "snapshotRows";

  /**
   * Counter: positions of gold's current rows, read at a start without state or after a rewrite.
   */
  public static final String INDEX_ENTRIES = "indexEntries";

  /** Counter: rows of gold and of silver's snapshot that a resync compares. */
  public static final String RESYNC_ROWS = "resyncRows";

  /** Counter: rows left out since a key column is null; not among the others. */
  public static final String NULL_KEY = "nullKey";

  /** Gauge: the version that this reader has emitted completely; -1 if none. */
  public static final String SILVER_VERSION_FINISHED = "silverVersionFinished";

  /** Gauge: how many versions of silver are newer than that. */
  public static final String VERSIONS_BEHIND = "versionsBehind";

  /** Gauge: age in seconds of the finished version while there is a newer one, else 0. */
  public static final String SECONDS_BEHIND = "secondsBehind";

  private final Counter insert;
  private final Counter updatePreimage;
  private final Counter updatePostimage;
  private final Counter delete;
  private final Counter snapshotRows;
  private final Counter indexEntries;
  private final Counter resyncRows;
  private final Counter nullKey;
  private final Clock clock;

  // Written by the task's thread, read by reporters; a stale value for a moment is harmless.
  private volatile long finished = VersionTracker.NONE;
  private volatile long newest = VersionTracker.NONE;
  private volatile long finishedMicros = Long.MIN_VALUE;

  ChangeMetrics(MetricGroup group, Clock clock) {
    this.clock = clock;
    MetricGroup changes = group.addGroup(CHANGES);
    insert = changes.counter(INSERT);
    updatePreimage = changes.counter(UPDATE_PREIMAGE);
    updatePostimage = changes.counter(UPDATE_POSTIMAGE);
    delete = changes.counter(DELETE);
    snapshotRows = changes.counter(SNAPSHOT_ROWS);
    indexEntries = changes.counter(INDEX_ENTRIES);
    resyncRows = changes.counter(RESYNC_ROWS);
    nullKey = changes.counter(NULL_KEY);
    group.gauge(SILVER_VERSION_FINISHED, () -> finished);
    group.gauge(VERSIONS_BEHIND, this::versionsBehind);
    group.gauge(SECONDS_BEHIND, this::secondsBehind);
  }

  void count(WireRecord record) {
    switch (record.kind()) {
      case CHANGE -> countChange(record);
      case SNAPSHOT -> snapshotRows.inc();
      case INDEX, MOVED -> indexEntries.inc();
      case REJECTED -> nullKey.inc();
      case RESYNC -> resyncRows.inc();
      case SCHEMA -> {} // no row
    }
  }

  private void countChange(WireRecord record) {
    switch (record.rowKind()) {
      case INSERT -> insert.inc();
      case UPDATE_BEFORE -> updatePreimage.inc();
      case UPDATE_AFTER -> updatePostimage.inc();
      case DELETE -> delete.inc();
    }
  }

  void progress(ReaderProgress progress) {
    finished = progress.completeUpTo();
    newest = progress.newestKnownVersion();
    if (progress.completeTimeMicros() != Long.MIN_VALUE) {
      finishedMicros = progress.completeTimeMicros();
    }
  }

  private long versionsBehind() {
    return Math.max(0, newest - finished);
  }

  private long secondsBehind() {
    if (versionsBehind() == 0 || finishedMicros == Long.MIN_VALUE) {
      return 0;
    }
    return Math.max(0, (clock.millis() - Micros.toMillis(finishedMicros)) / 1000);
  }
}
