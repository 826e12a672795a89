package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.deltascd.model.FileChange;
import javax.annotation.Nullable;
import org.apache.flink.types.RowKind;

/**
 * What happened to a row of a file; the file's last vector tells where the action alone does not.
 */
@FunctionalInterface
interface RowKinds {

  /**
   * @param last the last vector of the batch: row index or change type
   * @param rowInBatch which of its values
   * @return null if the row is not a change
   * @throws IllegalStateException if the file says what is no kind
   */
  @Nullable
  RowKind of(ColumnVector last, int rowInBatch);

  /**
   * @param marked rows marked by {@link FileChange#deletionVector()}, null if none
   * @param before rows marked by {@link FileChange#previousVector()}, null if none
   */
  static RowKinds of(FileChange change, @Nullable MarkedRows marked, @Nullable MarkedRows before) {
    return switch (change.action()) {
      case SNAPSHOT, ADD, INDEX, MOVED, RESYNC_AFTER -> live(RowKind.INSERT, marked);
      case REMOVE, RESYNC_BEFORE -> live(RowKind.DELETE, marked);
      case MARK -> difference(marked, before);
      case SCHEMA -> throw new IllegalArgumentException("Not a file: " + change);
      case CDC -> (last, row) -> ChangeType.kind(last.isNullAt(row) ? null : last.getBinary(row));
    };
  }

  private static RowKinds live(RowKind kind, @Nullable MarkedRows marked) {
    return marked == null
        ? (last, row) -> kind
        : (last, row) -> marked.contains(last.getLong(row)) ? null : kind;
  }

  private static RowKinds difference(@Nullable MarkedRows marked, @Nullable MarkedRows before) {
    return (last, row) -> {
      long index = last.getLong(row);
      boolean now = marked != null && marked.contains(index);
      boolean was = before != null && before.contains(index);
      return now == was ? null : now ? RowKind.DELETE : RowKind.INSERT;
    };
  }
}
