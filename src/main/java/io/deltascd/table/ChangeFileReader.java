package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * Reads the changed rows of silver's files, all with one schema. May be shared by threads; what it
 * opens may not.
 */
public final class ChangeFileReader implements Closeable {
  private final String root;
  private final Engine engine;
  private final FilePaths paths;
  private final RowLayout layout;

  /**
   * @throws PipelineException if the schema has a column that cannot be read
   */
  public ChangeFileReader(TableLocation silver, SilverSchema schema) {
    this.root = KernelEngines.rootUri(silver);
    this.engine = KernelEngines.engine(silver);
    this.paths = new FilePaths(root);
    this.layout = new RowLayout(schema);
  }

  /**
   * Opens a file.
   *
   * @param change what to read, and how
   * @param version of silver, for error texts
   * @throws PipelineException here or while reading, if the file is gone
   * @throws IOException here or while reading, if it cannot be read now
   */
  public ChangeRows open(FileChange change, long version) throws IOException {
    String file = paths.dataFile(change.path());
    KernelChangeRows.Failure failure = thrown -> failed(file, version, thrown);
    try {
      RowKinds kinds =
          RowKinds.of(
              change,
              bitmap(change.deletionVector(), version),
              bitmap(change.previousVector(), version));
      CloseableIterator<FileReadResult> batches =
          engine
              .getParquetHandler()
              .readParquetFiles(
                  Utils.singletonCloseableIterator(status(file, change.size())),
                  layout.readSchema(change),
                  Optional.empty());
      return new KernelChangeRows(batches, layout, layout.partitionVectors(change), kinds, failure);
    } catch (PipelineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failed(file, version, e);
    }
  }

  /** A {@code remove} may lack the size. */
  private FileStatus status(String file, long size) {
    try {
      return size > 0
          ? FileStatus.of(file, size, 0)
          : engine.getFileSystemClient().getFileStatus(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Nullable
  private RoaringBitmapArray bitmap(@Nullable DeletionVector vector, long version)
      throws IOException {
    if (vector == null) {
      return null;
    }
    String file = paths.vectorFile(vector);
    try {
      return DeletionVectorUtils.loadNewDvAndBitmap(engine, root, FilePaths.descriptor(vector))._2;
    } catch (RuntimeException e) {
      throw failed(file == null ? "an inline deletion vector" : file, version, e);
    }
  }

  private IOException failed(String file, long version, RuntimeException thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException) {
        throw new PipelineException(
            "A file of silver is gone",
            file + ", version " + version + " of " + root,
            "no such file; VACUUM removes files that no current version needs",
            "the file, until gold has applied version " + version,
            "build gold anew from a version that is still complete, and keep files longer"
                + " (delta.deletedFileRetentionDuration)",
            cause);
      }
    }
    return new IOException("Cannot read " + file + ", version " + version, thrown);
  }

  /** Nothing is held open between files. */
  @Override
  public void close() {}
}
