package io.deltascd.table;

import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatchedRowsTest {
  private static final long VERSION = 7;

  private static final RowType TYPE =
      RowType.of(new LogicalType[] {new BigIntType(), new VarCharType(99), new DoubleType()});

  /** A row with its id and the version that wrote it. */
  private record Row(
      RowKind kind, long id, long writtenBy, Long number, String text, Double value) {
    static Row of(RowKind kind, Long number, String text, Double value) {
      return new Row(kind, 0, 0, number, text, value);
    }

    static Row of(RowKind kind, long id, long writtenBy) {
      return new Row(kind, id, writtenBy, id, "x", null);
    }

    @Override
    public String toString() {
      return kind.shortString() + number + text + value;
    }
  }

  @Test
  void equalRowsAreLeftOutOneForOne() throws IOException {
    assertThat(
            byValues(
                100,
                Row.of(DELETE, 1L, "a", 1.0),
                Row.of(DELETE, 1L, "a", 1.0),
                Row.of(DELETE, 2L, null, null),
                Row.of(DELETE, 3L, "", Double.NaN),
                Row.of(DELETE, 4L, null, -0.0),
                Row.of(INSERT, 4L, null, 0.0),
                Row.of(INSERT, 3L, "", Double.NaN),
                Row.of(INSERT, 3L, null, Double.NaN),
                Row.of(INSERT, 1L, "a", 1.0),
                Row.of(INSERT, 2L, null, null),
                Row.of(INSERT, 5L, "b", 2.0),
                Row.of(INSERT, 5L, "b", 2.0)))
        .containsExactlyInAnyOrder("-D1a1.0", "+I3nullNaN", "+I5b2.0", "+I5b2.0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 300, 5000, 1 << 29})
  void whateverFitsIntoMemory(int most) throws IOException {
    Random random = new Random(3);
    List<Row> rows = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (long i = 0; i < 3000; i++) {
      rows.add(Row.of(DELETE, i, "old", null));
      if (random.nextInt(10) == 0) {
        rows.add(Row.of(INSERT, i, "new", null));
        expected.add("-D" + i + "oldnull");
        expected.add("+I" + i + "newnull");
      } else {
        rows.add(Row.of(INSERT, i, "old", null));
      }
    }
    assertThat(byValues(most, rows.toArray(Row[]::new)))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void idsTellUpdatesAndCopies() throws IOException {
    assertThat(
            byIds(
                Row.of(DELETE, 1, 3), // updated
                Row.of(DELETE, 2, 3), // copied
                Row.of(DELETE, 3, 3), // deleted
                Row.of(DELETE, 4, 6), // set back to what version 2 wrote
                Row.of(INSERT, 4, 2),
                Row.of(INSERT, 2, 3),
                Row.of(INSERT, 1, VERSION),
                Row.of(INSERT, 5, VERSION), // new
                Row.of(INSERT, 6, 2))) // brought back
        .containsExactlyInAnyOrder(
            "-U1xnull", "+U1xnull", "-D3xnull", "-D4xnull", "+I4xnull", "+I5xnull", "+I6xnull");
  }

  private static List<String> byValues(int most, Row... rows) throws IOException {
    return changes(new EqualRows(new RowDigest(TYPE)), most, List.of(rows));
  }

  private static List<String> byIds(Row... rows) throws IOException {
    List<String> changes = changes(new RowsOfId(VERSION), 100, List.of(rows));
    assertThat(changes(new RowsOfId(VERSION), 1, List.of(rows)))
        .containsExactlyInAnyOrderElementsOf(changes);
    return changes;
  }

  private static List<String> changes(MatchedRows.Matcher matcher, int most, List<Row> rows)
      throws IOException {
    List<String> changes = new ArrayList<>();
    FeedCommit.Opener opener = () -> new ListRows(rows);
    try (MatchedRows matched = new MatchedRows(opener, opener, matcher, most)) {
      while (matched.next()) {
        BinaryRowData row = matched.row();
        changes.add(
            matched.kind().shortString()
                + row.getLong(0)
                + (row.isNullAt(1) ? null : row.getString(1))
                + (row.isNullAt(2) ? null : row.getDouble(2)));
      }
    }
    return changes;
  }

  /** Rows of a list. */
  private static final class ListRows implements ChangeRows {
    private final RowDataSerializer serializer = new RowDataSerializer(TYPE);
    private final List<Row> rows;
    private int at = -1;

    ListRows(List<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean next() {
      return ++at < rows.size();
    }

    @Override
    public RowKind kind() {
      return rows.get(at).kind();
    }

    @Override
    public BinaryRowData row() {
      Row row = rows.get(at);
      return serializer
          .toBinaryRow(
              GenericRowData.of(row.number(), StringData.fromString(row.text()), row.value()))
          .copy();
    }

    @Override
    public long rowId() {
      return rows.get(at).id();
    }

    @Override
    public long rowCommitVersion() {
      return rows.get(at).writtenBy();
    }

    @Override
    public void close() {}
  }
}
