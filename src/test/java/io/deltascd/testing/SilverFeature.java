package io.deltascd.testing;

/** What few tables have: the same rows and changes, written down in another way. */
public enum SilverFeature {
  /** Columns mapped by name; what is one column's name is another's in the files. */
  COLUMN_MAPPING,
  /** Some deletion vectors stand in the log, and some are named by absolute paths. */
  ODD_VECTORS,
  /** Some data files lie outside of the table, as those of a clone do. */
  FILES_ELSEWHERE,
  /** Data files have a column {@code _change_type} with something in it. */
  STRAY_CHANGE_TYPE,
  /** The log has files that sum up several commits. */
  LOG_COMPACTION
}
