package io.deltascd.history;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/**
 * Where rows of incomplete versions go when the heap budget is used up, and at each checkpoint:
 * keyed state in the job, a map in a test.
 */
public interface Spill {

  /** Puts a row away under its version and key. */
  void put(WireRecord row) throws Exception;

  /** The versions that have rows put away. */
  SortedSet<Long> versions();

  /** The keys that have rows of that version put away. */
  Set<Key> keys(long version) throws Exception;

  /** Takes a key's rows of that version back; empty if it has none. */
  List<WireRecord> take(Key key, long version) throws Exception;

  /** Says that all rows of the version have been taken back. */
  void forget(long version);
}
