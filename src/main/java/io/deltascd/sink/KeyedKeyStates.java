package io.deltascd.sink;

import io.deltascd.history.KeyState;
import io.deltascd.history.KeyStateSerializer;
import io.deltascd.model.Key;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;

/** Keeps the states of keys in keyed state, reached by key. */
final class KeyedKeyStates implements KeyStates {
  private final KeyedStateBackend<Key> backend;
  private final ValueState<KeyState> states;

  /**
   * @param backend of the operator, restored already
   * @param store the same state, as functions see it
   */
  KeyedKeyStates(KeyedStateBackend<Key> backend, KeyedStateStore store) {
    this.backend = backend;
    this.states = store.getState(new ValueStateDescriptor<>("keys", KeyStateSerializer.INSTANCE));
  }

  @Override
  @Nullable
  public KeyState get(Key key) throws Exception {
    backend.setCurrentKey(key);
    return states.value();
  }

  @Override
  public void put(Key key, KeyState state) throws Exception {
    backend.setCurrentKey(key);
    states.update(state);
  }

  @Override
  public void remove(Key key) {
    backend.setCurrentKey(key);
    states.clear();
  }
}
