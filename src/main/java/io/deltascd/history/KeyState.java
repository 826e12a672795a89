package io.deltascd.history;

import io.deltascd.model.IndexEntry;
import io.deltascd.model.WireRecord;
import javax.annotation.Nullable;

/**
 * What is remembered of a key with an open record; a key without one has no state. The row itself
 * is not kept: a later preimage brings it.
 *
 * @param writtenVersion the silver version that wrote the current row last, updates of untracked
 *     columns included
 * @param validFromMicros begin of the open record, in microseconds since the epoch
 * @param validFromVersion silver version of that begin; {@link IndexEntry#UNKNOWN_VERSION} after a
 *     start without state on a gold that does not keep it
 * @param position where the current row lies in gold; null while it is not in a file yet
 * @param generation the version of gold that the position was learnt from; 0 if the job wrote the
 *     row itself
 * @param hashKnown whether the hash is known; it is not after a start without state, which reads
 *     keys and positions only
 * @param rowHash hash of the tracked columns of the current row, see {@link RowHash}; 0 if not
 *     known
 */
public record KeyState(
    long writtenVersion,
    long validFromMicros,
    long validFromVersion,
    @Nullable RowPosition position,
    int generation,
    boolean hashKnown,
    long rowHash) {

  /** Of a row that silver added: the record begins with it. */
  static KeyState opened(WireRecord row, long rowHash) {
    return new KeyState(row.version(), row.timeMicros(), row.version(), null, 0, true, rowHash);
  }

  /**
   * Of a row that gold had already when the job started.
   *
   * @param record of kind {@link WireRecord.Kind#INDEX}
   */
  public static KeyState learnt(WireRecord record) {
    IndexEntry entry = IndexEntry.of(record);
    return new KeyState(
        record.version(),
        record.timeMicros(),
        entry.validFromVersion(),
        new RowPosition(entry.file(), entry.rowNumber()),
        Math.toIntExact(entry.goldVersion()),
        false,
        0);
  }

  /**
   * The same record after an update of columns that are not tracked: in no file yet.
   *
   * @param version of silver that made the update
   * @param newRowHash hash of the tracked columns, the same as before if that was known
   */
  public KeyState updated(long version, long newRowHash) {
    return new KeyState(version, validFromMicros, validFromVersion, null, 0, true, newRowHash);
  }

  /**
   * The same record where gold has it now.
   *
   * @param record of kind {@link WireRecord.Kind#MOVED}
   */
  public KeyState moved(WireRecord record) {
    IndexEntry entry = IndexEntry.of(record);
    return new KeyState(
        writtenVersion,
        validFromMicros,
        validFromVersion,
        new RowPosition(entry.file(), entry.rowNumber()),
        Math.toIntExact(entry.goldVersion()),
        hashKnown,
        rowHash);
  }

  /** The same record at another place. */
  public KeyState at(RowPosition newPosition) {
    return new KeyState(
        writtenVersion,
        validFromMicros,
        validFromVersion,
        newPosition,
        generation,
        hashKnown,
        rowHash);
  }
}
