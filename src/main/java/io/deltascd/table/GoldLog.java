package io.deltascd.table;

import io.delta.kernel.CommitActions;
import io.delta.kernel.CommitRange;
import io.delta.kernel.CommitRangeBuilder.CommitBoundary;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.DeltaLogActionUtils.DeltaAction;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.data.StructRow;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.model.FileId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what has happened to gold's files since a version. */
final class GoldLog {
  private static final Logger LOG = LoggerFactory.getLogger(GoldLog.class);

  /**
   * The files as of a newer version, and who made them so.
   *
   * @param files of the newer version
   * @param foreign commits in between that are not ours, oldest first
   */
  record Followed(CurrentFiles files, List<ForeignCommit> foreign) {}

  private final Engine engine;

  GoldLog(Engine engine) {
    this.engine = engine;
  }

  /**
   * Follows the log from one version to another by its commits alone; if they are not all there any
   * more, reads the newer version as a whole.
   *
   * @param files as of {@code version}; not changed
   * @param version where to start, exclusive
   * @param newest where to end, inclusive
   */
  Followed follow(CurrentFiles files, long version, Snapshot newest) throws IOException {
    if (newest.getVersion() > version) {
      try {
        return KernelCalls.reading(
            "the log of " + newest.getPath(), () -> followCommits(files, version, newest));
      } catch (KernelException e) {
        LOG.info("The log of {} cannot be followed from {}: {}", newest.getPath(), version, e);
      }
    }
    CurrentFiles all = CurrentFiles.load(engine, newest, files.partitionColumn());
    return new Followed(all, List.of(all.differences(files, newest.getVersion(), "unknown", true)));
  }

  private Followed followCommits(CurrentFiles files, long version, Snapshot newest)
      throws IOException {
    CommitRange range =
        TableManager.loadCommitRange(newest.getPath(), CommitBoundary.atVersion(version + 1))
            .withEndBoundary(CommitBoundary.atVersion(newest.getVersion()))
            .build(engine);
    CurrentFiles followed = files;
    List<ForeignCommit> foreign = new ArrayList<>();
    try (CloseableIterator<CommitActions> commits =
        range.getCommitActions(
            engine, EnumSet.of(DeltaAction.ADD, DeltaAction.REMOVE, DeltaAction.COMMITINFO))) {
      while (commits.hasNext()) {
        CommitActions actions = commits.next();
        Commit commit = Commit.read(actions);
        CurrentFiles after = followed.copy();
        commit.removed.forEach(after::remove);
        commit.added.forEach(after::add);
        if (!commit.isOurs()) {
          foreign.add(
              after.differences(
                  followed, actions.getVersion(), commit.operation(), commit.changesRows));
        }
        followed = after;
      }
    }
    return new Followed(followed, foreign);
  }

  /** What one commit did. */
  private static final class Commit {
    private final Set<FileId> removed = new HashSet<>();
    private final List<GoldFile> added = new ArrayList<>();
    private boolean changesRows;
    @Nullable private CommitInfo info;

    static Commit read(CommitActions actions) throws IOException {
      Commit commit = new Commit();
      try (CloseableIterator<ColumnarBatch> batches = actions.getActions()) {
        while (batches.hasNext()) {
          commit.read(batches.next());
        }
      }
      return commit;
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
          added.add(GoldFile.of(action));
          changesRows |= action.getDataChange();
        } else if (remove != null) {
          RemoveFile action = new RemoveFile(remove);
          removed.add(FileId.of(action.getPath()));
          changesRows |= action.getDataChange();
        } else if (!infos.isNullAt(row)) {
          info = CommitInfo.fromColumnVector(infos, row);
        }
      }
    }

    private static ColumnVector column(ColumnarBatch batch, DeltaAction action) {
      return batch.getColumnVector(batch.getSchema().indexOf(action.colName));
    }

    boolean isOurs() {
      return info != null && info.getEngineInfo().filter(EngineInfo::isOurs).isPresent();
    }

    String operation() {
      return info == null ? "unknown" : info.getOperation().orElse("unknown");
    }
  }
}
