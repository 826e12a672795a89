package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.DeltaLogActionUtils.DeltaAction;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.data.StructRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;

/** What one commit did to gold's files, and who made it. */
final class GoldLogEntry {
  private final Map<FileId, FileChange> removed = new HashMap<>();
  private final Map<FileId, DeletionVectorDescriptor> vectorsBefore = new HashMap<>();
  private final Map<FileId, GoldFile> added = new LinkedHashMap<>();
  private boolean changesRows;
  @Nullable private String engine;
  @Nullable private String operation;

  private GoldLogEntry() {}

  /**
   * @param actions of one commit, with {@code add}, {@code remove} and {@code commitInfo}; closed
   *     here
   */
  static GoldLogEntry read(CloseableIterator<ColumnarBatch> actions) throws IOException {
    GoldLogEntry entry = new GoldLogEntry();
    try (CloseableIterator<ColumnarBatch> batches = actions) {
      while (batches.hasNext()) {
        entry.read(batches.next());
      }
    }
    return entry;
  }

  private void read(ColumnarBatch batch) {
    ColumnVector adds = column(batch, DeltaAction.ADD);
    ColumnVector removes = column(batch, DeltaAction.REMOVE);
    ColumnVector infos = column(batch, DeltaAction.COMMITINFO);
    for (int row = 0; row < batch.getSize(); row++) {
      Row add = StructRow.fromStructVector(adds, row);
      Row remove = StructRow.fromStructVector(removes, row);
      if (add != null) {
        AddFile action = new AddFile(add);
        GoldFile file = GoldFile.of(action);
        added.put(file.id(), file);
        changesRows |= action.getDataChange();
      } else if (remove != null) {
        RemoveFile action = new RemoveFile(remove);
        FileId id = FileId.of(action.getPath());
        removed.put(id, file(action));
        action.getDeletionVector().ifPresent(vector -> vectorsBefore.put(id, vector));
        changesRows |= action.getDataChange();
      } else if (!infos.isNullAt(row)) {
        // CommitInfo itself insists on a time, which not every writer gives.
        engine = text(infos, "engineInfo", row);
        operation = text(infos, "operation", row);
      }
    }
  }

  private static ColumnVector column(ColumnarBatch batch, DeltaAction action) {
    return batch.getColumnVector(batch.getSchema().indexOf(action.colName));
  }

  /** All rows of a removed file, whether they counted or not. */
  private static FileChange file(RemoveFile action) {
    return new FileChange(
        FileChange.Action.MOVED,
        action.getPath(),
        action.getSize().orElse(0L),
        action.getPartitionValues().map(VectorUtils::<String, String>toJavaMap).orElse(Map.of()),
        null,
        null);
  }

  @Nullable
  private static String text(ColumnVector infos, String field, int row) {
    ColumnVector texts = infos.getChild(CommitInfo.FULL_SCHEMA.indexOf(field));
    return texts.isNullAt(row) ? null : texts.getString(row);
  }

  /** Files that are gone, or have another deletion vector; with all of their rows. */
  Map<FileId, FileChange> removed() {
    return removed;
  }

  /** The deletion vector that a removed file had until then; empty if it had none. */
  Optional<DeletionVectorDescriptor> vectorBefore(FileId file) {
    return Optional.ofNullable(vectorsBefore.get(file));
  }

  /** Files that are new, or have another deletion vector. */
  Collection<GoldFile> added() {
    return added.values();
  }

  /** One of them; empty if it is none of them. */
  Optional<GoldFile> added(FileId file) {
    return Optional.ofNullable(added.get(file));
  }

  /** Whether we made it. */
  boolean isOurs() {
    return engine != null && EngineInfo.isOurs(engine);
  }

  /** Whether it rewrites rows of ours and says nothing of progress. */
  boolean isCompaction() {
    return isOurs() && !changesRows && !added.isEmpty();
  }

  /**
   * The commit as one of someone else's.
   *
   * @param version it made
   */
  ForeignCommit asForeign(long version) {
    return new ForeignCommit(version, operation == null ? "unknown" : operation, changesRows);
  }

  /**
   * Whether rows of gold may lie elsewhere since then, or be gone, without the job's having done
   * it: someone else made it, or it is a compaction.
   */
  boolean movesRows() {
    return !isOurs() || isCompaction();
  }

  /** Collects the files that hold rows of other files. */
  void addRewritten(Set<FileId> files) {
    if (movesRows()) {
      added.keySet().stream().filter(file -> !removed.containsKey(file)).forEach(files::add);
    }
  }
}
