package io.deltascd.model;

import java.util.Map;

/**
 * A finished Parquet file of gold that is not yet part of the table.
 *
 * @param path relative to the table, as the {@code add} action will spell it
 * @param partitionValues by physical column name; a null value means null
 * @param size in bytes
 * @param modificationTime in milliseconds since the epoch
 * @param rows number of rows
 * @param stats statistics as the protocol's JSON ("Per-file Statistics")
 */
public record DataFile(
    String path,
    Map<String, String> partitionValues,
    long size,
    long modificationTime,
    long rows,
    String stats) {

  /** The short name of this file in state and marks. */
  public FileId id() {
    return FileId.of(path);
  }
}
