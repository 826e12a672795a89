package io.deltascd.table;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * The file actions of one commit. Making the plan writes the file with the changed deletion
 * vectors; nothing refers to it until the commit is done.
 */
final class CommitPlan {
  /** Younger files of this run are not looked for: VACUUM keeps them unless it is forced not to. */
  private static final Duration SAFE_FROM_VACUUM = Duration.ofHours(24);

  private final TableStorage storage;
  private final CurrentFiles before;
  private final DeletionVectors vectors;
  private final long now;
  private final long lookedForBefore;
  private final List<Row> actions = new ArrayList<>();
  private final List<FileId> removed = new ArrayList<>();
  private final List<GoldFile> added = new ArrayList<>();

  private CommitPlan(
      TableStorage storage, CurrentFiles before, DeletionVectors vectors, long now, long openedAt) {
    this.storage = storage;
    this.before = before;
    this.vectors = vectors;
    this.now = now;
    this.lookedForBefore = Math.max(openedAt, now - SAFE_FROM_VACUUM.toMillis());
  }

  /**
   * Plans a commit.
   *
   * @param storage of gold
   * @param before the current files as of the version that is committed on
   * @param vectors of those files
   * @param file takes the changed vectors in; closed by the caller
   * @param now time of the commit in milliseconds since the epoch
   * @param openedAt since when gold is open, likewise
   * @throws PipelineException if a mark does not hit a live row of a known file, or if a new file
   *     is not there any more
   */
  static CommitPlan of(
      GoldCommit commit,
      TableStorage storage,
      CurrentFiles before,
      DeletionVectors vectors,
      DeletionVectorFile file,
      long now,
      long openedAt)
      throws IOException {
    CommitPlan plan = new CommitPlan(storage, before, vectors, now, openedAt);
    Set<FileId> fresh = new HashSet<>();
    for (DataFile added : commit.files()) {
      fresh.add(added.id());
      plan.addFile(added, commit.marks().getOrDefault(added.id(), new RoaringBitmap()), file);
    }
    for (Map.Entry<FileId, RoaringBitmap> marks : commit.marks().entrySet()) {
      if (!fresh.contains(marks.getKey()) && !marks.getValue().isEmpty()) {
        plan.markFile(marks.getKey(), marks.getValue(), file);
      }
    }
    return plan;
  }

  private void addFile(DataFile written, RoaringBitmap marks, DeletionVectorFile vectorFile)
      throws IOException {
    if (before.get(written.id()) != null) {
      throw disagreement("The new file " + written.path() + " is part of gold already");
    }
    requireInRange(written.path(), marks, written.rows());
    if (marks.getLongCardinality() == written.rows()) {
      return;
    }
    requireThere(written);
    GoldFile file = GoldFile.of(written);
    if (!marks.isEmpty()) {
      RoaringBitmap copy = marks.clone();
      DeletionVectorDescriptor vector = vectorFile.append(copy);
      vectors.keep(vector, copy);
      file = file.withVector(vector, written.rows());
    }
    actions.add(file.add());
    added.add(file);
  }

  private void markFile(FileId id, RoaringBitmap marks, DeletionVectorFile vectorFile)
      throws IOException {
    GoldFile old = before.get(id);
    if (old == null) {
      throw disagreement(
          "Rows %s are marked in a file that gold does not have".formatted(sample(marks)));
    }
    long rows = vectors.rows(old);
    requireInRange(old.path(), marks, rows);
    RoaringBitmap merged = marks.clone();
    if (old.vector().isPresent()) {
      RoaringBitmap marked = vectors.read(old.vector().get());
      if (RoaringBitmap.intersects(marked, marks)) {
        throw disagreement(
            "Rows %s of %s are marked already"
                .formatted(sample(RoaringBitmap.and(marked, marks)), old.path()));
      }
      merged.or(marked);
    }
    actions.add(old.remove(now));
    removed.add(id);
    if (merged.getLongCardinality() < rows) {
      DeletionVectorDescriptor vector = vectorFile.append(merged);
      vectors.keep(vector, merged);
      GoldFile file = old.withVector(vector, rows);
      actions.add(file.add());
      added.add(file);
    }
  }

  /**
   * A file may wait for its commit in the job's state, for as long as the job is stopped. So those
   * of an earlier run are looked for.
   */
  private void requireThere(DataFile written) throws IOException {
    if (written.modificationTime() < lookedForBefore && !storage.exists(written.path())) {
      throw new PipelineException(
          "A new file of gold was deleted before its commit",
          storage.location().path(),
          "no file "
              + written.path()
              + ", written at "
              + Instant.ofEpochMilli(written.modificationTime()),
          "every file that the job's state names",
          "VACUUM removes such files if the job is stopped for longer than it keeps them: start"
              + " without state; gold is enough to go on");
    }
  }

  private void requireInRange(String path, RoaringBitmap marks, long rows) {
    if (!marks.isEmpty() && Integer.toUnsignedLong(marks.last()) >= rows) {
      throw disagreement(
          "Row %d of %s is marked, which has %d rows"
              .formatted(Integer.toUnsignedLong(marks.last()), path, rows));
    }
  }

  /** Some row numbers, for an error text. */
  static String sample(RoaringBitmap rows) {
    int[] first = rows.limit(3).toArray();
    List<String> numbers = new ArrayList<>();
    for (int row : first) {
      numbers.add(Integer.toUnsignedString(row));
    }
    return String.join(", ", numbers)
        + (rows.getLongCardinality() > first.length
            ? " and " + (rows.getLongCardinality() - first.length) + " more"
            : "");
  }

  private PipelineException disagreement(String found) {
    return GoldChecks.disagreement(storage.location(), found);
  }

  /** The actions, in the order they are to be written. */
  List<Row> actions() {
    return actions;
  }

  /** Files that are gone once this is committed, or marked anew. */
  List<FileId> removed() {
    return removed;
  }

  /** Files that are new once this is committed, or marked anew. */
  List<GoldFile> added() {
    return added;
  }
}
