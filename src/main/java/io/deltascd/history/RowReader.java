package io.deltascd.history;

import io.deltascd.model.CanonicalValue;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.WireRecord;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;

/** What rules need to know of rows: whether two are equal, and which one comes last. */
final class RowReader {
  private final HistorySettings settings;
  private final Schemas schemas;
  private final Map<Long, Decoder> decoders = new HashMap<>();

  /** The one used last: neighbours mostly have the same schema. */
  @Nullable private Decoder latest;

  RowReader(HistorySettings settings, Schemas schemas) {
    this.settings = settings;
    this.schemas = schemas;
  }

  /** The hash of the tracked columns. */
  long hash(WireRecord row) throws Exception {
    Decoder decoder = decoder(row);
    return decoder.tracked.of(decoder.row(row));
  }

  /**
   * The hash that a row has under the schema of another one: without the columns that this one has
   * not, and with values of its types. It is equal to the hash of that one if silver's change of
   * the columns is all that lies between the two.
   */
  long hash(WireRecord row, WireRecord other) throws Exception {
    return row.schemaId() == other.schemaId()
        ? hash(row)
        : decoder(other).tracked.of(converted(row, other));
  }

  private RowData converted(WireRecord row, WireRecord other) throws Exception {
    RowType columns = decoder(other).columns;
    Decoder decoder = decoder(row);
    return new RowConversion(decoder.columns, columns).of(decoder.row(row));
  }

  /** Whether gold would show both alike, given that their tracked columns are equal. */
  boolean sameUntracked(WireRecord one, WireRecord other) throws Exception {
    if (settings.tracked().isEmpty()) {
      return true;
    }
    Decoder first = decoder(one);
    long hash =
        one.schemaId() == other.schemaId()
            ? first.kept.of(first.row(one))
            : decoder(other).kept.of(converted(one, other));
    Decoder second = decoder(other);
    return hash == second.kept.of(second.row(other));
  }

  /**
   * The row that counts of several: the greatest by {@link HistorySettings#sequenceBy()}, then by
   * the canonical bytes of gold's columns. The order they come in does not matter.
   */
  WireRecord last(List<WireRecord> rows) throws Exception {
    WireRecord last = rows.get(0);
    if (rows.size() > 1) {
      RowRank greatest = rank(last);
      for (WireRecord row : rows.subList(1, rows.size())) {
        RowRank rank = rank(row);
        if (rank.compareTo(greatest) > 0) {
          last = row;
          greatest = rank;
        }
      }
    }
    return last;
  }

  /**
   * What is left of a change without pairs of equal rows taken away and added, by all of silver's
   * columns: a row that was not changed does not count, however a version brings it.
   *
   * <p>Where there is one pair of a key that is unique, only the bytes are compared: the rules see
   * for themselves whether it is a change of what gold keeps.
   */
  KeyChange net(KeyChange change) throws Exception {
    if (!change.isUnique()) {
      return netOfMany(change);
    }
    WireRecord taken = change.taken();
    WireRecord added = change.added();
    if (taken == null || added == null) {
      return change;
    }
    boolean equal =
        (taken.schemaId() == added.schemaId() && Arrays.equals(taken.row(), added.row()))
            || (settings.keepsLast() && values(taken).equals(values(added)));
    return equal ? new KeyChange() : change;
  }

  private KeyChange netOfMany(KeyChange change) throws Exception {
    Map<Map<String, ByteBuffer>, Deque<WireRecord>> taken = new HashMap<>();
    for (WireRecord row : change.allTaken()) {
      taken.computeIfAbsent(values(row), values -> new ArrayDeque<>()).add(row);
    }
    List<WireRecord> left = new ArrayList<>();
    for (WireRecord row : change.allAdded()) {
      Deque<WireRecord> equal = taken.get(values(row));
      if (equal == null || equal.isEmpty()) {
        left.add(row);
      } else {
        equal.remove();
      }
    }
    taken.values().forEach(left::addAll);
    return KeyChange.of(left);
  }

  /** The canonical values of all columns that are not null. */
  private Map<String, ByteBuffer> values(WireRecord record) throws Exception {
    Decoder decoder = decoder(record);
    BinaryRowData row = decoder.row(record);
    Map<String, ByteBuffer> values = new HashMap<>();
    for (int i = 0; i < decoder.all.length; i++) {
      byte[] value = decoder.all[i].encode(row);
      if (value != null) {
        values.put(decoder.columns.getFieldNames().get(i), ByteBuffer.wrap(value));
      }
    }
    return values;
  }

  private RowRank rank(WireRecord record) throws Exception {
    Decoder decoder = decoder(record);
    return decoder.ranks.of(decoder.row(record));
  }

  /** The key in words, for error texts. */
  String keyText(WireRecord record, List<String> keys) throws Exception {
    Decoder decoder = decoder(record);
    BinaryRowData row = decoder.row(record);
    StringBuilder text = new StringBuilder();
    for (String key : keys) {
      int index = decoder.columns.getFieldIndex(key);
      Object value =
          RowData.createFieldGetter(decoder.columns.getTypeAt(index), index).getFieldOrNull(row);
      text.append(text.isEmpty() ? "" : ", ").append(key).append('=').append(value);
    }
    return text.toString();
  }

  private Decoder decoder(WireRecord row) throws Exception {
    if (latest == null || latest.schemaId != row.schemaId()) {
      latest = decoders.get(row.schemaId());
      if (latest == null) {
        latest = new Decoder(row.schemaId(), schemas.columns(row.schemaId()));
        decoders.put(row.schemaId(), latest);
      }
    }
    return latest;
  }

  /** Reads the rows of one schema. */
  private final class Decoder {
    private final long schemaId;
    private final RowType columns;
    private final RowHash tracked;
    private final RowHash kept;
    private final CanonicalValue.Encoder[] all;
    private final RowRank.Reader ranks;
    private final BinaryRowData reused;

    Decoder(long schemaId, RowType columns) {
      this.schemaId = schemaId;
      this.columns = columns;
      // Silver may have dropped a column that gold keeps.
      List<String> names =
          settings.columns().isEmpty()
              ? columns.getFieldNames()
              : settings.columns().stream().filter(columns.getFieldNames()::contains).toList();
      // Rows read from gold lack a column that gold does not keep; they are never ranked.
      List<String> sequence =
          settings.sequenceBy().stream().filter(columns.getFieldNames()::contains).toList();
      this.kept = new RowHash(columns, names);
      this.tracked = settings.tracked().isEmpty() ? kept : new RowHash(columns, settings.tracked());
      this.all = new CanonicalValue.Encoder[columns.getFieldCount()];
      for (int i = 0; i < all.length; i++) {
        all[i] = CanonicalValue.encoder(columns.getTypeAt(i), i);
      }
      this.ranks = new RowRank.Reader(columns, sequence, names);
      this.reused = new BinaryRowData(columns.getFieldCount());
    }

    BinaryRowData row(WireRecord record) {
      return record.shownBy(reused);
    }
  }
}
