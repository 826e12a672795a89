package io.deltascd.table;

import io.delta.kernel.CommitActions;
import io.delta.kernel.CommitRange;
import io.delta.kernel.CommitRangeBuilder.CommitBoundary;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.DeltaLogActionUtils.DeltaAction;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what has happened to gold's files since a version. */
final class GoldLog {
  private static final Logger LOG = LoggerFactory.getLogger(GoldLog.class);

  private static final StructType ACTIONS =
      new StructType()
          .add(DeltaAction.ADD.colName, DeltaAction.ADD.schema)
          .add(DeltaAction.REMOVE.colName, DeltaAction.REMOVE.schema)
          .add(DeltaAction.COMMITINFO.colName, DeltaAction.COMMITINFO.schema);

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
    CurrentFiles all = files.reloaded(engine, newest);
    return new Followed(all, List.of(new ForeignCommit(newest.getVersion(), "unknown", true)));
  }

  /**
   * The commits after our last one that changed rows or progress, as far back as the log still has
   * them; oldest first.
   */
  List<ForeignCommit> sinceOurs(Snapshot newest, TableStorage storage) throws IOException {
    return KernelCalls.reading(
        "the log of " + newest.getPath(),
        () -> {
          ArrayDeque<ForeignCommit> foreign = new ArrayDeque<>();
          for (long version = newest.getVersion(); version >= 0; version--) {
            if (!storage.hasCommit(version)) {
              break;
            }
            GoldLogEntry commit = commit(newest.getPath(), version);
            if (commit.isCompaction()) {
              continue; // gold's progress does not yet tell of what others did before
            }
            if (commit.isOurs()) {
              break;
            }
            foreign.addFirst(commit.asForeign(version));
          }
          return List.copyOf(foreign);
        });
  }

  /**
   * One commit.
   *
   * @param root of the table
   * @throws IOException if it is not there, or storage is out of reach
   */
  GoldLogEntry commit(String root, long version) throws IOException {
    String file = root + "/" + FileNames.deltaFile("_delta_log", version);
    return KernelCalls.reading(
        file,
        () ->
            GoldLogEntry.read(
                engine
                    .getJsonHandler()
                    .readJsonFiles(
                        Utils.singletonCloseableIterator(FileStatus.of(file)),
                        ACTIONS,
                        Optional.empty())));
  }

  private Followed followCommits(CurrentFiles files, long version, Snapshot newest)
      throws IOException {
    CommitRange range =
        TableManager.loadCommitRange(newest.getPath(), CommitBoundary.atVersion(version + 1))
            .withEndBoundary(CommitBoundary.atVersion(newest.getVersion()))
            .build(engine);
    CurrentFiles followed = files.copy();
    List<ForeignCommit> foreign = new ArrayList<>();
    try (CloseableIterator<CommitActions> commits =
        range.getCommitActions(
            engine, EnumSet.of(DeltaAction.ADD, DeltaAction.REMOVE, DeltaAction.COMMITINFO))) {
      while (commits.hasNext()) {
        CommitActions actions = commits.next();
        GoldLogEntry commit = GoldLogEntry.read(actions.getActions());
        followed.apply(commit.removed().keySet(), commit.added());
        if (!commit.isOurs()) {
          foreign.add(commit.asForeign(actions.getVersion()));
        }
      }
    }
    return new Followed(followed, foreign);
  }
}
