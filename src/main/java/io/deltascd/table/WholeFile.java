package io.deltascd.table;

import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;

/**
 * The batches of a file that must have a row for each mark of its deletion vectors.
 *
 * @see MarkedRows#fewestRows()
 */
final class WholeFile implements CloseableIterator<FileReadResult> {
  private final CloseableIterator<FileReadResult> batches;
  private final long fewestRows;
  private long rows;

  WholeFile(CloseableIterator<FileReadResult> batches, long fewestRows) {
    this.batches = batches;
    this.fewestRows = fewestRows;
  }

  /**
   * @throws IllegalStateException at the end of a file that is too short
   */
  @Override
  public boolean hasNext() {
    boolean more = batches.hasNext();
    if (!more && rows < fewestRows) {
      throw new IllegalStateException(
          "%d rows, of which number %d is deleted".formatted(rows, fewestRows - 1));
    }
    return more;
  }

  @Override
  public FileReadResult next() {
    FileReadResult batch = batches.next();
    rows += batch.getData().getSize();
    return batch;
  }

  @Override
  public void close() throws IOException {
    batches.close();
  }
}
