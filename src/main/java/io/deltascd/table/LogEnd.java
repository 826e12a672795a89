package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * Tells with two look-ups whether a table is still at the version that is known. To load the newest
 * snapshot lists the log, and most storages list all of it: a month of a commit a minute has nearly
 * a hundred thousand entries.
 */
final class LogEnd {
  private final TableStorage storage;
  private long loaded;

  /**
   * @param storage of the table
   * @param snapshot of it, as it was loaded
   */
  LogEnd(TableStorage storage, Snapshot snapshot) {
    this.storage = storage;
    this.loaded = snapshot.getVersion();
  }

  /**
   * Notes that the table was loaded anew.
   *
   * @param snapshot what it is now
   */
  void loaded(Snapshot snapshot) {
    loaded = snapshot.getVersion();
  }

  /**
   * Whether to load the newest snapshot can be spared.
   *
   * @param snapshot the one that was loaded last, or what a commit has made of it
   * @return false if the table has another version, or is another table, or if it is time to load
   *     it anyway
   */
  boolean isAt(Snapshot snapshot) throws IOException {
    SnapshotImpl known = (SnapshotImpl) snapshot;
    if (lacksFiles(known)) {
      return false;
    }
    // In this order: with a table that takes its place meanwhile, the entry is another one.
    return !storage.isFile(entry(known.getVersion() + 1)) && hasEntry(known);
  }

  /**
   * Whether the log has files by now that make the next commits cheaper: a snapshot that a commit
   * has made keeps all entries since the checkpoint that it began with, and if it began without a
   * checksum, each commit computes one from the whole table.
   */
  private boolean lacksFiles(SnapshotImpl known) {
    int interval = TableConfig.CHECKPOINT_INTERVAL.fromMetadata(known.getMetadata());
    return known.getVersion() / interval > loaded / interval
        || (!known.wasBuiltAsLatest() && known.getCurrentCrcInfo().isEmpty());
  }

  private boolean hasEntry(SnapshotImpl known) throws IOException {
    String path = entry(known.getVersion());
    return KernelCalls.reading(
        storage.absolute(path),
        () -> {
          try {
            return isSame(known.getLogSegment().getDeltaFileAtEndVersion(), storage.status(path));
          } catch (FileNotFoundException e) {
            return false;
          }
        });
  }

  /**
   * A server of S3 may tell milliseconds when it lists, and seconds when it is asked for a file.
   */
  static boolean isSame(FileStatus known, org.apache.hadoop.fs.FileStatus found) {
    long time = known.getModificationTime();
    return known.getSize() == found.getLen()
        && (found.getModificationTime() == time
            || found.getModificationTime() == time - time % 1000);
  }

  private static String entry(long version) {
    return FileNames.deltaFile("_delta_log", version);
  }
}
