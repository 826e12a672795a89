package io.deltascd.sink;

import io.deltascd.history.HistoryWriter;
import io.deltascd.history.KeyState;
import io.deltascd.history.RowPosition;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.roaringbitmap.RoaringBitmap;

/**
 * Writes the rows of one subtask into files of gold and remembers where each current row lies.
 *
 * <p>Current rows wait in memory until the barrier, so that a row which is replaced before never
 * reaches a file; beyond a budget they are written early. Replacing or removing a row that lies in
 * a file marks its old position, whether or not that file is committed yet.
 */
final class GoldRowWriter implements HistoryWriter, Closeable {

  /** A current row that is in no file yet, with the state that awaits its position. */
  private record Waiting(WireRecord row, KeyState state) {}

  private final KeyStates states;
  private final long budget;
  private final GoldFiles currentFiles;
  private final GoldFiles closedFiles;
  private final Map<Key, Waiting> waiting = new LinkedHashMap<>();
  private final GenericRowData interval = new GenericRowData(2);
  private final JoinedRowData joined = new JoinedRowData();
  private Map<FileId, RoaringBitmap> marks = new HashMap<>();
  private final BinaryRowData silverRow;
  private long waitingBytes;

  /**
   * @param states of the keys, as of what is in files
   * @param silverColumns number of silver's columns in gold
   * @param budget heap for waiting rows, in bytes
   * @param currentFiles where current rows go
   * @param closedFiles where closed rows go
   */
  GoldRowWriter(
      KeyStates states,
      int silverColumns,
      long budget,
      GoldFiles currentFiles,
      GoldFiles closedFiles) {
    this.states = states;
    this.silverRow = new BinaryRowData(silverColumns);
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
  public void appendClosed(WireRecord row, KeyState open, long validToMicros) throws IOException {
    closedFiles.write(goldRow(row, open.validFromMicros(), timestamp(validToMicros)));
  }

  @Override
  public void putCurrent(WireRecord row, @Nullable KeyState before, KeyState after)
      throws Exception {
    if (before != null && before.position() != null) {
      mark(before.position());
    }
    if (row.kind() == WireRecord.Kind.SNAPSHOT) {
      // The only row of its key for now: it would wait for nothing.
      writeCurrent(row, after);
      return;
    }
    Waiting replaced = waiting.put(row.key(), new Waiting(row, after));
    waitingBytes += row.heapSize() - (replaced == null ? 0 : replaced.row().heapSize());
    if (waitingBytes > budget) {
      writeWaiting();
    }
  }

  @Override
  public void removeCurrent(Key key, KeyState before) throws Exception {
    if (before.position() != null) {
      mark(before.position());
    }
    Waiting removed = waiting.remove(key);
    waitingBytes -= removed == null ? 0 : removed.row().heapSize();
    states.remove(key);
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

  private void writeWaiting() throws Exception {
    for (Waiting row : waiting.values()) {
      writeCurrent(row.row(), row.state());
    }
    waiting.clear();
    waitingBytes = 0;
  }

  private void writeCurrent(WireRecord row, KeyState state) throws Exception {
    RowPosition position = currentFiles.write(goldRow(row, state.validFromMicros(), null));
    states.put(row.key(), state.at(position));
  }

  private void mark(RowPosition position) {
    marks
        .computeIfAbsent(position.file(), file -> new RoaringBitmap())
        .add(Math.toIntExact(position.row()));
  }

  /** Silver's columns and the interval; the same object each time. */
  private RowData goldRow(WireRecord row, long validFromMicros, @Nullable TimestampData validTo) {
    silverRow.pointTo(MemorySegmentFactory.wrap(row.row()), 0, row.row().length);
    interval.setField(0, timestamp(validFromMicros));
    interval.setField(1, validTo);
    return joined.replace(silverRow, interval);
  }

  private static TimestampData timestamp(long micros) {
    return TimestampData.fromEpochMillis(
        Math.floorDiv(micros, 1000L), (int) Math.floorMod(micros, 1000L) * 1000);
  }
}
