package io.deltascd.changes;

import io.deltascd.config.TargetConfig;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileId;
import io.deltascd.model.IndexEntry;
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
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;

/** The rows of a split, from where it had got to, as they travel through the job. */
final class SplitRows implements Closeable {
  private final ChangeSplit split;
  private final WireRecord.Kind kind;
  private final TargetConfig target;
  private final ChangeFileReader reader;
  private final KeyEncoder keys;
  private final Iterator<FileChange> files;
  private long toSkip;
  @Nullable private FileChange file;
  @Nullable private ChangeRows rows;

  SplitRows(ChangeSplit split, TargetConfig target, ChangeFileReader reader, KeyEncoder keys) {
    this.split = split;
    this.kind = split.kind();
    this.target = target;
    this.reader = reader;
    this.keys = keys;
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
        if (toSkip == 0) {
          return record(rows);
        }
        toSkip--;
      }
      close();
    }
  }

  private WireRecord record(ChangeRows current) {
    BinaryRowData row = current.row();
    Key key = key(row);
    if (kind == WireRecord.Kind.INDEX) {
      TimestampData validFrom = row.getTimestamp(target.keys().size(), 6);
      return new IndexEntry(
              split.schema().id(),
              FileId.of(file.path()),
              current.rowNumber(),
              IndexEntry.UNKNOWN_VERSION)
          .toRecord(target.ordinal(), split.version(), key, micros(validFrom));
    }
    return new WireRecord(
        kind,
        target.ordinal(),
        current.kind(),
        split.version(),
        split.timeMicros(),
        split.schema().id(),
        key,
        BinarySegmentUtils.getBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()));
  }

  private static long micros(TimestampData time) {
    return time.getMillisecond() * 1000 + time.getNanoOfMillisecond() / 1000;
  }

  private Key key(BinaryRowData row) {
    try {
      return keys.encode(row);
    } catch (NullKeyException e) {
      throw new PipelineException(
          "A row of silver has no key",
          file.path() + ", version " + split.version(),
          "null in key column " + e.column(),
          "a value in each key column",
          "correct the row in silver and build gold anew, or choose other keys (target.keys)",
          e);
    }
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }
}
