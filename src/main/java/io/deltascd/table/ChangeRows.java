package io.deltascd.table;

import java.io.Closeable;
import java.io.IOException;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.types.RowKind;

/** A cursor over changed rows, those of one file mostly, always in the same order. */
public interface ChangeRows extends Closeable {

  /** Moves to the next row; false if there is none. */
  boolean next() throws IOException;

  /** What happened to the current row. */
  RowKind kind();

  /**
   * The current row: silver's columns in the order of the schema. A new object whose bytes fill one
   * array, for the caller to keep. Built when asked for, so that rows can be skipped cheaply.
   */
  BinaryRowData row();

  /**
   * The number of the current row in its file, from 0; known only in a file that is read for it
   * ({@link io.deltascd.model.FileChange.Action#INDEX} or {@code MOVED}).
   */
  default long rowNumber() {
    throw new UnsupportedOperationException("rows without numbers");
  }

  /** The id of the current row in a table with row tracking; known only if it is read for it. */
  default long rowId() {
    throw new UnsupportedOperationException("rows without ids");
  }

  /** The version that wrote the current row; known only where its id is. */
  default long rowCommitVersion() {
    throw new UnsupportedOperationException("rows without ids");
  }
}
