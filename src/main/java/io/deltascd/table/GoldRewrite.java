package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.data.Row;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import io.deltascd.model.PipelineException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * Puts the live rows of some files of gold into new ones, row by row, and says what a commit of it
 * has to say: that it changes no data.
 *
 * <p>Files of groups that were finished stay if a later one fails; no commit refers to them, and
 * VACUUM removes them.
 */
final class GoldRewrite {
  private final TableLocation location;
  private final GoldSchema schema;
  private final ChangeFileReader reader;
  private final long version;
  private final long fileSize;
  private final long now = System.currentTimeMillis();
  private final List<GoldFile> removed = new ArrayList<>();
  private final List<GoldFile> added = new ArrayList<>();

  private GoldRewrite(TableLocation location, Snapshot snapshot, GoldSchema schema, long fileSize) {
    this.location = location;
    this.schema = schema;
    this.version = snapshot.getVersion();
    this.fileSize = fileSize;
    this.reader =
        ChangeFileReader.ofGold(
            location, GoldIndex.columns(snapshot, version, schema.file().getFieldNames()));
  }

  /**
   * Rewrites files.
   *
   * @param groups each of files of one partition, at least one
   * @param snapshot gold as of the version that is committed on
   * @param schema its columns
   * @param fileSize a single file that has more is divided into such of this size, in bytes
   * @throws PipelineException if a file cannot be read, or written, by another attempt either
   * @throws IOException if it cannot be now
   */
  static GoldRewrite of(
      List<List<GoldFile>> groups,
      TableLocation location,
      Snapshot snapshot,
      GoldSchema schema,
      long fileSize)
      throws IOException {
    GoldRewrite rewrite = new GoldRewrite(location, snapshot, schema, fileSize);
    for (List<GoldFile> group : groups) {
      rewrite.add(group);
    }
    return rewrite;
  }

  private void add(List<GoldFile> group) throws IOException {
    List<DataFile> finished = new ArrayList<>();
    long rows = 0;
    try (Writer writer = new Writer(group, finished)) {
      for (GoldFile file : group) {
        rows += copy(file, writer);
      }
      writer.finish();
    }
    if (finished.stream().mapToLong(DataFile::rows).sum() != rows) {
      throw new IllegalStateException("%d rows became %s".formatted(rows, finished));
    }
    removed.addAll(group);
    finished.forEach(file -> added.add(GoldFile.of(file)));
  }

  /** Returns the number of rows. */
  private long copy(GoldFile file, Writer writer) throws IOException {
    long rows = 0;
    try (ChangeRows live = reader.open(file.read(FileChange.Action.SNAPSHOT), version)) {
      while (live.next()) {
        writer.write(live.row());
        rows++;
      }
    }
    if (file.liveRows().isPresent() && file.liveRows().getAsLong() != rows) {
      throw new PipelineException(
          "A file of gold has another number of rows than the log says",
          file.path() + " of " + location + ", version " + version,
          rows + " rows that count",
          Long.toString(file.liveRows().getAsLong()),
          "compare gold with silver: delta-scd verify");
    }
    return rows;
  }

  /** The file actions of the commit. */
  List<Row> actions() {
    List<Row> actions = new ArrayList<>();
    removed.forEach(file -> actions.add(file.removeRewritten(now)));
    added.forEach(file -> actions.add(file.addRewritten()));
    return actions;
  }

  List<FileId> removed() {
    return removed.stream().map(GoldFile::id).toList();
  }

  List<GoldFile> added() {
    return added;
  }

  /** What the commit does. */
  Compaction summary() {
    return new Compaction(removed.size(), bytes(removed), added.size(), bytes(added));
  }

  /** The same under the names that Spark's OPTIMIZE has for it. */
  Map<String, String> metrics() {
    return Map.of(
        "numRemovedFiles", Integer.toString(removed.size()),
        "numRemovedBytes", Long.toString(bytes(removed)),
        "numAddedFiles", Integer.toString(added.size()),
        "numAddedBytes", Long.toString(bytes(added)));
  }

  private static long bytes(List<GoldFile> files) {
    return files.stream().mapToLong(GoldFile::size).sum();
  }

  /** The new files of a group; without rows there is none. */
  private final class Writer implements Closeable {
    private final GoldPartition partition;
    private final boolean divides;
    private final List<DataFile> finished;
    @Nullable private DataFileWriter open;

    /**
     * @param finished takes the files in
     */
    Writer(List<GoldFile> group, List<DataFile> finished) {
      this.partition = GoldPartition.of(group.get(0));
      // Several have been chosen so that they become one.
      this.divides = group.size() == 1;
      this.finished = finished;
    }

    void write(RowData row) throws IOException {
      if (open == null) {
        open = new DataFileWriter(location, schema, partition, "compacted");
      }
      open.write(row);
      if (divides && open.hasReached(fileSize)) {
        finish();
      }
    }

    void finish() throws IOException {
      if (open != null) {
        finished.add(open.finish());
        open = null;
      }
    }

    @Override
    public void close() {
      if (open != null) {
        open.close();
      }
    }
  }
}
