package io.deltascd.history;

import io.deltascd.model.WireRecord;
import java.util.List;
import java.util.SortedSet;

/**
 * Where rows of incomplete versions go when the heap budget is used up, and at each checkpoint:
 * keyed state in the job, a map in a test.
 */
public interface Spill {

  /** Puts a row away under its version. */
  void put(WireRecord row) throws Exception;

  /** The versions that have rows put away. */
  SortedSet<Long> versions();

  /**
   * Takes some rows of a version back: of each key among them, all that were put away. They are few
   * enough for the heap.
   *
   * @param version one of {@link #versions()}, until its last rows have been taken
   */
  List<WireRecord> take(long version) throws Exception;
}
