package io.deltascd.history;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    while (!buffer.isEmpty()) {
      spill(buffer.firstKey());
    }
  }

  private void spill(long version) throws Exception {
    for (KeyChange change : takeBuffered(version)) {
      for (WireRecord row : released(change).rows()) {
        spill.put(row);
      }
    }
  }

  private Collection<KeyChange> takeBuffered(long version) {
    Map<Key, KeyChange> rows = buffer.remove(version);
    return rows == null ? List.of() : rows.values();
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
   * Hands over what waits of the versions up to {@code complete}; to be called again until it
   * returns true.
   *
   * @param complete all rows of the versions up to this one have been added
   * @param limit number of keys after which it returns; where rows were spilled, it first hands
   *     over what it has taken back
   * @return whether nothing of these versions waits any longer
   */
  public boolean drain(long complete, int limit, Consumer consumer) throws Exception {
    int left = limit;
    for (long version = nextVersion(); version <= complete; version = nextVersion()) {
      left -=
          spill.versions().contains(version)
              ? drainSpilled(version, consumer)
              : drainBuffered(version, left, consumer);
      if (left <= 0) {
        return nextVersion() > complete;
      }
    }
    return true;
  }

  /** Hands over some keys of a version that has rows in the spill and returns how many. */
  private int drainSpilled(long version, Consumer consumer) throws Exception {
    spill(version); // all rows of a key lie together then
    Map<Key, KeyChange> changes = new LinkedHashMap<>();
    for (WireRecord row : spill.take(version)) {
      KeyChange change = changes.computeIfAbsent(row.key(), key -> new KeyChange());
      copies += change.add(row) == null ? 0 : 2;
    }
    for (Map.Entry<Key, KeyChange> entry : changes.entrySet()) {
      handOver(entry.getKey(), version, entry.getValue(), consumer);
    }
    return changes.size();
  }

  /** Hands over at most {@code limit} keys of a version and returns how many they were. */
  private int drainBuffered(long version, int limit, Consumer consumer) throws Exception {
    Map<Key, KeyChange> changes = buffer.get(version);
    Iterator<Map.Entry<Key, KeyChange>> entries = changes.entrySet().iterator();
    int count = 0;
    while (entries.hasNext() && count < limit) {
      Map.Entry<Key, KeyChange> entry = entries.next();
      entries.remove();
      handOver(entry.getKey(), version, released(entry.getValue()), consumer);
      count++;
    }
    if (changes.isEmpty()) {
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
