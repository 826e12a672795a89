package io.deltascd.table;

import javax.annotation.Nullable;
import org.apache.flink.types.RowKind;

/**
 * Matches a row that was taken away with an equal one that was added: neither is a change. What is
 * noted is how many more were added than taken away. Of equal rows it makes no difference which
 * ones are told.
 */
final class EqualRows implements MatchedRows.Matcher {
  private final RowDigest digest;

  EqualRows(RowDigest digest) {
    this.digest = digest;
  }

  @Override
  public RowHash128 hash(ChangeRows row) {
    return digest.of(row.row());
  }

  @Override
  public int noted(int before, ChangeRows row) {
    return before + weight(row);
  }

  @Override
  @Nullable
  public RowKind kind(int noted, ChangeRows row) {
    return Integer.signum(noted) == weight(row) ? row.kind() : null;
  }

  @Override
  public int told(int noted, ChangeRows row) {
    return Integer.signum(noted) == weight(row) ? noted - weight(row) : noted;
  }

  private static int weight(ChangeRows row) {
    return row.kind() == RowKind.DELETE ? -1 : 1;
  }
}
