package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.types.RowKind;

/** Rows from the batches of Kernel's Parquet reader. */
final class KernelChangeRows implements ChangeRows {

  /** Turns what the storage throws into an error with the file's name. */
  @FunctionalInterface
  interface Failure {
    IOException of(RuntimeException thrown);
  }

  private final CloseableIterator<FileReadResult> batches;
  private final RowLayout layout;
  private final RowKinds kinds;
  @Nullable private final RowIds ids;
  private final Failure failure;
  private final ColumnVector[] columns;
  private final ColumnWriter[] writers;
  private final BinaryRowData scratch;
  private final BinaryRowWriter writer;

  @Nullable private ColumnVector last;
  @Nullable private ColumnVector selected;
  @Nullable private ColumnVector writtenIds;
  @Nullable private ColumnVector writtenVersions;
  private int batchSize;
  private int rowInBatch = -1;
  private RowKind kind = RowKind.INSERT;

  /**
   * @param columns partition columns, already in place
   * @param ids of the file if those of rows are asked for, else null
   */
  KernelChangeRows(
      CloseableIterator<FileReadResult> batches,
      RowLayout layout,
      ColumnVector[] columns,
      RowKinds kinds,
      @Nullable RowIds ids,
      Failure failure) {
    this.batches = batches;
    this.layout = layout;
    this.kinds = kinds;
    this.ids = ids;
    this.failure = failure;
    this.columns = columns;
    this.writers = layout.writers();
    this.scratch = new BinaryRowData(writers.length);
    this.writer = new BinaryRowWriter(scratch, 256);
  }

  @Override
  public boolean next() throws IOException {
    try {
      return advance();
    } catch (PipelineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failure.of(e);
    }
  }

  private boolean advance() {
    while (true) {
      if (++rowInBatch >= batchSize) {
        if (!nextBatch()) {
          batchSize = 0;
          return false;
        }
        continue;
      }
      RowKind found = kinds.of(last, rowInBatch);
      if (found != null && (selected == null || layout.isSelected(selected, rowInBatch))) {
        kind = found;
        return true;
      }
    }
  }

  private boolean nextBatch() {
    if (!batches.hasNext()) {
      return false;
    }
    ColumnarBatch batch = batches.next().getData();
    layout.fill(columns, batch);
    selected = layout.selected(batch);
    int width = batch.getSchema().length();
    last = width == 0 ? null : batch.getColumnVector(width - 1);
    if (ids != null) {
      writtenIds = batch.getColumnVector(width - 3);
      writtenVersions = batch.getColumnVector(width - 2);
    }
    batchSize = batch.getSize();
    rowInBatch = -1;
    return true;
  }

  @Override
  public RowKind kind() {
    return kind;
  }

  @Override
  public BinaryRowData row() {
    writer.reset();
    for (int i = 0; i < writers.length; i++) {
      ColumnVector column = columns[i];
      if (column.isNullAt(rowInBatch)) {
        writer.setNullAt(i);
      } else {
        writers[i].write(column, rowInBatch, writer, i);
      }
    }
    writer.complete();
    byte[] bytes = Arrays.copyOf(writer.getSegments().getArray(), scratch.getSizeInBytes());
    BinaryRowData row = new BinaryRowData(writers.length);
    row.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return row;
  }

  @Override
  public long rowNumber() {
    return last.getLong(rowInBatch);
  }

  @Override
  public long rowId() {
    return writtenIds.isNullAt(rowInBatch)
        ? ids.base() + last.getLong(rowInBatch)
        : writtenIds.getLong(rowInBatch);
  }

  @Override
  public long rowCommitVersion() {
    return writtenVersions.isNullAt(rowInBatch)
        ? ids.commitVersion()
        : writtenVersions.getLong(rowInBatch);
  }

  @Override
  public void close() throws IOException {
    batches.close();
  }
}
