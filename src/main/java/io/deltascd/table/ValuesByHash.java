package io.deltascd.table;

import java.util.Arrays;

/**
 * A number for each hash, in bounded memory: only hashes of a range are held, as wide a range as
 * the memory allows. Put all of them again for each following range.
 */
final class ValuesByHash {
  /** Ranges are told apart by so many leading bits. */
  private static final int RANGE_BITS = 16;

  private static final int FIRST_CAPACITY = 1024;

  /** Marks a free slot. */
  private static final int FREE = Integer.MIN_VALUE;

  private final int most;
  private final int begin;
  private int end = 1 << RANGE_BITS;
  private long[] firsts = new long[FIRST_CAPACITY];
  private long[] seconds = new long[FIRST_CAPACITY];
  private int[] values = free(FIRST_CAPACITY);
  private int size;

  private ValuesByHash(int most, int begin) {
    this.most = most;
    this.begin = begin;
  }

  /**
   * The first range.
   *
   * @param most how many hashes may be held, of 33 to 67 bytes each
   */
  static ValuesByHash first(int most) {
    return new ValuesByHash(most, 0);
  }

  /** Whether hashes are left beyond this range. */
  boolean hasNext() {
    return end < 1 << RANGE_BITS;
  }

  /** The range behind this one. */
  ValuesByHash next() {
    return new ValuesByHash(most, end);
  }

  /** Whether a hash is in the range. The range may become narrower while hashes are put. */
  boolean covers(RowHash128 hash) {
    return covers(hash.first());
  }

  private boolean covers(long first) {
    int range = (int) (first >>> (Long.SIZE - RANGE_BITS));
    return range >= begin && range < end;
  }

  /** The number of a hash in the range; 0 if none was put. */
  int get(RowHash128 hash) {
    int value = values[slot(hash.first(), hash.second())];
    return value == FREE ? 0 : value;
  }

  /** Sets the number of a hash in the range. */
  void put(RowHash128 hash, int value) {
    int slot = slot(hash.first(), hash.second());
    boolean isNew = values[slot] == FREE;
    firsts[slot] = hash.first();
    seconds[slot] = hash.second();
    values[slot] = value;
    if (!isNew) {
      return;
    }
    size++;
    if (size > most && end - begin > 1) {
      end = begin + (end - begin) / 2;
      rebuild(values.length);
    } else if (size > values.length / 5 * 3) {
      rebuild(Math.multiplyExact(values.length, 2));
    }
  }

  /** Keeps the hashes that are in the range. */
  private void rebuild(int capacity) {
    long[] oldFirsts = firsts;
    long[] oldSeconds = seconds;
    int[] oldValues = values;
    firsts = new long[capacity];
    seconds = new long[capacity];
    values = free(capacity);
    size = 0;
    for (int i = 0; i < oldValues.length; i++) {
      if (oldValues[i] != FREE && covers(oldFirsts[i])) {
        int slot = slot(oldFirsts[i], oldSeconds[i]);
        firsts[slot] = oldFirsts[i];
        seconds[slot] = oldSeconds[i];
        values[slot] = oldValues[i];
        size++;
      }
    }
  }

  private int slot(long first, long second) {
    int mask = values.length - 1;
    int slot = (int) first & mask;
    while (values[slot] != FREE && (firsts[slot] != first || seconds[slot] != second)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static int[] free(int capacity) {
    int[] values = new int[capacity];
    Arrays.fill(values, FREE);
    return values;
  }
}
