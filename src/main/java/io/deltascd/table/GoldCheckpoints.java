package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.CheckpointAlreadyExistsException;
import io.delta.kernel.internal.DeltaLogActionUtils.DeltaAction;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.data.StructRow;
import io.delta.kernel.internal.replay.LogReplayUtils;
import io.delta.kernel.internal.replay.LogReplayUtils.UniqueFileActionTuple;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes checkpoints that hold what the log says, and all of it: see {@link CheckpointFiles}.
 *
 * <p>Kernel writes a {@code remove} into a checkpoint as long as the file is to be kept for
 * readers, even if a newer commit has added the same file with the same deletion vector again
 * ({@code CreateCheckpointIterator.processRemoves}). A checkpoint must not have both, so none is
 * written then. We never add a file again like that; RESTORE and its like do.
 */
final class GoldCheckpoints {
  private static final Logger LOG = LoggerFactory.getLogger(GoldCheckpoints.class);

  private static final StructType FILE_ACTIONS =
      new StructType()
          .add(DeltaAction.ADD.colName, DeltaAction.ADD.schema)
          .add(DeltaAction.REMOVE.colName, DeltaAction.REMOVE.schema);

  private final Engine engine;
  private final TableLocation location;

  GoldCheckpoints(Engine engine, TableLocation location) {
    this.engine = engine;
    this.location = location;
  }

  /**
   * Writes the checkpoint of a version, unless someone else has, or Kernel would write a wrong one.
   *
   * @param snapshot of that version; not loaded as newest, or Kernel would clean the log as well
   * @return whether it was written
   */
  boolean write(SnapshotImpl snapshot) throws IOException {
    Optional<String> returned = fileAddedAgain(snapshot);
    if (returned.isPresent()) {
      LOG.info(
          "No checkpoint of {} at version {}: {} was removed since the last one and then added"
              + " again",
          snapshot.getPath(),
          snapshot.getVersion(),
          returned.get());
      return false;
    }
    try {
      snapshot.writeCheckpoint(KernelEngines.withWholeFiles(engine, location));
      return true;
    } catch (CheckpointAlreadyExistsException e) {
      LOG.debug(
          "Someone else wrote the checkpoint of {} at {}",
          snapshot.getPath(),
          snapshot.getVersion());
      return false;
    }
  }

  /** A file for which a checkpoint of the snapshot would have both actions. */
  Optional<String> fileAddedAgain(SnapshotImpl snapshot) throws IOException {
    long keptAfter =
        System.currentTimeMillis()
            - TableConfig.TOMBSTONE_RETENTION.fromMetadata(snapshot.getMetadata());
    return KernelCalls.reading(
        "the log of " + snapshot.getPath(),
        () -> {
          Set<UniqueFileActionTuple> removed = new HashSet<>();
          for (FileStatus commit : snapshot.getLogSegment().getDeltas()) {
            Optional<String> found = follow(commit, keptAfter, removed);
            if (found.isPresent()) {
              return found;
            }
          }
          return Optional.empty();
        });
  }

  /**
   * Goes over one commit.
   *
   * @param keptAfter removals until then are not written into a checkpoint
   * @param removed what the commits before it removed, and afterwards also what this one did
   */
  private Optional<String> follow(
      FileStatus commit, long keptAfter, Set<UniqueFileActionTuple> removed) throws IOException {
    List<AddFile> added = new ArrayList<>();
    try (CloseableIterator<ColumnarBatch> batches =
        engine
            .getJsonHandler()
            .readJsonFiles(
                Utils.singletonCloseableIterator(commit), FILE_ACTIONS, Optional.empty())) {
      while (batches.hasNext()) {
        ColumnarBatch batch = batches.next();
        ColumnVector adds = batch.getColumnVector(0);
        ColumnVector removes = batch.getColumnVector(1);
        for (int row = 0; row < batch.getSize(); row++) {
          Row add = StructRow.fromStructVector(adds, row);
          Row remove = StructRow.fromStructVector(removes, row);
          if (add != null) {
            added.add(new AddFile(add));
          } else if (remove != null) {
            RemoveFile action = new RemoveFile(remove);
            if (action.getDeletionTimestamp().orElse(0L) > keptAfter) {
              removed.add(LogReplayUtils.getUniqueFileAction(action));
            }
          }
        }
      }
    }
    return added.stream()
        .filter(add -> removed.contains(LogReplayUtils.getUniqueFileAction(add)))
        .map(AddFile::getPath)
        .findFirst();
  }
}
