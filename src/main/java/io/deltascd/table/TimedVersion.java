package io.deltascd.table;

import java.time.Instant;

/**
 * A version of a table with its commit time.
 *
 * @param version number of the commit
 * @param time of the commit, in whole milliseconds
 */
public record TimedVersion(long version, Instant time) {

  /** For messages: {@code 3 (2026-01-04T08:00:00Z)}. */
  @Override
  public String toString() {
    return version + " (" + time + ")";
  }
}
