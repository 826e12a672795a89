package io.deltascd.changes;

import io.deltascd.config.TargetConfig;
import io.deltascd.model.FileChange;
import io.deltascd.model.Key;
import io.deltascd.model.KeyEncoder;
import io.deltascd.model.KeyEncoder.NullKeyException;
import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import io.deltascd.table.ChangeFileReader;
import io.deltascd.table.ChangeRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;

/**
 * The rows of a split, from where it had got to, as they travel through the job. Only rows with a
 * key count for the position.
 */
final class SplitRows implements Closeable {
  private final ChangeSplit split;
  private final TargetConfig target;
  private final ChangeFileReader reader;
  private final KeyEncoder keys;
  @Nullable private final Runnable nullKey;
  @Nullable private final IndexRecords index;
  private final Iterator<FileChange> files;
  private long toSkip;
  @Nullable private FileChange file;
  @Nullable private ChangeRows rows;

  /**
   * @param nullKey as for {@link FileReaders}; then rows to skip have to be looked at, too
   */
  SplitRows(
      ChangeSplit split,
      TargetConfig target,
      ChangeFileReader reader,
      KeyEncoder keys,
      @Nullable Runnable nullKey) {
    this.split = split;
    this.index =
        split.kind() == WireRecord.Kind.INDEX ? new IndexRecords(target, split.schema()) : null;
    this.target = target;
    this.reader = reader;
    this.keys = keys;
    this.nullKey = nullKey;
    this.files = split.files().iterator();
    this.toSkip = split.position();
  }

  String splitId() {
    return split.splitId();
  }

  /** The next row; null at the end. */
  @Nullable
  WireRecord next() throws IOException {
    while (true) {
      if (rows == null) {
        if (!files.hasNext()) {
          return null;
        }
        file = files.next();
        rows = reader.open(file, split.version());
      }
      while (rows.next()) {
        if (toSkip > 0 && nullKey == null) {
          toSkip--;
          continue;
        }
        BinaryRowData row = rows.row();
        Key key = key(row);
        if (key == null) {
          continue;
        }
        if (toSkip == 0) {
          return record(rows, row, key);
        }
        toSkip--;
      }
      close();
    }
  }

  /** The key of a row; null if the row is to be left out. */
  @Nullable
  private Key key(BinaryRowData row) {
    try {
      return keys.encode(row);
    } catch (NullKeyException e) {
      if (nullKey != null) {
        nullKey.run();
        return null;
      }
      throw new PipelineException(
          "A row of silver has no key",
          file.path() + ", version " + split.version(),
          "null in key column " + e.column(),
          "a value in each key column",
          "correct the row in silver and build gold anew, choose other keys (target.keys), or leave"
              + " such rows out (target.on-null-key: skip)",
          e);
    }
  }

  private WireRecord record(ChangeRows current, BinaryRowData row, Key key) {
    if (index != null) {
      return index.record(current, row, key, file.path(), split.version());
    }
    return new WireRecord(
        split.kind(),
        target.ordinal(),
        current.kind(),
        split.version(),
        split.timeMicros(),
        split.schema().id(),
        key,
        BinarySegmentUtils.getBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()));
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }
}
