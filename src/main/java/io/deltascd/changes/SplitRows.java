package io.deltascd.changes;

import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
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
import org.apache.flink.types.RowKind;

/**
 * The rows of a split, from where it had got to, as they travel through the job. Every row counts
 * for the position, also one without a key: the setting for these may change between two runs.
 */
final class SplitRows implements Closeable {
  private final ChangeSplit split;
  private final TargetConfig target;
  private final ChangeFileReader reader;
  private final KeyEncoder keys;
  private final OnNullKey nullKeys;
  @Nullable private final IndexRecords index;
  private final Iterator<FileChange> files;
  private long toSkip;
  @Nullable private FileChange file;
  @Nullable private ChangeRows rows;

  /**
   * @param nullKeys what becomes of a row with null in a key column
   */
  SplitRows(
      ChangeSplit split,
      TargetConfig target,
      ChangeFileReader reader,
      KeyEncoder keys,
      OnNullKey nullKeys) {
    this.split = split;
    this.index =
        split.isOfPositions() ? new IndexRecords(split.kind(), target, split.schema()) : null;
    this.target = target;
    this.reader = reader;
    this.keys = keys;
    this.nullKeys = nullKeys;
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
        if (file.action() == FileChange.Action.SCHEMA) {
          if (toSkip == 0) {
            return schemaRecord();
          }
          toSkip--;
          continue;
        }
        rows = reader.open(file, split.version());
      }
      while (rows.next()) {
        if (toSkip == 0) {
          return record(rows, rows.row());
        }
        toSkip--;
      }
      close();
    }
  }

  private WireRecord schemaRecord() {
    return new WireRecord(
        WireRecord.Kind.SCHEMA,
        target.ordinal(),
        RowKind.INSERT,
        split.version(),
        split.timeMicros(),
        split.schema().id(),
        Key.OF_SCHEMA,
        new byte[0]);
  }

  private WireRecord record(ChangeRows current, BinaryRowData row) {
    Key key;
    try {
      key = keys.encode(row);
    } catch (NullKeyException e) {
      if (index != null || nullKeys == OnNullKey.FAIL) {
        throw withoutKey(e);
      }
      byte[] bytes = bytes(row);
      return record(WireRecord.Kind.REJECTED, current, Key.ofRowWithoutKey(bytes), bytes);
    }
    return index == null
        ? record(split.kind(), current, key, bytes(row))
        : index.record(current, row, key, file.path(), split.version());
  }

  private WireRecord record(WireRecord.Kind kind, ChangeRows current, Key key, byte[] row) {
    return new WireRecord(
        kind,
        target.ordinal(),
        current.kind(),
        split.version(),
        split.timeMicros(),
        split.schema().id(),
        key,
        row);
  }

  private static byte[] bytes(BinaryRowData row) {
    return BinarySegmentUtils.getBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes());
  }

  private PipelineException withoutKey(NullKeyException e) {
    if (index != null) {
      return new PipelineException(
          "A current row of gold has no key",
          file.path(),
          "null in key column " + e.column(),
          "rows that flink-delta-scd wrote",
          "someone else has written to gold: delete the row, or build gold anew with delta-scd rebuild",
          e);
    }
    return new PipelineException(
        "A row of silver has no key",
        file.path() + ", version " + split.version(),
        "null in key column " + e.column(),
        "a value in each key column",
        "correct the row in silver and build gold anew, choose other keys (target.keys), or leave"
            + " such rows out (target.on-null-key: skip or dead-letter)",
        e);
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }
}
