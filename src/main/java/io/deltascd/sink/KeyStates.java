package io.deltascd.sink;

import io.deltascd.history.KeyState;
import io.deltascd.model.Key;
import javax.annotation.Nullable;

/** The states of all keys of a subtask: keyed state in the job, a map in a test. */
interface KeyStates {

  /** The state of a key; null if it has no open record. */
  @Nullable
  KeyState get(Key key) throws Exception;

  void put(Key key, KeyState state) throws Exception;

  void remove(Key key) throws Exception;
}
