package io.deltascd.history;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * What one silver version took away from a key and what it added. Rows of a version have no order.
 */
public final class KeyChange {
  @Nullable private WireRecord taken;
  @Nullable private WireRecord added;

  /** Rows beyond one taken and one added; null while there are none, as there should be. */
  @Nullable private List<WireRecord> surplus;

  void add(WireRecord row) {
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

  /** All rows; at least one. */
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
