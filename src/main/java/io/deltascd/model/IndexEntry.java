package io.deltascd.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.flink.types.RowKind;

/**
 * Where the current row of a key lies in gold: what a job that starts without state learns of it,
 * in place of a change, and what any job learns once a file of gold was rewritten.
 *
 * <p>On the wire it is a {@link WireRecord} of kind {@link WireRecord.Kind#INDEX} or {@link
 * WireRecord.Kind#MOVED}: its version is the silver version that gold stood at, its time the begin
 * of the open record, and these fields stand where a change has its row.
 *
 * <pre>
 * payload  gold version (8) · file hash (16) · row number (8) · valid_from version (8; −1 = unknown)
 *          [· bytes of a Flink binary row with silver's columns as gold has them]
 * </pre>
 *
 * @param goldVersion the version of gold that was read
 * @param file the file with the row
 * @param rowNumber in the file, from 0
 * @param validFromVersion silver version of the begin of the record; {@link #UNKNOWN_VERSION} if
 *     gold does not keep it
 */
public record IndexEntry(long goldVersion, FileId file, long rowNumber, long validFromVersion) {
  /** Gold has no column with versions. */
  public static final long UNKNOWN_VERSION = -1;

  /** Of an entry without the row itself. */
  public static final byte[] NO_ROW = {};

  private static final int LENGTH = 8 + 16 + 8 + 8;

  /**
   * As a record on the wire.
   *
   * @param kind {@link WireRecord.Kind#INDEX} or {@link WireRecord.Kind#MOVED}
   * @param target ordinal of the target in the pipeline file
   * @param silverVersion the version that gold stood at
   * @param key whose current row it is
   * @param validFromMicros begin of the open record, in microseconds since the epoch
   * @param columns the row itself, for a job that has to keep it, or {@link #NO_ROW}
   */
  public WireRecord toRecord(
      WireRecord.Kind kind,
      int target,
      long silverVersion,
      Key key,
      long validFromMicros,
      byte[] columns) {
    ByteBuffer payload =
        ByteBuffer.allocate(LENGTH + columns.length)
            .putLong(goldVersion)
            .putLong(file.high())
            .putLong(file.low())
            .putLong(rowNumber)
            .putLong(validFromVersion)
            .put(columns);
    return new WireRecord(
        kind,
        target,
        RowKind.INSERT,
        silverVersion,
        validFromMicros,
        schemaId(goldVersion),
        key,
        payload.array());
  }

  /**
   * Names the schema of rows that were read from a version of gold; below the versions of silver,
   * which name the schemas of silver's rows.
   */
  public static long schemaId(long goldVersion) {
    return -1 - goldVersion;
  }

  /** The inverse of {@link #schemaId}, for negative ids. */
  public static long goldVersion(long schemaId) {
    return -1 - schemaId;
  }

  /**
   * The row in a record of kind {@link WireRecord.Kind#INDEX}, as if silver had inserted it.
   *
   * @param record that has one
   */
  public static WireRecord asInsert(WireRecord record) {
    return new WireRecord(
        WireRecord.Kind.CHANGE,
        record.target(),
        RowKind.INSERT,
        record.version(),
        record.timeMicros(),
        record.schemaId(),
        record.key(),
        Arrays.copyOfRange(record.row(), LENGTH, record.row().length));
  }

  /**
   * The entry in a record of kind {@link WireRecord.Kind#INDEX} or {@link WireRecord.Kind#MOVED}.
   */
  public static IndexEntry of(WireRecord record) {
    ByteBuffer payload = ByteBuffer.wrap(record.row());
    return new IndexEntry(
        payload.getLong(),
        new FileId(payload.getLong(), payload.getLong()),
        payload.getLong(),
        payload.getLong());
  }
}
