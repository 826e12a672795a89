package io.deltascd.table;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import io.deltascd.model.PipelineException;
import io.deltascd.table.RowMoves.UnexplainedException;
import java.io.IOException;
import java.util.Optional;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows of one file that are no current ones any more, on the way back to who took them away. */
final class LostRows {
  private static final Logger LOG = LoggerFactory.getLogger(LostRows.class);

  private final FileId id;
  private final DeletionVectors vectors;

  /** Those that the commits looked at so far did not take away. */
  private final RoaringBitmap open;

  /** With all of its rows; null until the log has named it. */
  @Nullable private FileChange file;

  private boolean untold;

  /**
   * @param current the file as gold has it now; null if it has not
   */
  LostRows(FileId id, RoaringBitmap rows, @Nullable GoldFile current, DeletionVectors vectors) {
    this.id = id;
    this.open = rows.clone();
    this.file = current == null ? null : current.withoutVector();
    this.vectors = vectors;
  }

  /** Whether it is not yet known of all rows who took them away. */
  boolean areOpen() {
    return !open.isEmpty();
  }

  /** Whether it is known what to read to see the rows as they were. */
  boolean areKnown() {
    return file != null;
  }

  /** Whether a deletion vector that would tell is not there any more (VACUUM). */
  boolean areUntold() {
    return untold;
  }

  /**
   * The file, with all of its rows.
   *
   * @throws UnexplainedException if the log does not name it
   */
  FileChange file() throws UnexplainedException {
    if (file == null) {
      throw new UnexplainedException(id);
    }
    return file;
  }

  /**
   * Goes back by a commit. Only those that move rows without the job's doing are asked for theirs.
   *
   * @param commit the one before those that were given so far
   * @throws UnexplainedException if a row was there after it, so that the job itself has taken it
   *     away since
   */
  void goBackBefore(GoldLogEntry commit) throws IOException, UnexplainedException {
    FileChange removed = commit.removed().get(id);
    Optional<GoldFile> added = commit.added(id);
    if (file == null) {
      file = removed;
    }
    if (removed == null) {
      if (added.isPresent() && areOpen()) {
        throw new UnexplainedException(id); // it begins here
      }
    } else if (commit.movesRows() && areOpen()) {
      takenAwayBy(commit, added);
    }
  }

  private void takenAwayBy(GoldLogEntry commit, Optional<GoldFile> added)
      throws IOException, UnexplainedException {
    RoaringBitmap before;
    RoaringBitmap after;
    try {
      before = without(open, commit.vectorBefore(id));
      after = added.isEmpty() ? new RoaringBitmap() : without(before, added.get().vector());
    } catch (PipelineException e) {
      LOG.info("{}", e.getMessage());
      untold = true;
      open.clear();
      return;
    }
    if (!after.isEmpty()) {
      throw new UnexplainedException(id);
    }
    open.andNot(before);
  }

  private RoaringBitmap without(RoaringBitmap rows, Optional<DeletionVectorDescriptor> vector)
      throws IOException {
    return vector.isEmpty() ? rows.clone() : RoaringBitmap.andNot(rows, vectors.read(vector.get()));
  }
}
