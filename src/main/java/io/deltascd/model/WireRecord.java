package io.deltascd.model;

import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.types.RowKind;

/**
 * One row on its way from silver to a target. Immutable, so that chained operators may share it.
 *
 * <p>The type is not tied to silver's columns: {@link #schemaId()} names the schema of the row.
 */
public final class WireRecord {

  /** What the row is. */
  public enum Kind {
    /** A row of the change feed; applied when its version is complete. */
    CHANGE,
    /** A row of the first snapshot; the only row of its key, so it need not wait. */
    SNAPSHOT,
    /** Where a current row lies in gold, see {@link IndexEntry}; comes before all changes. */
    INDEX,
    /**
     * A row of the feed or of the first snapshot that has null in a key column. Its key is {@link
     * Key#ofRowWithoutKey}.
     */
    REJECTED,
    /**
     * Not a row: the version has other columns, those of {@link #schemaId()}. Its key is {@link
     * Key#OF_SCHEMA}, its row is empty.
     */
    SCHEMA,
    /**
     * What silver had, as a deletion, or has, as an insert, at a resync; applied when its version
     * is complete.
     */
    RESYNC,
    /**
     * Where a current row lies since its file was rewritten, see {@link IndexEntry}; comes at any
     * time.
     */
    MOVED
  }

  /** Objects and headers around the two arrays, on a 64-bit JVM with compressed pointers. */
  private static final int HEAP_OVERHEAD = 120;

  private final Kind kind;
  private final int target;
  private final RowKind rowKind;
  private final long version;
  private final long timeMicros;
  private final long schemaId;
  private final Key key;
  private final byte[] row;

  /**
   * @param kind what the row is
   * @param target ordinal of the target in the pipeline file
   * @param rowKind insert, update before (preimage), update after (postimage) or delete
   * @param version silver's version, {@code _commit_version}
   * @param timeMicros commit time of that version, in microseconds since the epoch
   * @param schemaId see {@link SilverSchema#id()}
   * @param key the business key
   * @param row bytes of a Flink binary row with silver's columns, or of an {@link IndexEntry}; not
   *     copied
   */
  public WireRecord(
      Kind kind,
      int target,
      RowKind rowKind,
      long version,
      long timeMicros,
      long schemaId,
      Key key,
      byte[] row) {
    this.kind = kind;
    this.target = target;
    this.rowKind = rowKind;
    this.version = version;
    this.timeMicros = timeMicros;
    this.schemaId = schemaId;
    this.key = key;
    this.row = row;
  }

  /** What the row is. */
  public Kind kind() {
    return kind;
  }

  /** Ordinal of the target in the pipeline file. */
  public int target() {
    return target;
  }

  /** Insert, update before (preimage), update after (postimage) or delete. */
  public RowKind rowKind() {
    return rowKind;
  }

  /** Whether the row is taken away (preimage, delete) rather than added. */
  public boolean takesAway() {
    return rowKind == RowKind.UPDATE_BEFORE || rowKind == RowKind.DELETE;
  }

  /** Silver's version. */
  public long version() {
    return version;
  }

  /** Commit time of the version, in microseconds since the epoch. */
  public long timeMicros() {
    return timeMicros;
  }

  /** Names the schema of the row. */
  public long schemaId() {
    return schemaId;
  }

  /** The business key. */
  public Key key() {
    return key;
  }

  /** Bytes of a Flink binary row, or of an {@link IndexEntry}; not to be changed. */
  public byte[] row() {
    return row;
  }

  /**
   * Lets a binary row show the bytes of this one.
   *
   * @param shown with as many fields as this row's schema
   * @return {@code shown}
   */
  public BinaryRowData shownBy(BinaryRowData shown) {
    shown.pointTo(MemorySegmentFactory.wrap(row), 0, row.length);
    return shown;
  }

  /** About how much heap the record takes, in bytes. */
  public int heapSize() {
    return HEAP_OVERHEAD + key.bytes().length + row.length;
  }

  @Override
  public String toString() {
    return kind + " " + rowKind.shortString() + " version " + version + " key " + key;
  }
}
