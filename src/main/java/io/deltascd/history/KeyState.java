package io.deltascd.history;

import javax.annotation.Nullable;

/**
 * What is remembered of a key with an open record; a key without one has no state. The row itself
 * is not kept: a later preimage brings it.
 *
 * @param writtenVersion the silver version that wrote the current row last, updates of untracked
 *     columns included
 * @param validFromMicros begin of the open record, in microseconds since the epoch
 * @param validFromVersion silver version of that begin
 * @param position where the current row lies in gold; null while it is not in a file yet
 * @param generation 0 while the position was written by this job itself; reserved for positions
 *     learnt from gold
 * @param rowHash hash of the tracked columns of the current row, see {@link RowHash}
 */
public record KeyState(
    long writtenVersion,
    long validFromMicros,
    long validFromVersion,
    @Nullable RowPosition position,
    int generation,
    long rowHash) {

  /**
   * The same record after an update of columns that are not tracked: in no file yet.
   *
   * @param version of silver that made the update
   */
  public KeyState updated(long version) {
    return new KeyState(version, validFromMicros, validFromVersion, null, 0, rowHash);
  }

  /** The same record at another place. */
  public KeyState at(RowPosition newPosition) {
    return new KeyState(
        writtenVersion, validFromMicros, validFromVersion, newPosition, generation, rowHash);
  }
}
