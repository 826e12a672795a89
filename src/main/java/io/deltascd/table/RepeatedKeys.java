package io.deltascd.table;

import io.deltascd.model.Key;
import io.deltascd.model.StableHash;
import io.deltascd.table.KeyCensus.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.flink.table.data.RowData;

/**
 * Counts the rows of keys whose hash was met more than once. A second hash tells the keys that
 * share the first one by chance.
 */
final class RepeatedKeys {
  private final ToLongFunction<Key> hash;
  private final long[] hashes;
  private final long[] secondHashes;
  private final long[] rows;
  private final Map<Key, Long> others = new HashMap<>();
  private final Map<Integer, RowData> examples = new TreeMap<>();
  private final int mostExamples;

  /**
   * @param hash the first hash
   * @param hashes values of it that were met more than once, in ascending order
   * @param mostExamples how many keys are remembered
   */
  RepeatedKeys(ToLongFunction<Key> hash, long[] hashes, int mostExamples) {
    this.hash = hash;
    this.hashes = hashes;
    this.secondHashes = new long[hashes.length];
    this.rows = new long[hashes.length];
    this.mostExamples = mostExamples;
  }

  private static long secondHash(Key key) {
    return StableHash.mix(StableHash.fnv1a(~StableHash.FNV_OFFSET, key.bytes()));
  }

  /**
   * Counts a row if its key comes into question.
   *
   * @param row its key columns; kept if it becomes an example
   */
  void count(Key key, RowData row) {
    int i = Arrays.binarySearch(hashes, hash.applyAsLong(key));
    if (i < 0) {
      return;
    }
    if (rows[i] == 0) {
      secondHashes[i] = secondHash(key);
    } else if (secondHashes[i] != secondHash(key)) {
      others.merge(key, 1L, Long::sum);
      return;
    }
    rows[i]++;
    if (rows[i] == 2 && examples.size() < mostExamples) {
      examples.put(i, row);
    }
  }

  /** Number of keys that stand in more than one row. */
  long keys() {
    return Arrays.stream(rows).filter(count -> count > 1).count()
        + others.values().stream().filter(count -> count > 1).count();
  }

  /** Number of rows of these keys. */
  long rows() {
    return Arrays.stream(rows).filter(count -> count > 1).sum()
        + others.values().stream().filter(count -> count > 1).mapToLong(Long::longValue).sum();
  }

  /** Some of the keys. */
  List<Group> examples() {
    List<Group> groups = new ArrayList<>();
    examples.forEach((i, row) -> groups.add(new Group(row, rows[i])));
    return groups;
  }
}
