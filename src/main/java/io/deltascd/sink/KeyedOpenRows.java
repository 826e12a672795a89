package io.deltascd.sink;

import io.deltascd.history.OpenRows;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import io.deltascd.model.WireRecordSerializer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;

/** Keeps open rows in keyed state. */
final class KeyedOpenRows implements OpenRows {
  private final KeyedStateBackend<Key> backend;
  private final ValueState<WireRecord> rows;

  /**
   * @param backend of the operator, restored already
   * @param store the same state, as functions see it
   */
  KeyedOpenRows(KeyedStateBackend<Key> backend, KeyedStateStore store) {
    this.backend = backend;
    this.rows =
        store.getState(new ValueStateDescriptor<>("open-rows", WireRecordSerializer.INSTANCE));
  }

  @Override
  @Nullable
  public WireRecord get(Key key) throws Exception {
    backend.setCurrentKey(key);
    return rows.value();
  }

  @Override
  public void put(WireRecord row) throws Exception {
    backend.setCurrentKey(row.key());
    rows.update(row);
  }

  @Override
  public void remove(Key key) {
    backend.setCurrentKey(key);
    rows.clear();
  }
}
