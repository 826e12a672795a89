package io.deltascd.sink;

import io.deltascd.history.Spill;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import io.deltascd.model.WireRecordSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalListState;

/** Keeps waiting rows in keyed state: a list for each key, with the silver version as namespace. */
final class KeyedSpill implements Spill {
  private static final String STATE = "waiting-rows";

  private final KeyedStateBackend<Key> backend;
  private final InternalListState<Key, Long, WireRecord> rows;
  private final TreeSet<Long> versions;

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
    try (Stream<Long> stored = backend.<Long>getKeysAndNamespaces(STATE).map(entry -> entry.f1)) {
      this.versions = stored.collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }
  }

  @Override
  public void put(WireRecord row) throws Exception {
    select(row.key(), row.version());
    rows.add(row);
    versions.add(row.version());
  }

  @Override
  public SortedSet<Long> versions() {
    return versions;
  }

  @Override
  public List<Key> keys(long version) {
    try (Stream<Key> keys = backend.getKeys(STATE, version)) {
      return keys.toList();
    }
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
    versions.remove(version);
  }

  private void select(Key key, long version) {
    backend.setCurrentKey(key);
    rows.setCurrentNamespace(version);
  }
}
