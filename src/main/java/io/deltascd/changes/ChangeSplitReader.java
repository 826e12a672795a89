package io.deltascd.changes;

import io.deltascd.model.WireRecord;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import javax.annotation.Nullable;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;

/** Reads splits one after the other, in the fetcher's thread. */
final class ChangeSplitReader implements SplitReader<WireRecord, ChangeSplit> {
  /** Rows handed over at once. Few hand-overs, and still a small part of the heap. */
  static final int BATCH_ROWS = 2048;

  /** Heap of the rows handed over at once, in bytes: long texts are fewer. */
  static final long BATCH_BYTES = 8 << 20;

  private final FileReaders readers;
  private final Queue<ChangeSplit> splits = new ArrayDeque<>();
  @Nullable private SplitRows current;

  ChangeSplitReader(FileReaders readers) {
    this.readers = readers;
  }

  @Override
  public RecordsWithSplitIds<WireRecord> fetch() throws IOException {
    if (current == null) {
      ChangeSplit split = splits.poll();
      if (split == null) {
        return RowBatch.empty();
      }
      current = readers.open(split);
    }
    return read(current);
  }

  private RowBatch read(SplitRows rows) throws IOException {
    List<WireRecord> batch = new ArrayList<>(BATCH_ROWS);
    long bytes = 0;
    while (batch.size() < BATCH_ROWS && bytes < BATCH_BYTES) {
      WireRecord row = rows.next();
      if (row == null) {
        close();
        return new RowBatch(rows.splitId(), batch, true);
      }
      batch.add(row);
      bytes += row.heapSize();
    }
    return new RowBatch(rows.splitId(), batch, false);
  }

  @Override
  public void handleSplitsChanges(SplitsChange<ChangeSplit> change) {
    splits.addAll(change.splits());
  }

  @Override
  public void wakeUp() {
    // A fetch does not wait for anything but the storage.
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
