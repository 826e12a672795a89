package io.deltascd.history;

import io.deltascd.model.CanonicalValue;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * What orders the rows of a key within a version: the values of some columns, each in its natural
 * order with null as the least, then the canonical bytes of all that gold keeps. Rows of the same
 * rank are equal in gold.
 */
final class RowRank implements Comparable<RowRank> {
  private static final Comparator<Comparable<Object>> VALUES =
      Comparator.nullsFirst(Comparator.naturalOrder());
  private static final Comparator<byte[]> BYTES = Comparator.nullsFirst(Arrays::compareUnsigned);

  private final List<Comparable<Object>> sequence;
  private final byte[][] canonical;

  private RowRank(List<Comparable<Object>> sequence, byte[][] canonical) {
    this.sequence = sequence;
    this.canonical = canonical;
  }

  @Override
  public int compareTo(RowRank other) {
    for (int i = 0; i < sequence.size(); i++) {
      int order = VALUES.compare(sequence.get(i), other.sequence.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Arrays.compare(canonical, other.canonical, BYTES);
  }

  /** Ranks the rows of one schema. */
  static final class Reader {
    private final RowData.FieldGetter[] sequence;
    private final CanonicalValue.Encoder[] canonical;

    /**
     * @param columns of the rows
     * @param sequenceBy the columns that decide first
     * @param kept the columns that decide then
     */
    Reader(RowType columns, List<String> sequenceBy, List<String> kept) {
      this.sequence =
          sequenceBy.stream()
              .map(columns::getFieldIndex)
              .map(index -> RowData.createFieldGetter(columns.getTypeAt(index), index))
              .toArray(RowData.FieldGetter[]::new);
      this.canonical =
          kept.stream()
              .map(columns::getFieldIndex)
              .map(index -> CanonicalValue.encoder(columns.getTypeAt(index), index))
              .toArray(CanonicalValue.Encoder[]::new);
    }

    RowRank of(RowData row) {
      return new RowRank(
          Arrays.stream(sequence).map(getter -> comparable(getter.getFieldOrNull(row))).toList(),
          Arrays.stream(canonical).map(encoder -> encoder.encode(row)).toArray(byte[][]::new));
    }

    /** Every type that is allowed here has an order of its own; zeros of both signs are equal. */
    @Nullable
    @SuppressWarnings("unchecked")
    private static Comparable<Object> comparable(@Nullable Object value) {
      Object one = value;
      if (value instanceof Double number && number == 0) {
        one = 0.0d;
      } else if (value instanceof Float number && number == 0) {
        one = 0.0f;
      }
      return (Comparable<Object>) one;
    }
  }
}
