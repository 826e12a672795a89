package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.snapshot.MetadataCleanup;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the entries of a log that its table does not keep any longer ({@code
 * delta.logRetentionDuration}), unless the table forbids it ({@code
 * delta.enableExpiredLogCleanup}).
 *
 * <p>Which commits and checkpoints go, Kernel decides. It leaves the checksum files of the commits
 * behind (delta-io/delta issue 7205); here they go as well, as with Delta Spark. And it would list
 * the whole log with every checkpoint, so it is called by us, and not by the checkpoint.
 */
final class LogCleanup {
  private static final Logger LOG = LoggerFactory.getLogger(LogCleanup.class);

  /** An entry is kept for days, so an hour more is nothing; a listing of all of them is dear. */
  static final Duration PAUSE = Duration.ofHours(1);

  /**
   * How many checksums go beside those of the commits that have just gone. Earlier releases have
   * left them all, and the job waits meanwhile: on S3 a minute or so for a thousand files.
   */
  static final int LEFT_BEHIND = 1000;

  private final Clock clock;
  private final Map<String, Instant> begun = new ConcurrentHashMap<>();

  /**
   * @param clock tells what has expired, and when to look again
   */
  LogCleanup(Clock clock) {
    this.clock = clock;
  }

  /**
   * Cleans the log of a table, unless that was begun less than {@link #PAUSE} ago. Failures are
   * logged, not thrown: what is still there is in nobody's way.
   *
   * @param snapshot of the table, with its newest settings
   */
  void run(Engine engine, SnapshotImpl snapshot) {
    if (!isAllowed(snapshot) || !isDue(snapshot.getPath())) {
      return;
    }
    try {
      clean(
          engine,
          snapshot.getDataPath(),
          TableConfig.LOG_RETENTION.fromMetadata(snapshot.getMetadata()));
    } catch (IOException | RuntimeException e) {
      LOG.warn("The log of {} could not be cleaned up", snapshot.getPath(), e);
    }
  }

  /** On the conditions on which Kernel's checkpoints do it. */
  private static boolean isAllowed(SnapshotImpl snapshot) {
    return TableConfig.EXPIRED_LOG_CLEANUP_ENABLED.fromMetadata(snapshot.getMetadata())
        && !snapshot
            .getProtocol()
            .getWriterFeatures()
            .contains(TableFeatures.CHECKPOINT_PROTECTION_W_FEATURE.featureName());
  }

  private boolean isDue(String table) {
    Instant now = clock.instant();
    Instant before = begun.get(table);
    if (before != null && now.isBefore(before.plus(PAUSE))) {
      return false;
    }
    begun.put(table, now);
    return true;
  }

  /**
   * Cleans a log at once.
   *
   * @param kept how long the entries are kept, in milliseconds
   */
  void clean(Engine engine, Path table, long kept) throws IOException {
    long removed = MetadataCleanup.cleanupExpiredLogs(engine, clock::millis, table, kept);
    if (removed > 0) {
      removeChecksums(engine, new Path(table, "_delta_log"), removed + LEFT_BEHIND);
    }
  }

  /** Removes the checksums of versions before the oldest commit, the oldest of them first. */
  private static void removeChecksums(Engine engine, Path log, long most) throws IOException {
    List<String> checksums = new ArrayList<>();
    try (CloseableIterator<FileStatus> files =
        engine.getFileSystemClient().listFrom(FileNames.listingPrefix(log, 0))) {
      while (files.hasNext()) {
        String file = files.next().getPath();
        if (FileNames.isChecksumFile(file)) {
          checksums.add(file);
        } else if (FileNames.isCommitFile(file)) {
          long oldest = FileNames.deltaVersion(file);
          checksums.removeIf(checksum -> FileNames.checksumVersion(checksum) >= oldest);
          break;
        }
      }
    }
    for (String checksum : checksums.stream().limit(most).toList()) {
      engine.getFileSystemClient().delete(checksum);
    }
  }
}
