package io.deltascd.testing;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A table's rows by version. */
public interface VersionedRows {

  /** The newest version. */
  long version();

  /** When a version was committed. */
  Instant time(long version);

  /** The columns of a version. */
  List<String> columnNames(long version);

  /** All rows of a version. */
  List<Map<String, Object>> rows(long version);
}
