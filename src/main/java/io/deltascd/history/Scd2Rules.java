package io.deltascd.history;

import io.deltascd.model.PipelineException;
import io.deltascd.model.WireRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Slowly changing dimension, type 2: a key is absent or has one open record. Within a version
 * everything is taken away first, then added:
 *
 * <table>
 * <caption>Effect of a version on gold</caption>
 * <tr><th>before</th><th>after</th><th>effect</th></tr>
 * <tr><td>absent</td><td>row</td><td>open at the commit time</td></tr>
 * <tr><td>row</td><td>absent</td><td>close at the commit time</td></tr>
 * <tr><td>row</td><td>different row</td><td>close the old, open the new at the same instant</td></tr>
 * <tr><td>row</td><td>same row</td><td>nothing</td></tr>
 * </table>
 *
 * <p>A change that does not fit to the state means that the key is not unique in silver; the run
 * ends with an error that names it. A row whose hash is not known, after a start without state, is
 * taken for the one that silver takes away.
 */
public final class Scd2Rules {

  /** What a change did, for the counters. */
  public enum Effect {
    /** A record was opened. */
    OPENED,
    /** A record was closed. */
    CLOSED,
    /** A record was closed and another one opened at the same instant. */
    CLOSED_AND_OPENED,
    /** The row came back as it was. */
    UNCHANGED;

    /** Whether a record was opened. */
    public boolean opens() {
      return this == OPENED || this == CLOSED_AND_OPENED;
    }

    /** Whether a record was closed. */
    public boolean closes() {
      return this == CLOSED || this == CLOSED_AND_OPENED;
    }
  }

  private final String silver;
  private final List<String> keys;
  private final Schemas schemas;
  private final Map<Long, Decoder> decoders = new HashMap<>();

  /** The one used last: neighbours mostly have the same schema. */
  @Nullable private Decoder latest;

  /**
   * @param silver path of the table, for error texts
   * @param keys the key columns
   * @param schemas of the rows that come
   */
  public Scd2Rules(String silver, List<String> keys, Schemas schemas) {
    this.silver = silver;
    this.keys = List.copyOf(keys);
    this.schemas = schemas;
  }

  /**
   * Opens a record for a row of the first snapshot.
   *
   * @param before null, unless the key is not unique in the snapshot
   */
  public void open(WireRecord row, @Nullable KeyState before, HistoryWriter gold) throws Exception {
    if (before != null) {
      throw notUnique(row, "two rows of the snapshot");
    }
    gold.putCurrent(row, null, KeyState.opened(row, hash(row)));
  }

  /**
   * Applies what a version did to a key.
   *
   * @param before the key's state; null if it has no open record
   */
  public Effect apply(@Nullable KeyState before, KeyChange change, HistoryWriter gold)
      throws Exception {
    WireRecord taken = change.taken();
    WireRecord added = change.added();
    if (!change.isUnique()) {
      throw notUnique(change.rows().get(0), change.rows().size() + " change rows of one version");
    }
    if (before == null) {
      if (taken != null) {
        throw notUnique(taken, "a row is taken away, but no record is open");
      }
      gold.putCurrent(added, null, KeyState.opened(added, hash(added)));
      return Effect.OPENED;
    }
    if (taken == null) {
      throw notUnique(added, "a row is inserted, but a record is open already");
    }
    long takenHash = hash(taken);
    if (before.rowKnown() && takenHash != before.rowHash()) {
      throw notUnique(taken, "the row taken away is not the one that is open");
    }
    if (added == null) {
      gold.appendClosed(taken, before, taken.timeMicros());
      gold.removeCurrent(taken.key(), before);
      return Effect.CLOSED;
    }
    long addedHash = hash(added);
    if (addedHash == takenHash) {
      return Effect.UNCHANGED;
    }
    gold.appendClosed(taken, before, added.timeMicros());
    gold.putCurrent(added, before, KeyState.opened(added, addedHash));
    return Effect.CLOSED_AND_OPENED;
  }

  private long hash(WireRecord row) throws Exception {
    Decoder decoder = decoder(row.schemaId());
    return decoder.hash.of(decoder.row(row));
  }

  private Decoder decoder(long schemaId) throws Exception {
    if (latest == null || latest.schemaId != schemaId) {
      latest = decoders.get(schemaId);
      if (latest == null) {
        latest = new Decoder(schemaId, schemas.columns(schemaId));
        decoders.put(schemaId, latest);
      }
    }
    return latest;
  }

  private PipelineException notUnique(WireRecord row, String found) throws Exception {
    return new PipelineException(
        "The key is not unique in silver",
        silver
            + ", version "
            + row.version()
            + ", key "
            + decoder(row.schemaId()).keyText(row, keys),
        found,
        "at most one row for a key in each version",
        "choose key columns that identify a row, or mend silver and build gold anew");
  }

  /** Reads the rows of one schema. */
  private static final class Decoder {
    private final long schemaId;
    private final RowType columns;
    private final RowHash hash;
    private final BinaryRowData reused;

    Decoder(long schemaId, RowType columns) {
      this.schemaId = schemaId;
      this.columns = columns;
      this.hash = new RowHash(columns, columns.getFieldNames());
      this.reused = new BinaryRowData(columns.getFieldCount());
    }

    BinaryRowData row(WireRecord record) {
      reused.pointTo(MemorySegmentFactory.wrap(record.row()), 0, record.row().length);
      return reused;
    }

    String keyText(WireRecord record, List<String> keys) {
      BinaryRowData row = row(record);
      StringBuilder text = new StringBuilder();
      for (String key : keys) {
        int index = columns.getFieldIndex(key);
        Object value =
            RowData.createFieldGetter(columns.getTypeAt(index), index).getFieldOrNull(row);
        text.append(text.isEmpty() ? "" : ", ").append(key).append('=').append(value);
      }
      return text.toString();
    }
  }
}
