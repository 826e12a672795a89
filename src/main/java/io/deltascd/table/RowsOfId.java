package io.deltascd.table;

import io.deltascd.model.StableHash;
import javax.annotation.Nullable;
import org.apache.flink.types.RowKind;

/**
 * Matches a row that was taken away with the one of the same id that was added:
 *
 * <table>
 * <caption>What happened to a row</caption>
 * <tr><th>taken away</th><th>added</th><th>change</th></tr>
 * <tr><td>yes</td><td>written by this commit</td><td>update</td></tr>
 * <tr><td>yes</td><td>written by the same version as that taken away</td><td>none: the row was
 *     copied</td></tr>
 * <tr><td>yes</td><td>written by another version</td><td>delete and insert: the earlier row was
 *     brought back (RESTORE)</td></tr>
 * <tr><td>yes</td><td>no</td><td>delete</td></tr>
 * <tr><td>no</td><td>yes</td><td>insert</td></tr>
 * </table>
 */
final class RowsOfId implements MatchedRows.Matcher {
  private static final int TAKEN = 1;
  private static final int WRITTEN = 2;
  private static final int OLDER = 4;

  /** Above these flags stand the versions of both sides, combined so that equal ones give 0. */
  private static final int VERSION_SHIFT = 3;

  /** So many bits of a version, with the flags, leave the number positive. */
  private static final int VERSION_MASK = (1 << 28) - 1;

  private final long version;

  /**
   * @param version of the commit
   */
  RowsOfId(long version) {
    this.version = version;
  }

  @Override
  public RowHash128 hash(ChangeRows row) {
    return new RowHash128(StableHash.mix(row.rowId()), row.rowId());
  }

  @Override
  public int noted(int before, ChangeRows row) {
    int writtenBy = (int) row.rowCommitVersion() & VERSION_MASK;
    return (before | side(row)) ^ (writtenBy << VERSION_SHIFT);
  }

  @Override
  @Nullable
  public RowKind kind(int noted, ChangeRows row) {
    boolean isTaken = row.kind() == RowKind.DELETE;
    if (noted == (TAKEN | OLDER)) {
      return null;
    } else if ((noted & TAKEN) != 0 && (noted & WRITTEN) != 0) {
      return isTaken ? RowKind.UPDATE_BEFORE : RowKind.UPDATE_AFTER;
    }
    return isTaken ? RowKind.DELETE : RowKind.INSERT;
  }

  @Override
  public int told(int noted, ChangeRows row) {
    return noted;
  }

  private int side(ChangeRows row) {
    if (row.kind() == RowKind.DELETE) {
      return TAKEN;
    }
    return row.rowCommitVersion() == version ? WRITTEN : OLDER;
  }
}
