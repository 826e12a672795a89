package io.deltascd.history;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import javax.annotation.Nullable;

/**
 * What rules can do to gold. There are three operations, and none of them looks at gold: they need
 * nothing but the key's state.
 */
public interface HistoryWriter {

  /**
   * Appends a row that never changes again: a closed record.
   *
   * @param row the last image of the record
   * @param open the state of the record while it was open
   * @param end a row of the version that ends the record, exclusive
   */
  void appendClosed(WireRecord row, KeyState open, WireRecord end) throws Exception;

  /**
   * Makes a row the key's current one, in place of the one there may be.
   *
   * @param row the new current row
   * @param before the state until now; null if the key has no current row
   * @param after the state from now on; its position is for the writer to decide
   */
  void putCurrent(WireRecord row, @Nullable KeyState before, KeyState after) throws Exception;

  /**
   * Removes the key's current row.
   *
   * @param key the key
   * @param before the state until now
   */
  void removeCurrent(Key key, KeyState before) throws Exception;
}
