package io.deltascd.sink;

import io.deltascd.history.Spill;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import io.deltascd.model.WireRecordSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalListState;

/**
 * Keeps waiting rows in keyed state, with the silver version as namespace. The keys of a bucket, a
 * part of a key group, share one list, which is stored under the first of them: a version larger
 * than memory takes a bounded number of keys on the heap, and its rows come back in bulk.
 */
final class KeyedSpill implements Spill {
  private static final String STATE = "waiting-rows";

  /** Of each key group. Of ten million rows, a bucket of the usual 128 groups has 300. */
  private static final int BUCKETS = 256;

  private final KeyedStateBackend<Key> backend;
  private final int keyGroups;
  private final InternalListState<Key, Long, WireRecord> rows;

  /** Of each version, under which key each bucket is stored. */
  private final TreeMap<Long, TreeMap<Integer, Key>> buckets = new TreeMap<>();

  /**
   * @param backend of the operator, restored already
   * @param keyGroups of the job, its maximum parallelism
   */
  @SuppressWarnings("unchecked") // the backend makes every list state an internal one
  KeyedSpill(KeyedStateBackend<Key> backend, int keyGroups) throws Exception {
    this.backend = backend;
    this.keyGroups = keyGroups;
    ListState<WireRecord> state =
        backend.getOrCreateKeyedState(
            LongSerializer.INSTANCE,
            new ListStateDescriptor<>(STATE, WireRecordSerializer.INSTANCE));
    this.rows = (InternalListState<Key, Long, WireRecord>) state;
    gather(storedLists());
  }

  private List<Tuple2<Key, Long>> storedLists() {
    try (Stream<Tuple2<Key, Long>> stored = backend.getKeysAndNamespaces(STATE)) {
      return stored.toList();
    }
  }

  /** Older savepoints have a list for each key. */
  private void gather(List<Tuple2<Key, Long>> lists) throws Exception {
    for (Tuple2<Key, Long> list : lists) {
      Key key = list.f0;
      long version = list.f1;
      if (!storedUnder(key, version).equals(key)) {
        for (WireRecord row : takeList(key, version)) {
          put(row);
        }
      }
    }
  }

  @Override
  public void put(WireRecord row) throws Exception {
    select(storedUnder(row.key(), row.version()), row.version());
    rows.add(row);
  }

  /** The key that stands for the bucket of another; from now on that one if there was none. */
  private Key storedUnder(Key key, long version) {
    return buckets
        .computeIfAbsent(version, unknown -> new TreeMap<>())
        .computeIfAbsent(bucket(key), unknown -> key);
  }

  private int bucket(Key key) {
    int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, keyGroups);
    return keyGroup * BUCKETS + Math.floorMod(key.hashCode(), BUCKETS);
  }

  @Override
  public SortedSet<Long> versions() {
    return buckets.navigableKeySet();
  }

  @Override
  public List<WireRecord> take(long version) throws Exception {
    TreeMap<Integer, Key> left = buckets.get(version);
    List<WireRecord> taken = takeList(left.pollFirstEntry().getValue(), version);
    if (left.isEmpty()) {
      buckets.remove(version);
    }
    return taken;
  }

  private List<WireRecord> takeList(Key key, long version) throws Exception {
    select(key, version);
    List<WireRecord> taken = new ArrayList<>();
    Iterable<WireRecord> stored = Objects.requireNonNullElse(rows.get(), List.of());
    stored.forEach(taken::add);
    rows.clear();
    return taken;
  }

  private void select(Key key, long version) {
    backend.setCurrentKey(key);
    rows.setCurrentNamespace(version);
  }
}
