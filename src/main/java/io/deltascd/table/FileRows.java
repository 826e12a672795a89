package io.deltascd.table;

import io.deltascd.model.FileChange;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.types.RowKind;

/** The rows of several files, one after the other; one file is open at a time. */
final class FileRows implements ChangeRows {

  /** Opens a file. */
  @FunctionalInterface
  interface Files {
    ChangeRows open(FileChange file) throws IOException;
  }

  private final Iterator<FileChange> files;
  private final Closeable source;
  private final Files opener;
  @Nullable private ChangeRows current;

  FileRows(List<FileChange> files, Files opener) {
    this(files.iterator(), () -> {}, opener);
  }

  /** The rows of files that a log names, which is closed with the rows. */
  FileRows(LogIterator<FileChange> files, Files opener) {
    this(files, files, opener);
  }

  private FileRows(Iterator<FileChange> files, Closeable source, Files opener) {
    this.files = files;
    this.source = source;
    this.opener = opener;
  }

  @Override
  public boolean next() throws IOException {
    while (current == null || !current.next()) {
      closeFile();
      if (!files.hasNext()) {
        return false;
      }
      current = opener.open(files.next());
    }
    return true;
  }

  @Override
  public RowKind kind() {
    return current.kind();
  }

  @Override
  public BinaryRowData row() {
    return current.row();
  }

  @Override
  public long rowNumber() {
    return current.rowNumber();
  }

  @Override
  public long rowId() {
    return current.rowId();
  }

  @Override
  public long rowCommitVersion() {
    return current.rowCommitVersion();
  }

  private void closeFile() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  @Override
  public void close() throws IOException {
    try (source) {
      closeFile();
    }
  }
}
