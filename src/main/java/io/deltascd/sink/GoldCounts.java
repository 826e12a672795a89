package io.deltascd.sink;

import io.deltascd.history.KeyChange;
import io.deltascd.history.Scd2Rules;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.Totals;
import io.deltascd.model.WireRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.roaringbitmap.RoaringBitmap;

/**
 * Counts what a subtask does to gold: for people, since the task started, and for the next {@link
 * WriteResult}, since the last one.
 */
final class GoldCounts {
  private final Counter opened;
  private final Counter closed;
  private final Counter updated;
  private final Counter unchanged;
  private final Counter ignored;
  private final Counter duplicates;
  private final Counter filesWritten;
  private final Counter bytesWritten;
  private final OldestVersion finished;
  private Totals since = Totals.NONE;
  private long highestTouched = Long.MIN_VALUE;
  private long timeMicros = Long.MIN_VALUE;
  private List<SilverSchema> schemas = new ArrayList<>();

  /**
   * @param counts of the operator
   * @param waiting rows of incomplete versions in memory
   */
  GoldCounts(OperatorCounts counts, LongSupplier waiting) {
    opened = counts.counter("recordsOpened");
    closed = counts.counter("recordsClosed");
    updated = counts.counter("recordsUpdated");
    unchanged = counts.counter("keysUnchanged");
    ignored = counts.counter("deletesIgnored");
    duplicates = counts.counter("duplicateRows");
    filesWritten = counts.counter("goldFilesWritten");
    bytesWritten = counts.counter("goldBytesWritten");
    finished = counts.version("silverVersionFinished");
    counts.metrics().gauge("silverVersionFinished", (Gauge<Long>) finished::getLocalValue);
    counts.metrics().gauge("rowsWaiting", (Gauge<Long>) waiting::getAsLong);
  }

  /** A version of silver has been applied completely, and all before it. */
  void finished(long version) {
    finished.add(version);
  }

  /** A row of the first snapshot opened a record. */
  void opened(WireRecord row) {
    opened.inc();
    touched(row.version(), row.timeMicros());
    since = since.plus(new Totals(0, 1, 0, 0));
  }

  /** A version's change of a key had an effect. */
  void applied(KeyChange change, long version, Scd2Rules.Effect effect) {
    int opens = effect.opens() ? 1 : 0;
    int closes = effect.closes() ? 1 : 0;
    opened.inc(opens);
    closed.inc(closes);
    int same = effect == Scd2Rules.Effect.UNCHANGED ? 1 : 0;
    unchanged.inc(same);
    updated.inc(effect == Scd2Rules.Effect.UPDATED ? 1 : 0);
    ignored.inc(effect == Scd2Rules.Effect.IGNORED ? 1 : 0);
    touched(version, change.timeMicros());
    boolean feed = change.rows().get(0).kind() == WireRecord.Kind.CHANGE;
    since = since.plus(new Totals(feed ? change.rows().size() : 0, opens, closes, same));
  }

  /** Rows that versions deleted and inserted as they were had no effect. */
  void copied(long rows) {
    since = since.plus(new Totals(rows, 0, 0, 0));
  }

  /** Silver has other columns from a version on. */
  void columns(SilverSchema schema, KeyChange change, long version) {
    touched(version, change.timeMicros());
    schemas.add(schema);
  }

  /** Rows without a key were set aside. */
  void rejected(KeyChange change, long version) {
    touched(version, change.timeMicros());
  }

  /** Rows did not count, since their key is not unique. */
  void duplicates(long rows) {
    duplicates.inc(rows);
  }

  void written(List<DataFile> files) {
    filesWritten.inc(files.size());
    bytesWritten.inc(files.stream().mapToLong(DataFile::size).sum());
  }

  private void touched(long version, long micros) {
    highestTouched = Math.max(highestTouched, version);
    timeMicros = Math.max(timeMicros, micros);
  }

  /** What was done since the last time, with what was written of it. */
  WriteResult.Changes take(
      List<DataFile> files, Map<FileId, RoaringBitmap> marks, List<DataFile> deadLetters) {
    WriteResult.Changes taken =
        new WriteResult.Changes(
            highestTouched, timeMicros, files, marks, since, deadLetters, schemas);
    since = Totals.NONE;
    highestTouched = Long.MIN_VALUE;
    timeMicros = Long.MIN_VALUE;
    schemas = new ArrayList<>();
    return taken;
  }
}
