package io.deltascd.table;

import java.util.BitSet;

/**
 * The versions of silver that a history can begin with: their snapshot is complete, and the changes
 * of all later versions can be read.
 *
 * <p>A version between the oldest and the newest of them is usable unless a file is gone that was
 * live in its snapshot: the file came after the oldest usable version and went before the newest
 * one, by commits whose changes are read from other files. VACUUM, which removes files in the order
 * in which they became unused, leaves no such gap when it runs to its end; an interrupted one, or
 * someone who deletes files, may.
 */
public final class UsableVersions {
  private final long oldest;
  private final long newest;
  private final BitSet incomplete;

  /**
   * @param incomplete distances from the newest version to those whose snapshot lacks files
   */
  UsableVersions(long oldest, long newest, BitSet incomplete) {
    this.oldest = oldest;
    this.newest = newest;
    this.incomplete = incomplete;
  }

  /** The oldest usable version. */
  public long oldest() {
    return oldest;
  }

  /** The newest version of the table, which is always usable. */
  public long newest() {
    return newest;
  }

  /** Whether a history can begin with this version. */
  public boolean contains(long version) {
    return version >= oldest
        && version <= newest
        && !incomplete.get(Math.toIntExact(newest - version));
  }
}
