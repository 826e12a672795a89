package io.deltascd.history;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * Gathers the rows of each silver version until the version is complete, then hands them over key
 * by key, version by version in ascending order. Nothing may be decided earlier: a version's rows
 * come from several files through several readers.
 *
 * <p>Copies, see {@link KeyChange}, are left out; those that come while their counterpart waits in
 * memory at once. Rows wait in memory up to a budget. Beyond it, and at each checkpoint, they go to
 * the {@link Spill}; a version may lie in both places.
 */
public final class Aligner {

  /** Takes what a complete version did to one key. */
  @FunctionalInterface
  public interface Consumer {
    /**
     * @param key the key
     * @param version a complete version
     * @param change what it took away and added; not empty
     */
    void accept(Key key, long version, KeyChange change) throws Exception;
  }

  private final long budget;
  private final Spill spill;
  private final TreeMap<Long, Map<Key, KeyChange>> buffer = new TreeMap<>();
  private long bufferedBytes;
  private long bufferedRows;

  /** Rows left out since somebody asked. */
  private long copies;

  /** The keys still to be handed over of the version that is being drained; null between two. */
  @Nullable private Iterator<Key> spilledKeys;

  /**
   * @param budget heap for waiting rows, in bytes
   * @param spill where rows go beyond it
   */
  public Aligner(long budget, Spill spill) {
    this.budget = budget;
    this.spill = spill;
  }

  /** Takes a row of a version that is not complete yet. */
  public void add(WireRecord row) throws Exception {
    Map<Key, KeyChange> version =
        buffer.computeIfAbsent(row.version(), number -> new LinkedHashMap<>());
    KeyChange change = version.computeIfAbsent(row.key(), key -> new KeyChange());
    WireRecord copied = change.add(row);
    if (copied != null) {
      copies += 2;
      released(copied);
      if (change.isEmpty()) {
        version.remove(row.key());
      }
      return;
    }
    bufferedBytes += row.heapSize();
    bufferedRows++;
    if (bufferedBytes > budget) {
      spillAll();
    }
  }

  /** Puts all waiting rows into the spill, so that a checkpoint holds them. */
  public void spillAll() throws Exception {
    for (Map<Key, KeyChange> version : buffer.values()) {
      for (KeyChange change : version.values()) {
        for (WireRecord row : change.rows()) {
          spill.put(row);
        }
      }
    }
    buffer.clear();
    bufferedBytes = 0;
    bufferedRows = 0;
    spilledKeys = null;
  }

  /**
   * Whether at most so many rows wait, all of them in memory: a drain of them is short.
   *
   * @param rows of whatever version
   */
  public boolean holdsAtMost(long rows) {
    return bufferedRows <= rows && spill.versions().isEmpty();
  }

  /** Number of rows that wait in memory, of whatever version. */
  public long bufferedRows() {
    return bufferedRows;
  }

  /** How many rows were left out as copies since the last time. */
  public long takeCopies() {
    long taken = copies;
    copies = 0;
    return taken;
  }

  /** The smallest version with waiting rows; {@link Long#MAX_VALUE} if none waits. */
  public long nextVersion() {
    long inMemory = buffer.isEmpty() ? Long.MAX_VALUE : buffer.firstKey();
    long spilled = spill.versions().isEmpty() ? Long.MAX_VALUE : spill.versions().first();
    return Math.min(inMemory, spilled);
  }

  /**
   * Hands over what waits of the versions up to {@code complete}, at most {@code limit} keys of it;
   * to be called again until it returns true.
   *
   * @param complete all rows of the versions up to this one have been added
   * @return whether nothing of these versions waits any longer
   */
  public boolean drain(long complete, int limit, Consumer consumer) throws Exception {
    int left = limit;
    for (long version = nextVersion(); version <= complete; version = nextVersion()) {
      left -= drainVersion(version, left, consumer);
      if (left <= 0) {
        return nextVersion() > complete;
      }
    }
    return true;
  }

  /** Hands over at most {@code limit} keys of a version and returns how many they were. */
  private int drainVersion(long version, int limit, Consumer consumer) throws Exception {
    Map<Key, KeyChange> inMemory = buffer.getOrDefault(version, Collections.emptyMap());
    int count = 0;
    if (spill.versions().contains(version)) {
      if (spilledKeys == null) {
        spilledKeys = spill.keys(version).iterator();
      }
      while (spilledKeys.hasNext() && count < limit) {
        Key key = spilledKeys.next();
        KeyChange change =
            inMemory.containsKey(key) ? released(inMemory.remove(key)) : new KeyChange();
        for (WireRecord row : spill.take(key, version)) {
          copies += change.add(row) == null ? 0 : 2;
        }
        handOver(key, version, change, consumer);
        count++;
      }
      if (spilledKeys.hasNext()) {
        return count;
      }
      spilledKeys = null;
      spill.forget(version);
    }
    Iterator<Map.Entry<Key, KeyChange>> entries = inMemory.entrySet().iterator();
    while (entries.hasNext() && count < limit) {
      Map.Entry<Key, KeyChange> entry = entries.next();
      entries.remove();
      handOver(entry.getKey(), version, released(entry.getValue()), consumer);
      count++;
    }
    if (inMemory.isEmpty()) {
      buffer.remove(version);
    }
    return count;
  }

  private void handOver(Key key, long version, KeyChange change, Consumer consumer)
      throws Exception {
    KeyChange left = change.withoutCopies();
    copies += change.rows().size() - left.rows().size();
    if (!left.isEmpty()) {
      consumer.accept(key, version, left);
    }
  }

  private KeyChange released(KeyChange change) {
    change.rows().forEach(this::released);
    return change;
  }

  private void released(WireRecord row) {
    bufferedBytes -= row.heapSize();
    bufferedRows--;
  }
}
