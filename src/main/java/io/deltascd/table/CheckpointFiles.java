package io.deltascd.table;

import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Kernel's Parquet files, which become visible only once they are whole.
 *
 * <p>Kernel's own handler gives a file its name when the file is closed, and closes it after an
 * error as well ({@code HadoopOutputFile.create}): half a checkpoint would be taken for the newest
 * one, and nobody could read the table any more. Here the file has another name until Kernel has
 * written it without an error.
 *
 * @param handler Kernel's, which writes them
 * @param hadoop the file systems' configuration
 */
record CheckpointFiles(ParquetHandler handler, Configuration hadoop) implements ParquetHandler {

  @Override
  public CloseableIterator<FileReadResult> readParquetFiles(
      CloseableIterator<FileStatus> files, StructType schema, Optional<Predicate> predicate)
      throws IOException {
    return handler.readParquetFiles(files, schema, predicate);
  }

  @Override
  public CloseableIterator<DataFileStatus> writeParquetFiles(
      String directory, CloseableIterator<FilteredColumnarBatch> data, List<Column> statistics)
      throws IOException {
    return handler.writeParquetFiles(directory, data, statistics);
  }

  @Override
  public void writeParquetFileAtomically(String path, CloseableIterator<FilteredColumnarBatch> data)
      throws IOException {
    Path target = new Path(path);
    FileSystem files = target.getFileSystem(hadoop);
    // Neither a name of the log's, nor one that readers of a directory look at.
    String name = UUID.randomUUID().toString();
    Path draft = new Path(target.getParent(), "." + name + ".checkpoint-draft");
    try {
      handler.writeParquetFileAtomically(draft.toString(), data);
      if (files.exists(target)) {
        throw new FileAlreadyExistsException(path);
      }
      if (!files.rename(draft, target)) {
        throw new IOException("Cannot rename " + draft + " to " + target);
      }
    } catch (IOException | RuntimeException e) {
      try {
        remove(files, target.getParent(), name);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /** Kernel has a draft of its own, which it leaves behind if the file cannot be closed. */
  private static void remove(FileSystem files, Path directory, String name) throws IOException {
    for (org.apache.hadoop.fs.FileStatus draft :
        files.listStatus(directory, file -> file.getName().contains(name))) {
      files.delete(draft.getPath(), false);
    }
  }
}
