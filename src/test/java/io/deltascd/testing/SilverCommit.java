package io.deltascd.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltascd.testing.FeedRow.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.roaringbitmap.RoaringBitmap;

/**
 * One commit to silver in the making: what it does to the files, and apart from that what its
 * readers must see in the feed.
 */
final class SilverCommit {

  /** A change whose version and time are not known yet. */
  record Row(Change change, Map<String, Object> row) {}

  private final Path table;
  private final long version;
  private final SilverClock.Times times;
  private final SilverFiles writer;
  private final List<Column> columns;
  private final Map<String, SilverFile> active;
  private final DeletionVectors vectors;
  private final List<ObjectNode> actions = new ArrayList<>();
  private final Map<String, Long> metrics = new LinkedHashMap<>();
  private final List<Row> feed = new ArrayList<>();

  SilverCommit(
      Path table,
      long version,
      SilverClock.Times times,
      SilverFiles writer,
      List<Column> columns,
      Map<String, SilverFile> active) {
    this.table = table;
    this.version = version;
    this.times = times;
    this.writer = writer;
    this.columns = columns;
    this.active = new LinkedHashMap<>(active);
    this.vectors = writer.vectors();
  }

  SilverClock.Times times() {
    return times;
  }

  /** A change that readers of the feed must see. */
  void expect(Change change, Map<String, Object> row) {
    feed.add(new Row(change, row));
  }

  void expect(Change change, List<Map<String, Object>> rows) {
    rows.forEach(row -> expect(change, row));
  }

  List<Row> expected() {
    return feed;
  }

  void action(ObjectNode action) {
    actions.add(action);
  }

  /** The rows of all files are others in the new columns; nobody's change. */
  void rowsAre(UnaryOperator<Map<String, Object>> converted) {
    active.replaceAll(
        (path, file) ->
            new SilverFile(
                path,
                file.partition(),
                file.size(),
                file.rows().stream().map(converted).toList(),
                file.marked(),
                file.vector()));
  }

  /** Notes in the commit information how many rows a MERGE changed. */
  void countMergedRows() {
    metrics.put("numTargetRowsInserted", count(Change.INSERT));
    metrics.put("numTargetRowsUpdated", count(Change.UPDATE_POSTIMAGE));
    metrics.put("numTargetRowsDeleted", count(Change.DELETE));
  }

  private long count(Change change) {
    return feed.stream().filter(row -> row.change() == change).count();
  }

  void remove(SilverFile file, boolean dataChange) {
    actions.add(Actions.remove(file, writer.names(), times.file(), dataChange));
    active.remove(file.path());
  }

  void add(SilverFile file, boolean dataChange) {
    actions.add(Actions.add(file, writer.names(), times.file(), dataChange));
    active.put(file.path(), file);
  }

  /** Writes rows into new files and adds these. */
  void write(List<Map<String, Object>> rows, boolean dataChange) throws IOException {
    for (SilverFile file : writer.data(columns, rows)) {
      add(file, dataChange);
    }
  }

  /** Deletes rows of a file by deletion vector; a file without live rows is only removed. */
  private void mark(SilverFile file, RoaringBitmap rows) {
    remove(file, true);
    RoaringBitmap all = RoaringBitmap.or(file.marked(), rows);
    if (all.getCardinality() < file.rows().size()) {
      add(file.with(all, vectors.add(all)), true);
    }
  }

  /**
   * Changes the rows of one file.
   *
   * @param written gets the rows that have to be written anew
   * @return whether there was any effect; if not, the file stays as it is
   */
  boolean change(
      SilverWriter.Form form,
      SilverFile file,
      Function<Map<String, Object>, Effect> effect,
      List<Map<String, Object>> written) {
    RoaringBitmap gone = new RoaringBitmap();
    List<Map<String, Object>> kept = new ArrayList<>();
    for (int i = 0; i < file.rows().size(); i++) {
      if (!file.isLive(i)) {
        continue;
      }
      Map<String, Object> row = file.rows().get(i);
      Effect of = effect.apply(row);
      if (of instanceof Effect.Keep) {
        kept.add(row);
        continue;
      }
      gone.add(i);
      if (of instanceof Effect.Update update) {
        expect(Change.UPDATE_PREIMAGE, row);
        expect(Change.UPDATE_POSTIMAGE, update.row());
        written.add(update.row());
      } else {
        expect(Change.DELETE, row);
      }
    }
    if (gone.isEmpty()) {
      return false;
    }
    if (form == SilverWriter.Form.DELETION_VECTOR) {
      mark(file, gone);
    } else {
      remove(file, true);
      written.addAll(kept);
    }
    return true;
  }

  /** Brings back the files and deletion vectors that were active at another time. */
  void restore(Map<String, SilverFile> then) {
    Map<String, SilverFile> now = Map.copyOf(active);
    for (SilverFile file : List.copyOf(active.values())) {
      SilverFile target = then.get(file.path());
      if (target == null || !target.vector().equals(file.vector())) {
        remove(file, true);
      }
      expect(Change.DELETE, file.liveRowsMissingIn(target));
    }
    for (SilverFile target : then.values()) {
      SilverFile file = now.get(target.path());
      if (file == null || !file.vector().equals(target.vector())) {
        add(target, true);
      }
      expect(Change.INSERT, target.liveRowsMissingIn(file));
    }
  }

  /** Writes all that the feed is expected to show into change files. */
  void writeChanges() throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Row changed : feed) {
      Map<String, Object> row = new LinkedHashMap<>(changed.row());
      row.put("_change_type", changed.change().text());
      rows.add(row);
    }
    for (SilverFile file : writer.changes(columns, rows)) {
      actions.add(Actions.cdc(file, writer.names()));
    }
  }

  /** Writes the commit file; gives the files that are active after it. */
  Map<String, SilverFile> commit(String operation) throws IOException {
    vectors.write();
    StringBuilder lines = new StringBuilder();
    lines
        .append(
            Actions.commitInfo(
                // What this field says is nobody's commit time, so it is made to differ.
                operation, times.file().plusSeconds(7), times.inCommit(), metrics))
        .append('\n');
    actions.forEach(action -> lines.append(action).append('\n'));
    Path log = Files.createDirectories(table.resolve("_delta_log"));
    Path target = DeltaLog.commitFile(table, version);
    if (Files.exists(target)) {
      throw new IllegalStateException("Someone else wrote " + target);
    }
    Path draft = Files.writeString(log.resolve("." + version + ".tmp"), lines);
    Files.setLastModifiedTime(draft, FileTime.from(times.file()));
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    return active;
  }
}
