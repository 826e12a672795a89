package io.deltascd.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.roaringbitmap.RoaringBitmap;

/**
 * An active data file of silver with its rows.
 *
 * @param path as the log spells it
 * @param partition values as the log spells them, null values included
 * @param size in bytes
 * @param rows all of the file, deleted ones too
 * @param marked positions of deleted rows
 * @param vector descriptor of the deletion vector
 */
record SilverFile(
    String path,
    Map<String, String> partition,
    long size,
    List<Map<String, Object>> rows,
    RoaringBitmap marked,
    Optional<ObjectNode> vector) {

  boolean isLive(int position) {
    return !marked.contains(position);
  }

  List<Map<String, Object>> liveRows() {
    List<Map<String, Object>> live = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (isLive(i)) {
        live.add(rows.get(i));
      }
    }
    return live;
  }

  /**
   * The rows that are live here but not in another state of the same file.
   *
   * @param other null if the file is not active there
   */
  List<Map<String, Object>> liveRowsMissingIn(SilverFile other) {
    List<Map<String, Object>> missing = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (isLive(i) && (other == null || !other.isLive(i))) {
        missing.add(rows.get(i));
      }
    }
    return missing;
  }

  /** The same file with more rows deleted. */
  SilverFile with(RoaringBitmap allMarked, ObjectNode descriptor) {
    return new SilverFile(path, partition, size, rows, allMarked, Optional.of(descriptor));
  }
}
