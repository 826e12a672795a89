package io.deltascd.sink;

import io.deltascd.config.TargetConfig;
import io.deltascd.history.RowPosition;
import io.deltascd.model.DataFile;
import io.deltascd.table.DataFileWriter;
import io.deltascd.table.GoldPartition;
import io.deltascd.table.GoldSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.IOUtils;

/**
 * The files that one subtask writes: in each partition one after the other, each until it has
 * reached its size or a barrier comes, or until too many others are open.
 */
final class GoldFiles implements Closeable {
  /** An open file holds buffers for each column. */
  private static final int MAX_OPEN = 16;

  private final TargetConfig target;

  /** Of the files that are open. */
  @Nullable private GoldSchema schema;

  private final String prefix;
  private final List<DataFile> finished = new ArrayList<>();

  /** By the directory of their partition, the one written to last at the end. */
  private final Map<String, DataFileWriter> open = new LinkedHashMap<>(4, 0.75f, true);

  /** The directory written to last: neighbours are mostly in the same partition. */
  @Nullable private String latest;

  @Nullable private DataFileWriter latestFile;

  /**
   * @param prefix of the file names, tells the subtask
   */
  GoldFiles(TargetConfig target, String prefix) {
    this.target = target;
    this.prefix = prefix;
  }

  /**
   * Writes a row and says where it lies.
   *
   * @param columns of the row; when they change, files that are open are finished
   */
  @SuppressWarnings("ReferenceEquality") // asked for each row; another object means a change
  RowPosition write(GoldSchema columns, RowData row, GoldPartition partition) throws IOException {
    if (columns != schema) {
      finishAll();
      schema = columns;
    }
    DataFileWriter file = file(partition);
    RowPosition position = new RowPosition(file.id(), file.write(row));
    if (file.hasReached(target.fileSize().getBytes())) {
      finish(partition.directory());
    }
    return position;
  }

  private DataFileWriter file(GoldPartition partition) throws IOException {
    String directory = partition.directory();
    if (latestFile == null || !directory.equals(latest)) {
      latestFile = open.get(directory);
      if (latestFile == null) {
        if (open.size() == MAX_OPEN) {
          finish(open.keySet().iterator().next());
        }
        latestFile = new DataFileWriter(target.gold(), schema, partition, prefix);
        open.put(directory, latestFile);
      }
      latest = directory;
    }
    return latestFile;
  }

  /** Finishes the files that are open, and hands over all finished ones. */
  List<DataFile> take() throws IOException {
    finishAll();
    List<DataFile> taken = List.copyOf(finished);
    finished.clear();
    return taken;
  }

  private void finishAll() throws IOException {
    for (String directory : List.copyOf(open.keySet())) {
      finish(directory);
    }
  }

  private void finish(String directory) throws IOException {
    finished.add(open.get(directory).finish());
    open.remove(directory);
    latestFile = null;
  }

  /** Gives up the files that are open. */
  @Override
  public void close() {
    open.values().forEach(IOUtils::closeQuietly);
    open.clear();
    latestFile = null;
  }
}
