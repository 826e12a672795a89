package io.deltascd.changes;

import io.deltascd.model.WireRecord;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;

/** Rows of one split on their way from the fetcher's thread to the task's. */
final class RowBatch implements RecordsWithSplitIds<WireRecord> {
  private final List<WireRecord> rows;
  private final Set<String> finished;
  @Nullable private String splitId;
  private int next;

  /**
   * @param splitId null if there are no rows, and no split
   * @param isFinished whether the split ends with these rows
   */
  RowBatch(@Nullable String splitId, List<WireRecord> rows, boolean isFinished) {
    this.splitId = splitId;
    this.rows = rows;
    this.finished = isFinished ? Set.of(splitId) : Set.of();
  }

  /** Nothing at all. */
  static RowBatch empty() {
    return new RowBatch(null, List.of(), false);
  }

  @Override
  public @Nullable String nextSplit() {
    String current = splitId;
    splitId = null;
    return current;
  }

  @Override
  public @Nullable WireRecord nextRecordFromSplit() {
    return next < rows.size() ? rows.get(next++) : null;
  }

  @Override
  public Set<String> finishedSplits() {
    return finished;
  }
}
