package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * Reads the changed rows of silver's files, or the positions of gold's current rows, all with one
 * schema. Holds nothing open itself. May be shared by threads; what it opens may not.
 */
public final class ChangeFileReader {
  private final String root;
  private final Engine engine;
  private final FilePaths paths;
  private final VectorReader vectors;
  private final RowLayout layout;
  private final ReadAs readAs;

  private ChangeFileReader(TableLocation table, RowLayout layout, ReadAs readAs) {
    this.root = KernelEngines.rootUri(table);
    this.engine = KernelEngines.engine(table);
    this.paths = new FilePaths(root);
    this.vectors = new VectorReader(engine);
    this.layout = layout;
    this.readAs = readAs;
  }

  /**
   * A reader of silver's files.
   *
   * @throws PipelineException if the schema has a column that cannot be read
   */
  public static ChangeFileReader ofSilver(TableLocation silver, SilverSchema schema) {
    return new ChangeFileReader(silver, new RowLayout(schema, null), ReadAs.SILVER);
  }

  /** As {@link #ofSilver}, of a table whose changes somebody looks at. */
  static ChangeFileReader ofFeed(TableLocation table, SilverSchema schema) {
    return new ChangeFileReader(table, new RowLayout(schema, null), ReadAs.FEED);
  }

  /**
   * A reader of gold's current rows; files of closed rows alone are not for it.
   *
   * @param columns see {@link GoldIndex#columns()}
   * @param isCurrent the column that tells current rows
   */
  public static ChangeFileReader ofCurrentRows(
      TableLocation gold, SilverSchema columns, String isCurrent) {
    return ofGold(gold, columns, new RowSelection(isCurrent, true));
  }

  /** A reader of all rows of gold's files. */
  static ChangeFileReader ofGold(TableLocation gold, SilverSchema columns) {
    return new ChangeFileReader(gold, new RowLayout(columns, null), ReadAs.GOLD);
  }

  /** A reader of some rows of gold's files; the log must name the partition values of each file. */
  static ChangeFileReader ofGold(TableLocation gold, SilverSchema columns, RowSelection selection) {
    return new ChangeFileReader(gold, new RowLayout(columns, selection), ReadAs.GOLD);
  }

  /**
   * Opens a file.
   *
   * @param change what to read, and how
   * @param version whose rows it holds, for error texts
   * @throws PipelineException here or while reading, if the file is gone, damaged or not permitted
   * @throws IOException here or while reading, if it cannot be read now
   */
  public ChangeRows open(FileChange change, long version) throws IOException {
    return open(change, version, null);
  }

  /**
   * As the other, for rows with ids.
   *
   * @param tracking how rows are identified; null if their ids are not asked for
   */
  ChangeRows open(FileChange change, long version, @Nullable RowTracking tracking)
      throws IOException {
    String file = paths.dataFile(change.path());
    KernelChangeRows.Failure failure = thrown -> failed(file, change.size(), version, thrown);
    try {
      MarkedRows marked = marked(change.deletionVector(), file, version);
      MarkedRows before = marked(change.previousVector(), file, version);
      ColumnVector[] partition = layout.partitionVectors(change, file + ", version " + version);
      CloseableIterator<FileReadResult> batches =
          engine
              .getParquetHandler()
              .readParquetFiles(
                  Utils.singletonCloseableIterator(status(file, change.size())),
                  tracking == null ? layout.readSchema(change) : layout.readSchema(tracking),
                  Optional.empty());
      RowIds ids = tracking == null ? null : tracking.files().get(change.path());
      long fewest =
          Math.max(
              marked == null ? 0 : marked.fewestRows(), before == null ? 0 : before.fewestRows());
      return new KernelChangeRows(
          new WholeFile(batches, fewest),
          layout,
          partition,
          RowKinds.of(change, marked, before),
          ids,
          failure);
    } catch (PipelineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failure.of(e);
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
  private MarkedRows marked(@Nullable DeletionVector vector, String dataFile, long version)
      throws IOException {
    if (vector == null) {
      return null;
    }
    String file = paths.vectorFile(vector);
    String name = file == null ? "the deletion vector in the log of " + dataFile : file;
    try {
      return vectors.read(vector, file);
    } catch (IOException e) {
      throw failed(name, 0, version, new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw failed(name, 0, version, e);
    }
  }

  /**
   * @param size that the log names; 0 if it names none
   */
  private IOException failed(String file, long size, long version, RuntimeException thrown) {
    String where = file + ", version " + version + " of " + root;
    return switch (StorageFailure.of(thrown)) {
      case MISSING -> throw readAs.fileGone(file, root, version, thrown);
      // Whatever else a decoder throws, it is the content that it stumbles over.
      case DAMAGED, NONE ->
          throw StorageErrors.damaged(
              where,
              StorageErrors.description(thrown) + length(file, size),
              size > 0 ? size + " bytes, as the log says" : "a file as it was written",
              thrown);
      default -> StorageErrors.reading(where, thrown);
    };
  }

  /** The length of a file, for an error text, if the log names another one. */
  private String length(String file, long size) {
    try {
      long found = size > 0 ? engine.getFileSystemClient().getFileStatus(file).getSize() : size;
      return found == size ? "" : "; " + found + " bytes";
    } catch (IOException e) {
      return "";
    }
  }
}
