package io.deltascd.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * How gold's current rows differ from the rows of a version of silver, key by key, in bounded
 * memory. Rows with a null in the key are passed over. If several rows of silver have the same key,
 * gold may have any one of them.
 *
 * @param missing keys of silver without a current row in gold
 * @param unexpected keys with a current row in gold that silver does not have
 * @param other keys with a current row that silver does not have, or has less often
 */
public record CurrentRowsDifference(Keys missing, Keys unexpected, Keys other) {

  /**
   * Some keys.
   *
   * @param count how many there are
   * @param examples rows of a few of them, which begin with the key columns
   */
  public record Keys(long count, List<RowData> examples) {}

  private static final CurrentRowsDifference NONE =
      new CurrentRowsDifference(
          new Keys(0, List.of()), new Keys(0, List.of()), new Keys(0, List.of()));

  /**
   * Compares the rows of both, which are read several times.
   *
   * @param silver rows of the key columns, then of others
   * @param gold current rows of the same columns, of the same types
   * @param keys how many of the columns are the key
   * @throws io.deltascd.model.PipelineException if a file is gone
   * @throws IOException if the storage failed
   */
  public static CurrentRowsDifference of(VersionRows silver, VersionRows gold, int keys)
      throws IOException {
    FeedCommit.Opener both = () -> new AllRows(gold, silver);
    FeedCommit.Opener different =
        () -> new MatchedRows(both, both, new EqualRows(new RowDigest(silver.type())));
    RowType key = new RowType(silver.type().getFields().subList(0, keys));
    if (areSame(different)) {
      return NONE;
    }
    Counter missing = new Counter();
    Counter unexpected = new Counter();
    Counter other = new Counter();
    try (ChangeRows rows = new MatchedRows(both, different, new ByKey(key))) {
      while (rows.next()) {
        Counter counter =
            switch (rows.kind()) {
              case INSERT -> missing;
              case DELETE -> unexpected;
              default -> other;
            };
        counter.add(rows.row());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return new CurrentRowsDifference(missing.keys(), unexpected.keys(), other.keys());
  }

  /** Whether there is no difference; most often there is none. */
  private static boolean areSame(FeedCommit.Opener different) throws IOException {
    try (ChangeRows rows = different.open()) {
      return !rows.next();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Counts keys, and keeps a few of them. */
  private static final class Counter {
    private long count;
    private final List<RowData> examples = new ArrayList<>();

    void add(RowData row) {
      count++;
      if (examples.size() < KeyCensus.EXAMPLES) {
        examples.add(row);
      }
    }

    Keys keys() {
      return new Keys(count, List.copyOf(examples));
    }
  }

  /** The rows of one table, then those of another. */
  private static final class AllRows implements ChangeRows {
    private final VersionRows second;
    private ChangeRows rows;
    private boolean inSecond;

    AllRows(VersionRows first, VersionRows second) throws IOException {
      this.second = second;
      this.rows = first.open();
    }

    @Override
    public boolean next() throws IOException {
      while (!rows.next()) {
        if (inSecond) {
          return false;
        }
        rows.close();
        rows = second.open();
        inSecond = true;
      }
      return true;
    }

    @Override
    public RowKind kind() {
      return rows.kind();
    }

    @Override
    public BinaryRowData row() {
      return rows.row();
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  /** Says of rows that differ whether the other table has rows of their key. */
  private static final class ByKey implements MatchedRows.Matcher {
    private static final int IN_GOLD = 1;
    private static final int IN_SILVER = 2;
    private static final int TOLD = 4;

    private final RowType key;
    private final RowDigest digest;

    ByKey(RowType key) {
      this.key = key;
      this.digest = new RowDigest(key);
    }

    @Override
    public RowHash128 hash(ChangeRows row) {
      return digest.of(row.row());
    }

    @Override
    public int noted(int before, ChangeRows row) {
      return before | (row.kind() == RowKind.DELETE ? IN_GOLD : IN_SILVER);
    }

    /** A key is told once. If both have it, what counts is whether silver has gold's row. */
    @Override
    @Nullable
    public RowKind kind(int noted, ChangeRows row) {
      if ((noted & TOLD) != 0 || hasNull(row.row())) {
        return null;
      } else if (noted == (IN_GOLD | IN_SILVER)) {
        return row.kind() == RowKind.DELETE ? RowKind.UPDATE_AFTER : null;
      }
      return row.kind();
    }

    private boolean hasNull(RowData row) {
      for (int i = 0; i < key.getFieldCount(); i++) {
        if (row.isNullAt(i)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int told(int noted, ChangeRows row) {
      return kind(noted, row) == null ? noted : noted | TOLD;
    }
  }
}
