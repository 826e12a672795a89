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
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.annotation.Nullable;

/**
 * The files that may have current rows of gold, as of one version: those that marks can hit. Closed
 * rows never change again, so files of theirs alone are not kept, but for those that may be
 * compacted: compaction itself keeps their number small.
 */
final class CurrentFiles {
  private final GoldLayout layout;
  @Nullable private final CompactionChoice compaction;
  private final Map<FileId, GoldFile> files = new HashMap<>();
  private final Map<FileId, Compactable> compactable = new HashMap<>();

  /** A file, of current or of closed rows, that the compaction may choose. */
  private record Compactable(GoldFile file, FileFill fill) {}

  /**
   * @param layout where current rows lie
   * @param compaction which files may be compacted; null if none
   */
  CurrentFiles(GoldLayout layout, @Nullable CompactionChoice compaction) {
    this.layout = layout;
    this.compaction = compaction;
  }

  /** All of them, as of a snapshot; the rest as for the constructor. */
  static CurrentFiles load(
      Engine engine, Snapshot snapshot, GoldLayout layout, @Nullable CompactionChoice compaction)
      throws IOException {
    CurrentFiles loaded = new CurrentFiles(layout, compaction);
    forEachFile(engine, snapshot, loaded::add);
    return loaded;
  }

  /** The same as of another snapshot. */
  CurrentFiles reloaded(Engine engine, Snapshot snapshot) throws IOException {
    return load(engine, snapshot, layout, compaction);
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

  @Nullable
  GoldFile get(FileId id) {
    return files.get(id);
  }

  Collection<GoldFile> all() {
    return files.values();
  }

  /** The groups of files that are to be compacted now; none if nothing is. */
  List<List<GoldFile>> toCompact() {
    return compaction == null
        ? List.of()
        : compaction.of(compactable.values().stream().map(Compactable::fill).toList()).stream()
            .map(
                group ->
                    group.stream()
                        .map(fill -> compactable.get(FileId.of(fill.path())).file())
                        .toList())
            .toList();
  }

  private void add(GoldFile file) {
    FileId id = file.id();
    boolean current = layout.mayHaveCurrent(file.partitionValues());
    if (current) {
      files.put(id, file);
    }
    if (compaction != null) {
      FileFill fill = file.fill();
      if (compaction.concerns(fill)) {
        compactable.put(id, new Compactable(current ? file : file.withoutBounds(), fill));
      } else {
        compactable.remove(id);
      }
    }
  }

  /** Goes on to the files after a commit. */
  void apply(Collection<FileId> removed, Collection<GoldFile> added) {
    files.keySet().removeAll(removed);
    compactable.keySet().removeAll(removed);
    added.forEach(this::add);
  }

  /** The same files, for changes of their own. */
  CurrentFiles copy() {
    CurrentFiles copy = new CurrentFiles(layout, compaction);
    copy.files.putAll(files);
    copy.compactable.putAll(compactable);
    return copy;
  }
}
