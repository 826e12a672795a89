package io.deltascd.sink;

import io.deltascd.history.KeyState;
import io.deltascd.model.Key;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Answers for keys that were never put without asking the state, which is the whole cost of a first
 * load on RocksDB: each row of a snapshot, or of gold at a start without state, asks for a key that
 * is new. What it remembers is the hash of each key: two bytes and a little, and among ten million
 * keys one of 400 is asked for in vain.
 *
 * <p>Only over a state that is empty at the beginning.
 */
final class FilteredKeyStates implements KeyStates {
  /** Some 100 MB of hashes; nothing is filtered once there are more. */
  static final long MOST_HASHES = 40_000_000;

  private final KeyStates states;
  private final long most;

  /** Of all keys that were ever put; null once there were too many. */
  @Nullable private RoaringBitmap hashes = new RoaringBitmap();

  private long count;

  /**
   * @param states without a key
   * @param most hashes up to which it filters
   */
  FilteredKeyStates(KeyStates states, long most) {
    this.states = states;
    this.most = most;
  }

  @Override
  @Nullable
  public KeyState get(Key key) throws Exception {
    return hashes == null || hashes.contains(key.hashCode()) ? states.get(key) : null;
  }

  @Override
  public void put(Key key, KeyState state) throws Exception {
    if (hashes != null && hashes.checkedAdd(key.hashCode())) {
      count++;
      if (count > most) {
        hashes = null;
      }
    }
    states.put(key, state);
  }

  @Override
  public void remove(Key key) throws Exception {
    states.remove(key);
  }
}
