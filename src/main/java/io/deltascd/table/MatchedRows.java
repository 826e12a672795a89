package io.deltascd.table;

import io.deltascd.table.FeedCommit.Opener;
import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.types.RowKind;

/**
 * What is left as changes of a commit's removed and added rows once those that belong together have
 * been matched. All rows are read twice: first to note them, then to tell what they are. If there
 * are more than fit into memory, this is done for a part of them at a time, told apart by hash.
 */
final class MatchedRows implements ChangeRows {

  /** What belongs together, and what it means. */
  interface Matcher {
    /** The hash of a row that all rows have that belong to it, and no others. */
    RowHash128 hash(ChangeRows row);

    /**
     * Notes a row.
     *
     * @param before what has been noted of the rows that belong to it, 0 if nothing has
     * @return what is to be noted instead
     */
    int noted(int before, ChangeRows row);

    /**
     * What the row is; null if it is no change.
     *
     * @param noted of all rows that belong to it
     */
    @Nullable
    RowKind kind(int noted, ChangeRows row);

    /** What is to be noted once the row has been told; mostly the same. */
    int told(int noted, ChangeRows row);
  }

  /** A quarter of the heap at most for the rows that are matched. */
  private static final long HEAP_BYTES_FOR_EACH_ROW = 256;

  private final Opener toNote;
  private final Opener toTell;
  private final Matcher matcher;
  private final int most;
  @Nullable private ValuesByHash noted;
  @Nullable private ChangeRows rows;
  private RowKind kind = RowKind.INSERT;

  /** As the other, holding as many different rows as the heap allows. */
  MatchedRows(Opener toNote, Opener toTell, Matcher matcher) {
    this(
        toNote,
        toTell,
        matcher,
        (int) Math.min(1 << 29, Runtime.getRuntime().maxMemory() / HEAP_BYTES_FOR_EACH_ROW));
  }

  /**
   * @param toNote opens all rows; they need not have columns that the matcher does not ask for
   * @param toTell opens the same rows with all columns
   * @param most how many different rows may be held
   */
  MatchedRows(Opener toNote, Opener toTell, Matcher matcher, int most) {
    this.toNote = toNote;
    this.toTell = toTell;
    this.matcher = matcher;
    this.most = most;
  }

  @Override
  public boolean next() throws IOException {
    if (noted == null) {
      begin(ValuesByHash.first(most));
    }
    while (rows != null) {
      while (rows.next()) {
        if (isChange()) {
          return true;
        }
      }
      close();
      if (noted.hasNext()) {
        begin(noted.next());
      }
    }
    return false;
  }

  private void begin(ValuesByHash part) throws IOException {
    noted = part;
    try (ChangeRows all = toNote.open()) {
      while (all.next()) {
        RowHash128 hash = matcher.hash(all);
        if (part.covers(hash)) {
          part.put(hash, matcher.noted(part.get(hash), all));
        }
      }
    }
    rows = toTell.open();
  }

  private boolean isChange() {
    RowHash128 hash = matcher.hash(rows);
    if (!noted.covers(hash)) {
      return false;
    }
    int value = noted.get(hash);
    RowKind found = matcher.kind(value, rows);
    int after = matcher.told(value, rows);
    if (after != value) {
      noted.put(hash, after);
    }
    if (found == null) {
      return false;
    }
    kind = found;
    return true;
  }

  @Override
  public RowKind kind() {
    return kind;
  }

  @Override
  public BinaryRowData row() {
    return rows.row();
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }
}
