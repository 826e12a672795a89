package io.deltascd.sink;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.history.RowConversion;
import io.deltascd.history.Schemas;
import io.deltascd.model.DataFile;
import io.deltascd.model.Micros;
import io.deltascd.model.StartPoint;
import io.deltascd.model.WireRecord;
import io.deltascd.table.ChangeType;
import io.deltascd.table.DataFileWriter;
import io.deltascd.table.DeadLetterSchema;
import io.deltascd.table.DeadLetterTable;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes the rejected rows of one subtask into files of the dead-letter table.
 *
 * <p>A commit's rejected rows are appended to that table before gold gets the commit. If the
 * program dies between the two and the job starts again from what gold stands at, it meets rows
 * that the table has already. They are told by their version: a commit has all rejected rows of
 * whole versions, so the table has every row up to the version it stands at, and none after it; if
 * it stands at one of the silver that the job follows, see {@link
 * io.deltascd.model.DeadLetterProgress#versionIn}. That version is read when a task starts;
 * whatever is appended later by a commit that waits in Flink's state is of versions that this task
 * has left behind.
 */
final class DeadLetterWriter implements Closeable {

  /** Why a row is rejected. */
  enum Reason {
    /** A key column is null. */
    NULL_KEY("null key"),
    /** Another row of its key counts. */
    DUPLICATE_KEY("duplicate key");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  private final DeadLetterConfig config;
  private final long fileSize;
  private final String prefix;
  private final Schemas schemas;
  private final Counter counter;
  private DeadLetterSchema columns;
  private final long upToVersion;
  private final Map<Long, Reader> readers = new HashMap<>();
  private final List<DataFile> finished = new ArrayList<>();
  @Nullable private DataFileWriter open;

  /**
   * @param fileSize a file is finished when it reaches this size, in bytes
   * @param prefix of the file names, tells the subtask
   * @param schemas of the rows that come
   * @param start where the job begins if it has no state
   * @param counter counts the rows written
   * @throws io.deltascd.model.PipelineException if the table is not there, or not ours
   */
  DeadLetterWriter(
      DeadLetterConfig config,
      long fileSize,
      String prefix,
      Schemas schemas,
      StartPoint start,
      Counter counter)
      throws IOException {
    this.config = config;
    this.fileSize = fileSize;
    this.prefix = prefix;
    this.schemas = schemas;
    this.counter = counter;
    DeadLetterTable table = DeadLetterTable.open(config.table());
    this.columns = table.schema();
    this.upToVersion = table.progress().versionIn(start.silver().tableId(), start.resync());
  }

  /** Keeps a row, unless the table has it from an earlier run. */
  void add(WireRecord row, Reason reason) throws Exception {
    if (row.version() <= upToVersion) {
      return;
    }
    Reader reader = readers.get(row.schemaId());
    if (reader == null) {
      RowType silver = schemas.columns(row.schemaId());
      follow(silver);
      reader = new Reader(silver, columns.silver());
      readers.put(row.schemaId(), reader);
    }
    if (open == null) {
      open = DataFileWriter.ofDeadLetters(config.table(), columns, prefix);
    }
    open.write(reader.letter(row, reason));
    counter.inc();
    if (open.hasReached(fileSize)) {
      finish();
    }
  }

  /** Rows with other columns go into another file; the table gets the columns with the commit. */
  private void follow(RowType silver) throws IOException {
    DeadLetterSchema now = columns.following(silver);
    if (!now.equals(columns)) {
      columns = now;
      readers.clear();
      if (open != null) {
        finish();
      }
    }
  }

  /** Finishes the file that is open, and hands over all finished ones. */
  List<DataFile> take() throws IOException {
    if (open != null) {
      finish();
    }
    List<DataFile> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  private void finish() throws IOException {
    finished.add(open.finish());
    open = null;
  }

  /** Gives up the file that is open. */
  @Override
  public void close() {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  /** Makes rows of the table out of rows of one schema of silver's. */
  private static final class Reader {
    private final BinaryRowData reused;
    private final RowConversion conversion;

    Reader(RowType from, RowType to) {
      this.reused = new BinaryRowData(from.getFieldCount());
      this.conversion = new RowConversion(from, to);
    }

    RowData letter(WireRecord row, Reason reason) {
      return new JoinedRowData(
          conversion.of(row.shownBy(reused)),
          GenericRowData.of(
              ChangeType.text(row.rowKind()),
              row.version(),
              Micros.timestamp(row.timeMicros()),
              StringData.fromString(reason.text)));
    }
  }
}
