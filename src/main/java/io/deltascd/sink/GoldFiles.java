package io.deltascd.sink;

import io.deltascd.config.TargetConfig;
import io.deltascd.history.RowPosition;
import io.deltascd.model.DataFile;
import io.deltascd.table.GoldFileWriter;
import io.deltascd.table.GoldSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.IOUtils;

/**
 * The files that one subtask writes into one partition of gold: one after the other, each until it
 * has reached its size or a barrier comes.
 */
final class GoldFiles implements Closeable {
  /** The size of an open file is summed up over its columns: too dear for each row. */
  private static final int ROWS_BETWEEN_LOOKS = 256;

  /** The same for long texts, of which few rows fill the memory. */
  private static final long BYTES_BETWEEN_LOOKS = 8 << 20;

  private final TargetConfig target;
  private final GoldSchema schema;
  private final boolean current;
  private final String prefix;
  private final List<DataFile> finished = new ArrayList<>();
  @Nullable private GoldFileWriter open;
  private long bytesAtLook;

  /**
   * @param current whether the rows are current ones
   * @param prefix of the file names, tells the subtask
   */
  GoldFiles(TargetConfig target, GoldSchema schema, boolean current, String prefix) {
    this.target = target;
    this.schema = schema;
    this.current = current;
    this.prefix = prefix;
  }

  /** Writes a row and says where it lies. */
  RowPosition write(RowData row) throws IOException {
    if (open == null) {
      open = new GoldFileWriter(target.gold(), schema, current, prefix);
      bytesAtLook = 0;
    }
    RowPosition position = new RowPosition(open.id(), open.write(row));
    if (isTimeToLook(position.row()) && open.size() >= target.fileSize().getBytes()) {
      finish();
    }
    return position;
  }

  private boolean isTimeToLook(long row) {
    long bytes = open.bytesOfVariableLength();
    if (row % ROWS_BETWEEN_LOOKS != 0 && bytes - bytesAtLook < BYTES_BETWEEN_LOOKS) {
      return false;
    }
    bytesAtLook = bytes;
    return true;
  }

  /** Finishes the file that is open, and hands over all finished ones. */
  List<DataFile> take() throws IOException {
    finish();
    List<DataFile> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  private void finish() throws IOException {
    if (open != null) {
      finished.add(open.finish());
      open = null;
    }
  }

  /** Gives up the file that is open. */
  @Override
  public void close() {
    IOUtils.closeQuietly(open);
    open = null;
  }
}
