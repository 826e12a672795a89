package io.deltascd.history;

import io.deltascd.model.WireRecord;

/** Takes rows that did not count, since their key has several. */
@FunctionalInterface
public interface RejectedRows {
  /** Keeps none of them. */
  RejectedRows NONE = row -> {};

  /**
   * @param row one that lost against another row that was added, or one taken away that gold does
   *     not have
   */
  void add(WireRecord row) throws Exception;
}
