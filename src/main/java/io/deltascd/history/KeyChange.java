package io.deltascd.history;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.types.RowKind;

/**
 * What one silver version took away from a key and what it added. Rows of a version have no order.
 *
 * <p>A row that was deleted and inserted with the very same bytes is left out. Without a feed a
 * version brings all rows of the files it removed and added, most of them merely copied: these need
 * not wait for the end of the version, and are no changes.
 */
public final class KeyChange {
  @Nullable private WireRecord taken;
  @Nullable private WireRecord added;

  /** Rows beyond one taken and one added; null while there are none, as there should be. */
  @Nullable private List<WireRecord> surplus;

  /** Of these rows, left as they are. */
  static KeyChange of(List<WireRecord> rows) {
    KeyChange change = new KeyChange();
    rows.forEach(change::keep);
    return change;
  }

  /**
   * Takes a row.
   *
   * @return a row that waited and was a copy of this one: both are left out; null if none was found
   */
  @Nullable
  WireRecord add(WireRecord row) {
    WireRecord waiting = row.takesAway() ? added : taken;
    if (waiting == null || !isCopy(waiting, row)) {
      keep(row);
      return null;
    }
    if (row.takesAway()) {
      added = null;
    } else {
      taken = null;
    }
    return waiting;
  }

  private void keep(WireRecord row) {
    if (row.takesAway() && taken == null) {
      taken = row;
    } else if (!row.takesAway() && added == null) {
      added = row;
    } else {
      if (surplus == null) {
        surplus = new ArrayList<>();
      }
      surplus.add(row);
    }
  }

  private static boolean isCopy(WireRecord one, WireRecord other) {
    RowKind kind = one.takesAway() ? one.rowKind() : other.rowKind();
    RowKind otherKind = one.takesAway() ? other.rowKind() : one.rowKind();
    return kind == RowKind.DELETE
        && otherKind == RowKind.INSERT
        && one.schemaId() == other.schemaId()
        && Arrays.equals(one.row(), other.row());
  }

  /** What is left once all copies have been found: those among many rows are not found earlier. */
  KeyChange withoutCopies() {
    if (isUnique()) {
      return this;
    }
    Map<ByteBuffer, Deque<WireRecord>> deleted = new HashMap<>();
    for (WireRecord row : rows()) {
      if (row.rowKind() == RowKind.DELETE) {
        deleted.computeIfAbsent(bytes(row), bytes -> new ArrayDeque<>()).add(row);
      }
    }
    List<WireRecord> left = new ArrayList<>();
    for (WireRecord row : rows()) {
      Deque<WireRecord> copies = row.takesAway() ? null : deleted.get(bytes(row));
      boolean copied = copies != null && !copies.isEmpty() && isCopy(copies.peek(), row);
      if (copied) {
        copies.remove();
      } else if (row.rowKind() != RowKind.DELETE) {
        left.add(row);
      }
    }
    deleted.values().forEach(left::addAll);
    return of(left);
  }

  private static ByteBuffer bytes(WireRecord row) {
    return ByteBuffer.wrap(row.row());
  }

  /** Whether nothing is left. */
  public boolean isEmpty() {
    return taken == null && added == null && surplus == null;
  }

  /** The row as it was before the version; null if the version took none away. */
  @Nullable
  public WireRecord taken() {
    return taken;
  }

  /** The row as the version left it; null if the version added none. */
  @Nullable
  public WireRecord added() {
    return added;
  }

  /** All rows as they were before the version, in no order. */
  public List<WireRecord> allTaken() {
    return rows().stream().filter(WireRecord::takesAway).toList();
  }

  /** All rows as the version left them, in no order. */
  public List<WireRecord> allAdded() {
    return rows().stream().filter(row -> !row.takesAway()).toList();
  }

  /** The key whose rows they are. */
  public Key key() {
    return rows().get(0).key();
  }

  /** Whether at most one row was taken away and at most one added. */
  public boolean isUnique() {
    return surplus == null;
  }

  /** Commit time of the version, in microseconds since the epoch. */
  public long timeMicros() {
    return rows().get(0).timeMicros();
  }

  /** All rows. */
  public List<WireRecord> rows() {
    List<WireRecord> rows = new ArrayList<>(2);
    if (taken != null) {
      rows.add(taken);
    }
    if (added != null) {
      rows.add(added);
    }
    if (surplus != null) {
      rows.addAll(surplus);
    }
    return rows;
  }
}
