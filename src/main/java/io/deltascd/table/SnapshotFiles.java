package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.model.FileChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Supplier;

/** The live files of a Kernel snapshot. */
final class SnapshotFiles {
  private static final int PATH = AddFile.SCHEMA_WITHOUT_STATS.indexOf("path");
  private static final int PARTITION_VALUES =
      AddFile.SCHEMA_WITHOUT_STATS.indexOf("partitionValues");
  private static final int SIZE = AddFile.SCHEMA_WITHOUT_STATS.indexOf("size");
  private static final int VECTOR = AddFile.SCHEMA_WITHOUT_STATS.indexOf("deletionVector");

  /** Partition values are mostly the same for many files in a row. */
  private Map<String, String> lastPartitionValues = Map.of();

  private SnapshotFiles() {}

  static LogIterator<FileChange> of(Snapshot snapshot, Engine engine, DeltaLog log) {
    SnapshotFiles files = new SnapshotFiles();
    String where = snapshot.getPath() + ", version " + snapshot.getVersion();
    CloseableIterator<FileChange> changes =
        reading(
            log,
            where,
            () ->
                snapshot
                    .getScanBuilder()
                    .build()
                    .getScanFiles(engine)
                    .flatMap(FilteredColumnarBatch::getRows)
                    .map(files::change));
    return new LogIterator<>() {
      @Override
      public boolean hasNext() {
        return reading(log, where, changes::hasNext);
      }

      @Override
      public FileChange next() {
        return reading(log, where, changes::next);
      }

      @Override
      public void close() throws IOException {
        changes.close();
      }
    };
  }

  private static <T> T reading(DeltaLog log, String where, Supplier<T> read) {
    try {
      return read.get();
    } catch (RuntimeException e) {
      try {
        throw log.failed(where, e);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  private FileChange change(Row scanFile) {
    Row add = scanFile.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL);
    Map<String, String> values = VectorUtils.toJavaMap(add.getMap(PARTITION_VALUES));
    if (!values.equals(lastPartitionValues)) {
      lastPartitionValues = values;
    }
    return new FileChange(
        FileChange.Action.SNAPSHOT,
        add.getString(PATH),
        add.getLong(SIZE),
        lastPartitionValues,
        add.isNullAt(VECTOR)
            ? null
            : FilePaths.vector(DeletionVectorDescriptor.fromRow(add.getStruct(VECTOR))),
        null);
  }
}
