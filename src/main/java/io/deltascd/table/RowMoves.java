package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.util.FileNames;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * What gold's log tells of rows that are not where they were. It is read only when that is asked,
 * each commit once: on to the newest version, and back to the one that wrote the row's file.
 */
final class RowMoves {
  /** Files whose beginning is remembered; some megabytes. */
  private static final int MOST_FILES = 100_000;

  /** A commit that moved or removed rows without the job's doing. */
  private record Move(long version, Map<FileId, FileChange> from, Set<FileId> into) {}

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
  private final List<Move> moves = new ArrayList<>();

  /** The version that each file came with, of the commits that have been read. */
  private final Map<FileId, Long> beginnings = new HashMap<>();

  /** The commits from here, inclusive, to {@link #to}, exclusive, have been read. */
  private long from;

  private long to;

  RowMoves(Engine engine, TableStorage storage) {
    this.log = new GoldLog(engine);
    this.storage = storage;
  }

  /**
   * Looks for rows that gold does not have as current ones.
   *
   * @param missed the rows, by file
   * @param newest gold as it is now
   * @param files with current rows, as of then
   * @throws UnexplainedException if a file was never touched by anyone else, nor compacted
   */
  Found of(Map<FileId, RoaringBitmap> missed, Snapshot newest, CurrentFiles files)
      throws IOException, UnexplainedException {
    readOn(newest);
    List<FileChange> found = new ArrayList<>();
    Set<FileId> into = new HashSet<>();
    for (FileId file : missed.keySet()) {
      while (!beginnings.containsKey(file) && readBack(newest)) {
        // Until the commit that wrote the file, or the oldest one that is left.
      }
      found.add(file(file, files).orElseThrow(() -> new UnexplainedException(file)));
      long beginning = beginnings.getOrDefault(file, -1L);
      moves.stream()
          .filter(move -> move.version() > beginning)
          .map(Move::into)
          .forEach(into::addAll);
    }
    return new Found(found, into);
  }

  /** The file as the log describes it; empty if only the job has ever removed rows of it. */
  private Optional<FileChange> file(FileId id, CurrentFiles files) {
    for (Move move : moves) {
      FileChange file = move.from().get(id);
      if (file != null) {
        return Optional.of(file);
      }
    }
    GoldFile current = files.get(id);
    // Who marked the row in a file older than the log cannot be known.
    return current == null || beginnings.containsKey(id)
        ? Optional.empty()
        : Optional.of(current.withoutVector());
  }

  private void readOn(Snapshot newest) throws IOException {
    if (beginnings.size() > MOST_FILES) {
      beginnings.clear();
      moves.clear();
      from = 0;
      to = 0;
    }
    if (to == 0) {
      to = newest.getVersion() + 1;
      from = to;
    }
    for (; to <= newest.getVersion(); to++) {
      read(newest, to);
    }
  }

  private boolean readBack(Snapshot newest) throws IOException {
    if (!storage.exists(FileNames.deltaFile("_delta_log", from - 1))) {
      return false;
    }
    from--;
    read(newest, from);
    return true;
  }

  private void read(Snapshot newest, long version) throws IOException {
    GoldLogEntry commit = log.commit(newest.getPath(), version);
    commit.added().stream()
        .filter(commit::isNew)
        .forEach(file -> beginnings.put(file.id(), version));
    if (commit.movesRows() && !(commit.added().isEmpty() && commit.removed().isEmpty())) {
      Set<FileId> into = new HashSet<>();
      commit.addRewritten(into);
      moves.add(new Move(version, Map.copyOf(commit.removed()), into));
    }
  }
}
