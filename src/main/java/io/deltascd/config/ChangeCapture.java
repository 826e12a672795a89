package io.deltascd.config;

import io.deltascd.model.KebabCase;

/** {@code scan.change-capture}: where the changes of silver's versions come from. */
public enum ChangeCapture {
  /** The best that each version offers: the change data feed, else row ids, else files. */
  AUTO,
  /** The change data feed. Versions without it cannot be read. */
  CDF,
  /**
   * The files that a commit removed and added, whose rows have ids by which those are known that
   * were merely copied. Versions without row tracking cannot be read.
   */
  ROW_TRACKING,
  /**
   * The files that a commit removed and added: all their rows are taken away and added, and what is
   * equal on both sides is no change. Every version offers it.
   */
  FILES;

  /** As written in a pipeline file. */
  @Override
  public String toString() {
    return KebabCase.of(this);
  }
}
