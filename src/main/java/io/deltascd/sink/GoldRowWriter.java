package io.deltascd.sink;

import io.deltascd.history.HistoryWriter;
import io.deltascd.history.KeyState;
import io.deltascd.history.RowPosition;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import io.deltascd.table.GoldPartition;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.roaringbitmap.RoaringBitmap;

/**
 * Writes the rows of one subtask into files of gold and remembers where each current row lies.
 *
 * <p>Current rows wait in memory until the barrier, so that a row which is replaced before never
 * reaches a file; beyond a budget they are written early. Where gold has many partitions, all rows
 * wait, and are written one partition after the other. Replacing or removing a row that lies in a
 * file marks its old position, whether or not that file is committed yet.
 */
final class GoldRowWriter implements HistoryWriter, Closeable {

  /** A current row that is in no file yet, with the state that awaits its position. */
  private record Waiting(WireRecord row, KeyState state) {}

  /** A closed row that is in no file yet. */
  private record Closed(WireRecord row, KeyState open, WireRecord end) {}

  private final KeyStates states;
  private final GoldRows rows;
  private final long budget;
  private final GoldFiles currentFiles;
  private final GoldFiles closedFiles;
  private final Map<Key, Waiting> waiting = new LinkedHashMap<>();
  private final List<Closed> waitingClosed = new ArrayList<>();
  private Map<FileId, RoaringBitmap> marks = new HashMap<>();
  private long waitingBytes;

  /**
   * @param states of the keys, as of what is in files
   * @param rows makes gold's rows
   * @param budget heap for waiting rows, in bytes
   * @param currentFiles where current rows go
   * @param closedFiles where closed rows go
   */
  GoldRowWriter(
      KeyStates states, GoldRows rows, long budget, GoldFiles currentFiles, GoldFiles closedFiles) {
    this.states = states;
    this.rows = rows;
    this.budget = budget;
    this.currentFiles = currentFiles;
    this.closedFiles = closedFiles;
  }

  /** The state of a key as of now; null if it has no open record. */
  @Nullable
  KeyState state(Key key) throws Exception {
    Waiting row = waiting.get(key);
    return row == null ? states.get(key) : row.state();
  }

  @Override
  public void appendClosed(WireRecord row, KeyState open, WireRecord end) throws Exception {
    Closed closed = new Closed(row, open, end);
    if (!rows.hasFurtherPartitions()) {
      writeClosed(closed);
      return;
    }
    // Nothing is written here: the current row that this one was may wait, and would get a position
    // that the caller's state does not know.
    waitingClosed.add(closed);
    waitingBytes += row.heapSize();
  }

  @Override
  public void putCurrent(WireRecord row, @Nullable KeyState before, KeyState after)
      throws Exception {
    if (before != null && before.position() != null) {
      mark(before.position());
    }
    if (row.kind() == WireRecord.Kind.SNAPSHOT && !rows.hasFurtherPartitions()) {
      // The only row of its key for now: it would wait for nothing.
      writeCurrent(row, after);
      return;
    }
    Waiting replaced = waiting.put(row.key(), new Waiting(row, after));
    waitingBytes += row.heapSize() - (replaced == null ? 0 : replaced.row().heapSize());
    writeIfTooMany();
  }

  @Override
  public void removeCurrent(Key key, KeyState before) throws Exception {
    if (before.position() != null) {
      mark(before.position());
    }
    Waiting removed = waiting.remove(key);
    waitingBytes -= removed == null ? 0 : removed.row().heapSize();
    states.remove(key);
    writeIfTooMany();
  }

  /** Writes what waits and finishes the files; afterwards each key's state has a position. */
  List<DataFile> takeFiles() throws Exception {
    writeWaiting();
    List<DataFile> files = new ArrayList<>(closedFiles.take());
    files.addAll(currentFiles.take());
    return files;
  }

  /** Hands over the positions marked since the last time. */
  Map<FileId, RoaringBitmap> takeMarks() {
    Map<FileId, RoaringBitmap> taken = marks;
    marks = new HashMap<>();
    return taken;
  }

  @Override
  public void close() {
    currentFiles.close();
    closedFiles.close();
  }

  private void writeIfTooMany() throws Exception {
    if (waitingBytes > budget) {
      writeWaiting();
    }
  }

  private void writeWaiting() throws Exception {
    for (Waiting row : byPartition(waiting.values(), Waiting::row, true)) {
      writeCurrent(row.row(), row.state());
    }
    for (Closed row : byPartition(waitingClosed, Closed::row, false)) {
      writeClosed(row);
    }
    waiting.clear();
    waitingClosed.clear();
    waitingBytes = 0;
    rows.forgetPartitions();
  }

  /** Rows of one partition together: few files are open at a time, and they are large. */
  private <T> Collection<T> byPartition(
      Collection<T> all, Function<T, WireRecord> row, boolean current) throws Exception {
    if (!rows.hasFurtherPartitions()) {
      return all;
    }
    Map<GoldPartition, List<T>> groups = new LinkedHashMap<>();
    for (T one : all) {
      groups
          .computeIfAbsent(rows.partition(row.apply(one), current), unknown -> new ArrayList<>())
          .add(one);
    }
    return groups.values().stream().flatMap(List::stream).toList();
  }

  private void writeCurrent(WireRecord row, KeyState state) throws Exception {
    RowData gold = rows.current(row, state);
    RowPosition position = currentFiles.write(rows.schema(), gold, rows.partition(row, true));
    states.put(row.key(), state.at(position));
  }

  private void writeClosed(Closed closed) throws Exception {
    RowData gold = rows.closed(closed.row(), closed.open(), closed.end());
    closedFiles.write(rows.schema(), gold, rows.partition(closed.row(), false));
  }

  private void mark(RowPosition position) {
    marks
        .computeIfAbsent(position.file(), file -> new RoaringBitmap())
        .add(Math.toIntExact(position.row()));
  }
}
