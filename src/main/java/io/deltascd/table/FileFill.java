package io.deltascd.table;

import java.util.Map;

/**
 * What is in a file of gold, as far as {@link CompactionChoice} asks.
 *
 * @param path of the file, as in the log
 * @param partition its partition values
 * @param bytes its size
 * @param rows number of rows in the file, marked ones included
 * @param marked number of rows that a deletion vector marks
 * @param modificationTime in milliseconds since the epoch
 */
record FileFill(
    String path,
    Map<String, String> partition,
    long bytes,
    long rows,
    long marked,
    long modificationTime) {

  /** The part of the file's size that its live rows make up, if all rows are alike. */
  long liveBytes() {
    return rows == 0 ? 0 : (long) ((double) bytes * (rows - marked) / rows);
  }

  /** Whether more than half of the rows are marked. */
  boolean isMostlyMarked() {
    return marked > rows - marked;
  }
}
