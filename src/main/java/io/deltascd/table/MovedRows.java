package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.Key;
import io.deltascd.model.KeyEncoder;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the rows that a commit marks, after someone else, or our own compaction, put them into
 * other files or removed them. The job learns of it belatedly, so its marks name the place where
 * the rows were.
 *
 * <p>The old file still has the key in that row; it stays in storage until VACUUM. The row is
 * looked for, by key and begin of its record, in the files that have come since. If it is in none,
 * someone has erased it. It stays erased: the closed row that this commit would write of it is
 * marked as well.
 */
final class MovedRows {
  private static final Logger LOG = LoggerFactory.getLogger(MovedRows.class);

  /** A current row, wherever it lies: there is one for each begin of a record of a key. */
  private record OpenRecord(Key key, long validFromMicros) {}

  /** What is done with a row that has been found. */
  @FunctionalInterface
  private interface Visitor {
    void visit(OpenRecord row, long rowNumber);
  }

  private final TableLocation gold;
  private final Snapshot snapshot;
  private final GoldSchema schema;
  private final CurrentFiles files;
  private final DeletionVectors vectors;
  private final RowMoves moves;

  /**
   * @param snapshot of gold, which is committed on
   * @param schema as of the snapshot
   * @param files with current rows, likewise
   * @param vectors of those files
   * @param moves what the log tells
   */
  MovedRows(
      TableLocation gold,
      Snapshot snapshot,
      GoldSchema schema,
      CurrentFiles files,
      DeletionVectors vectors,
      RowMoves moves) {
    this.gold = gold;
    this.snapshot = snapshot;
    this.schema = schema;
    this.files = files;
    this.vectors = vectors;
    this.moves = moves;
  }

  /**
   * The marks of a commit, each where its row lies now. Those of a row that was erased are left
   * out, and the row of this commit that closes it is marked.
   *
   * @throws io.deltascd.model.PipelineException if a mark hits no row that gold has had, or if the
   *     file that it names has been vacuumed
   */
  Map<FileId, RoaringBitmap> marksOf(GoldCommit commit) throws IOException {
    Map<FileId, RoaringBitmap> missed = missed(commit);
    if (missed.isEmpty()) {
      return commit.marks();
    }
    Map<FileId, RoaringBitmap> marks = new HashMap<>();
    commit.marks().forEach((file, rows) -> marks.put(file, rows.clone()));
    missed.forEach((file, rows) -> marks.get(file).andNot(rows));
    RowMoves.Found found = explained(missed);
    RecordReader records = new RecordReader(true);
    Set<OpenRecord> wanted = new HashSet<>();
    for (FileChange file : found.files()) {
      RoaringBitmap rows = missed.get(FileId.of(file.path()));
      records.visit(
          file,
          (row, number) -> {
            if (rows.contains((int) number)) {
              wanted.add(row);
            }
          });
    }
    int all = wanted.size();
    follow(wanted, records, found.into(), marks);
    LOG.info("{} current rows of {} lie elsewhere than the job knew", all - wanted.size(), gold);
    if (!wanted.isEmpty()) {
      LOG.warn("{} current rows of {} were erased by someone else", wanted.size(), gold);
      eraseClosed(wanted, commit.files(), marks);
    }
    return marks;
  }

  private RowMoves.Found explained(Map<FileId, RoaringBitmap> missed) throws IOException {
    try {
      return moves.of(missed, snapshot, files);
    } catch (RowMoves.UnexplainedException e) {
      throw unexplained(e.file(), missed.get(e.file()));
    }
  }

  private PipelineException unexplained(FileId id, RoaringBitmap rows) {
    GoldFile file = files.get(id);
    return GoldChecks.disagreement(
        gold,
        file == null
            ? "Rows %s are marked in a file that gold does not have"
                .formatted(CommitPlan.sample(rows))
            : "Rows %s of %s are marked already".formatted(CommitPlan.sample(rows), file.path()));
  }

  /** The marks that hit no live row. */
  private Map<FileId, RoaringBitmap> missed(GoldCommit commit) throws IOException {
    Set<FileId> fresh = new HashSet<>();
    commit.files().forEach(file -> fresh.add(file.id()));
    Map<FileId, RoaringBitmap> missed = new HashMap<>();
    for (Map.Entry<FileId, RoaringBitmap> marks : commit.marks().entrySet()) {
      if (fresh.contains(marks.getKey())) {
        continue;
      }
      GoldFile file = files.get(marks.getKey());
      RoaringBitmap rows =
          file == null
              ? marks.getValue()
              : file.vector().isEmpty()
                  ? new RoaringBitmap()
                  : RoaringBitmap.and(marks.getValue(), vectors.read(file.vector().get()));
      if (!rows.isEmpty()) {
        missed.put(marks.getKey(), rows);
      }
    }
    return missed;
  }

  /** Marks the rows that lie in other files now, and takes them from the wanted ones. */
  private void follow(
      Set<OpenRecord> wanted,
      RecordReader records,
      Set<FileId> movedInto,
      Map<FileId, RoaringBitmap> marks)
      throws IOException {
    List<GoldFile> candidates =
        movedInto.stream()
            .map(files::get)
            .filter(file -> file != null)
            .sorted(Comparator.comparing(GoldFile::path))
            .toList();
    for (GoldFile file : candidates) {
      if (wanted.isEmpty()) {
        return;
      }
      records.visit(
          file.index(),
          (row, number) -> {
            if (wanted.remove(row)) {
              mark(marks, file.id(), number);
            }
          });
    }
  }

  private void eraseClosed(
      Set<OpenRecord> erased, List<DataFile> written, Map<FileId, RoaringBitmap> marks)
      throws IOException {
    GoldLayout layout = GoldLayout.of(schema.history());
    RecordReader records = new RecordReader(false);
    for (DataFile file : written) {
      if (layout.mayHaveClosed(file.partitionValues())) {
        records.visit(
            GoldFile.of(file).index(),
            (row, number) -> {
              if (erased.contains(row)) {
                mark(marks, file.id(), number);
              }
            });
      }
    }
  }

  private static void mark(Map<FileId, RoaringBitmap> marks, FileId file, long row) {
    marks.computeIfAbsent(file, none -> new RoaringBitmap()).add(Math.toIntExact(row));
  }

  /** Reads which records have their rows in a file. */
  private final class RecordReader {
    private final ChangeFileReader reader;
    private final KeyEncoder keys;
    private final int validFrom;

    /**
     * @param current whether of current rows, or of closed ones
     */
    RecordReader(boolean current) {
      String begin = schema.history().names().validFrom();
      List<String> names = new ArrayList<>(schema.keys());
      names.add(begin);
      SilverSchema columns = GoldIndex.columns(snapshot, snapshot.getVersion(), names);
      RowType type = DeltaTypes.rowType(columns.json());
      this.reader = GoldLayout.of(schema.history()).reader(gold, columns, current);
      this.keys = new KeyEncoder(type, schema.keys());
      this.validFrom = type.getFieldIndex(begin);
    }

    /** Visits the live rows. */
    void visit(FileChange file, Visitor visitor) throws IOException {
      try (ChangeRows rows = reader.open(file, snapshot.getVersion())) {
        while (rows.next()) {
          BinaryRowData row = rows.row();
          long begin = Micros.of(row.getTimestamp(validFrom, Micros.PRECISION));
          visitor.visit(new OpenRecord(keys.encode(row), begin), rows.rowNumber());
        }
      }
    }
  }
}
