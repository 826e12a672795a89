package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What gold's log tells of rows that are not where they were: it is read back from the newest
 * commit to the one that took them away.
 *
 * <p>That is mostly one of the last few, since the job learns of others' rewrites within moments. A
 * row that was lost long ago has mostly been erased. To find that out the log is not read for ever:
 * after {@value #MOST_COMMITS} commits the rows are looked for in all files with current rows.
 */
final class RowMoves {
  private static final Logger LOG = LoggerFactory.getLogger(RowMoves.class);

  /** So many commits are read before all files are. */
  static final int MOST_COMMITS = 256;

  /**
   * Where rows were, and where they may be.
   *
   * @param files the files that were asked for, with all of their rows
   * @param into files that may hold rows of these
   */
  record Found(List<FileChange> files, Set<FileId> into) {}

  /** A file whose rows nobody but the job has removed, as far as the log tells. */
  static final class UnexplainedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient FileId file;

    UnexplainedException(FileId file) {
      this.file = file;
    }

    FileId file() {
      return file;
    }
  }

  private final GoldLog log;
  private final TableStorage storage;
  private final DeletionVectors vectors;

  /**
   * @param vectors of the table
   */
  RowMoves(Engine engine, TableStorage storage, DeletionVectors vectors) {
    this.log = new GoldLog(engine);
    this.storage = storage;
    this.vectors = vectors;
  }

  /**
   * Looks for rows that gold does not have as current ones.
   *
   * @param missed the rows, by file
   * @param newest gold as it is now
   * @param files with current rows, as of then
   * @throws UnexplainedException if nobody else has taken them away, nor a compaction
   */
  Found of(Map<FileId, RoaringBitmap> missed, Snapshot newest, CurrentFiles files)
      throws IOException, UnexplainedException {
    List<LostRows> lost = new ArrayList<>();
    missed.forEach((file, rows) -> lost.add(new LostRows(file, rows, files.get(file), vectors)));
    Set<FileId> into = new HashSet<>();
    boolean isLongAgo = false;
    long version = newest.getVersion();
    // What happened before the oldest commit that is left has been learnt long since.
    for (int read = 0;
        areOpen(lost) && !isLongAgo && storage.hasCommit(version);
        read++, version--) {
      isLongAgo = read >= MOST_COMMITS && lost.stream().allMatch(LostRows::areKnown);
      if (!isLongAgo) {
        GoldLogEntry commit = log.commit(newest.getPath(), version);
        for (LostRows rows : lost) {
          rows.goBackBefore(commit);
        }
        commit.addRewritten(into);
      }
    }
    if (isLongAgo || lost.stream().anyMatch(LostRows::areUntold)) {
      LOG.warn(
          "Rows of {} were taken away by someone else long ago; looking for them in all files",
          newest.getPath());
      files.all().forEach(file -> into.add(file.id()));
    }
    List<FileChange> found = new ArrayList<>();
    for (LostRows rows : lost) {
      found.add(rows.file());
    }
    return new Found(found, into);
  }

  private static boolean areOpen(List<LostRows> lost) {
    return lost.stream().anyMatch(LostRows::areOpen);
  }
}
