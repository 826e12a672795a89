package io.deltascd.job;

import io.deltascd.testing.VersionedRows;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What gold must take silver for if it leaps: the versions up to one, then a snapshot, then the
 * versions after that. A version of this is an index in that sequence.
 */
final class Leap implements VersionedRows {
  private final VersionedRows before;
  private final long from;
  private final VersionedRows after;
  private final long to;

  /**
   * @param before silver up to the leap
   * @param from its last version that gold has
   * @param after silver from the leap on; may be another table
   * @param to the version of the snapshot
   */
  Leap(VersionedRows before, long from, VersionedRows after, long to) {
    this.before = before;
    this.from = from;
    this.after = after;
    this.to = to;
  }

  /** The index of a version after the leap. */
  long after(long silverVersion) {
    return from + 1 + silverVersion - to;
  }

  @Override
  public long version() {
    return after(after.version());
  }

  /** Each at least a millisecond later than the one before, as commit times are. */
  @Override
  public Instant time(long version) {
    if (version <= from) {
      return before.time(version);
    }
    Instant time = after.time(silverVersion(version));
    Instant earliest = time(version - 1).plusMillis(1);
    return time.isBefore(earliest) ? earliest : time;
  }

  @Override
  public List<String> columnNames(long version) {
    return version <= from
        ? before.columnNames(version)
        : after.columnNames(silverVersion(version));
  }

  @Override
  public List<Map<String, Object>> rows(long version) {
    return version <= from ? before.rows(version) : after.rows(silverVersion(version));
  }

  private long silverVersion(long version) {
    return to + version - from - 1;
  }
}
