package io.deltascd.table;

import java.util.Arrays;

/**
 * Finds the 64-bit values that were added more than once, in bounded memory: of all values only
 * those of a range are kept, as wide a range as the memory allows. Add all of them again for each
 * following range.
 */
final class HashBuckets {
  private static final int BUCKETS = 256;
  private static final int FIRST_LENGTH = 16;

  private final long mostValues;
  private final long[][] buckets = new long[BUCKETS][];
  private final int[] sizes = new int[BUCKETS];
  private final int begin;
  private int end = BUCKETS;
  private long size;

  private HashBuckets(long mostValues, int begin) {
    this.mostValues = mostValues;
    this.begin = begin;
  }

  /**
   * The first range.
   *
   * @param mostValues how many values may be kept, of 8 bytes each
   */
  static HashBuckets first(long mostValues) {
    return new HashBuckets(mostValues, 0);
  }

  /** Whether values are left beyond this range. */
  boolean hasNext() {
    return end < BUCKETS;
  }

  /** The range behind this one. */
  HashBuckets next() {
    return new HashBuckets(mostValues, end);
  }

  /** Keeps a value if it is in the range. */
  void add(long value) {
    int bucket = bucket(value);
    if (bucket < begin || bucket >= end) {
      return;
    }
    long[] values = buckets[bucket];
    if (values == null) {
      values = new long[FIRST_LENGTH];
      buckets[bucket] = values;
    } else if (sizes[bucket] == values.length) {
      values = Arrays.copyOf(values, values.length + values.length / 2);
      buckets[bucket] = values;
    }
    values[sizes[bucket]++] = value;
    size++;
    while (size > mostValues && end > begin + 1) {
      end--;
      size -= sizes[end];
      sizes[end] = 0;
      buckets[end] = null;
    }
  }

  /** The values that were added more than once, each once, in ascending order. */
  long[] repeated() {
    long[] found = new long[FIRST_LENGTH];
    int count = 0;
    for (int bucket = begin; bucket < end; bucket++) {
      if (buckets[bucket] == null) {
        continue;
      }
      long[] values = buckets[bucket];
      Arrays.sort(values, 0, sizes[bucket]);
      for (int i = 1; i < sizes[bucket]; i++) {
        if (values[i] == values[i - 1] && (count == 0 || found[count - 1] != values[i])) {
          found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
          found[count++] = values[i];
        }
      }
    }
    long[] repeated = Arrays.copyOf(found, count);
    Arrays.sort(repeated);
    return repeated;
  }

  private static int bucket(long value) {
    return (int) (value >>> 56);
  }
}
