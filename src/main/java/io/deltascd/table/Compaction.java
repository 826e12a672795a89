package io.deltascd.table;

/**
 * What a compaction did.
 *
 * @param removed files that are no longer part of gold; 0 if there was nothing to do
 * @param removedBytes their size
 * @param added files that have their rows now
 * @param addedBytes their size: what was rewritten
 */
public record Compaction(long removed, long removedBytes, long added, long addedBytes) {
  /** There was nothing to do. */
  public static final Compaction NONE = new Compaction(0, 0, 0, 0);

  /** Whether there was nothing to do. */
  public boolean isNone() {
    return removed == 0;
  }
}
