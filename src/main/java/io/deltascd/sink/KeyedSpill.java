package io.deltascd.sink;

import io.deltascd.history.Spill;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import io.deltascd.model.WireRecordSerializer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalListState;

/** Keeps waiting rows in keyed state: a list for each key, with the silver version as namespace. */
final class KeyedSpill implements Spill {
  private static final String STATE = "waiting-rows";

  private final KeyedStateBackend<Key> backend;
  private final InternalListState<Key, Long, WireRecord> rows;

  /** The keys of each version in state: to ask the backend for them means to scan all of it. */
  private final TreeMap<Long, Set<Key>> keys = new TreeMap<>();

  /**
   * @param backend of the operator, restored already
   */
  @SuppressWarnings("unchecked") // the backend makes every list state an internal one
  KeyedSpill(KeyedStateBackend<Key> backend) throws Exception {
    this.backend = backend;
    ListState<WireRecord> state =
        backend.getOrCreateKeyedState(
            LongSerializer.INSTANCE,
            new ListStateDescriptor<>(STATE, WireRecordSerializer.INSTANCE));
    this.rows = (InternalListState<Key, Long, WireRecord>) state;
    try (Stream<Tuple2<Key, Long>> stored = backend.getKeysAndNamespaces(STATE)) {
      stored.forEach(entry -> remember(entry.f0, entry.f1));
    }
  }

  @Override
  public void put(WireRecord row) throws Exception {
    select(row.key(), row.version());
    rows.add(row);
    remember(row.key(), row.version());
  }

  @Override
  public SortedSet<Long> versions() {
    return keys.navigableKeySet();
  }

  @Override
  public Set<Key> keys(long version) {
    return keys.getOrDefault(version, Set.of());
  }

  @Override
  public List<WireRecord> take(Key key, long version) throws Exception {
    select(key, version);
    List<WireRecord> taken = new ArrayList<>(2);
    Iterable<WireRecord> stored = Objects.requireNonNullElse(rows.get(), List.of());
    stored.forEach(taken::add);
    rows.clear();
    return taken;
  }

  @Override
  public void forget(long version) {
    keys.remove(version);
  }

  private void remember(Key key, long version) {
    keys.computeIfAbsent(version, unknown -> new HashSet<>()).add(key);
  }

  private void select(Key key, long version) {
    backend.setCurrentKey(key);
    rows.setCurrentNamespace(version);
  }
}
