package io.deltascd.table;

import io.deltascd.config.ChangeCapture;
import java.util.BitSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The versions of silver that a history can begin with: their snapshot is complete, and the changes
 * of all later versions can be read.
 *
 * <p>A version between the oldest and the newest of them is usable unless a file is gone that was
 * live in its snapshot: the file came after the oldest usable version, and went again or is live
 * still, by commits whose changes are read from other files. VACUUM, which removes files in the
 * order in which they became unused, leaves no such gap when it runs to its end; an interrupted
 * one, or someone who deletes files, may.
 */
public final class UsableVersions {
  private final long oldest;
  private final long newest;
  private final BitSet incomplete;
  private final NavigableMap<Long, ChangeCapture> captured;

  /**
   * @param oldest −1 if there is none
   * @param newest of the table
   * @param incomplete distances from the newest version to those whose snapshot lacks files
   * @param captured how versions are captured, each entry from its version on
   */
  UsableVersions(
      long oldest, long newest, BitSet incomplete, NavigableMap<Long, ChangeCapture> captured) {
    this.oldest = oldest;
    this.newest = newest;
    this.incomplete = incomplete;
    this.captured = captured;
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return oldest < 0;
  }

  /** The oldest usable version. */
  public long oldest() {
    return oldest;
  }

  /** The newest version of the table. */
  public long newest() {
    return newest;
  }

  /** Whether a history can begin with this version. */
  public boolean contains(long version) {
    return !isEmpty()
        && version >= oldest
        && version <= newest
        && !incomplete.get(Math.toIntExact(newest - version));
  }

  /**
   * Where the changes come from that follow the oldest usable version, each entry from its version
   * on; the last one holds for versions to come. Never {@link ChangeCapture#AUTO}; empty only if
   * there is no usable version.
   */
  public NavigableMap<Long, ChangeCapture> captured() {
    NavigableMap<Long, ChangeCapture> changing = new TreeMap<>();
    if (isEmpty()) {
      return changing;
    }
    long first = oldest + 1;
    ChangeCapture latest = captured.floorEntry(first).getValue();
    changing.put(first, latest);
    for (Map.Entry<Long, ChangeCapture> entry : captured.tailMap(first, false).entrySet()) {
      if (entry.getValue() != latest) {
        latest = entry.getValue();
        changing.put(entry.getKey(), latest);
      }
    }
    return changing;
  }
}
