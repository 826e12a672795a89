package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.ScanImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.model.FileId;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.annotation.Nullable;

/**
 * The files with gold's current rows, as of one version: those that marks can hit. Closed rows
 * never change again, so their files are not kept.
 */
final class CurrentFiles {
  private final String partitionColumn;
  private final Map<FileId, GoldFile> files = new HashMap<>();

  /**
   * @param partitionColumn the column that says whether a row is current
   */
  CurrentFiles(String partitionColumn) {
    this.partitionColumn = partitionColumn;
  }

  /** All of them, as of a snapshot. */
  static CurrentFiles load(Engine engine, Snapshot snapshot, String partitionColumn)
      throws IOException {
    CurrentFiles loaded = new CurrentFiles(partitionColumn);
    forEachFile(engine, snapshot, loaded::add);
    return loaded;
  }

  /** Visits the live files of a snapshot, those of closed rows included. */
  static void forEachFile(Engine engine, Snapshot snapshot, Consumer<GoldFile> visitor)
      throws IOException {
    ScanImpl scan = (ScanImpl) snapshot.getScanBuilder().build();
    KernelCalls.reading(
        "the files of " + snapshot.getPath(),
        () -> {
          try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(engine, true)) {
            while (batches.hasNext()) {
              try (CloseableIterator<Row> rows = batches.next().getRows()) {
                while (rows.hasNext()) {
                  Row add = rows.next().getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL);
                  visitor.accept(GoldFile.of(new AddFile(add)));
                }
              }
            }
          }
          return null;
        });
  }

  String partitionColumn() {
    return partitionColumn;
  }

  @Nullable
  GoldFile get(FileId id) {
    return files.get(id);
  }

  Collection<GoldFile> all() {
    return files.values();
  }

  /** Takes a file in, unless its rows are closed ones. */
  void add(GoldFile file) {
    if (Boolean.parseBoolean(file.partitionValue(partitionColumn))) {
      files.put(file.id(), file);
    }
  }

  void remove(FileId id) {
    files.remove(id);
  }

  /** The same files, for changes of their own. */
  CurrentFiles copy() {
    CurrentFiles copy = new CurrentFiles(partitionColumn);
    copy.files.putAll(files);
    return copy;
  }

  /** The commit with what it changed here, compared with the files before it. */
  ForeignCommit differences(
      CurrentFiles before, long version, String operation, boolean changesRows) {
    Set<FileId> removed = new HashSet<>(before.files.keySet());
    removed.removeAll(files.keySet());
    Set<FileId> added = new HashSet<>(files.keySet());
    added.removeAll(before.files.keySet());
    Set<FileId> marked = new HashSet<>();
    files.forEach(
        (id, file) -> {
          GoldFile old = before.files.get(id);
          if (old != null && !old.equals(file)) {
            marked.add(id);
          }
        });
    return new ForeignCommit(version, operation, changesRows, removed, added, marked);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CurrentFiles that && files.equals(that.files);
  }

  @Override
  public int hashCode() {
    return files.hashCode();
  }

  @Override
  public String toString() {
    return files.values().toString();
  }
}
