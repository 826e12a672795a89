package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * The rows that two tables do not have in common, each as often as one table has it more than the
 * other. {@link RowDigest} says which rows are equal. Takes bounded memory: both tables are read
 * several times.
 */
public final class TableDifference {
  private final TableReader expected;
  private final TableReader found;

  /** The columns of the second table in the order of the first. */
  private final int[] order;

  /**
   * @param expected a table
   * @param found a table that is to have the same rows
   * @throws PipelineException if they have other columns; their order does not matter
   */
  public TableDifference(TableReader expected, TableReader found) {
    RowType columns = found.schema();
    this.order =
        expected.schema().getFieldNames().stream().mapToInt(columns::getFieldIndex).toArray();
    if (!haveSameColumns(expected.schema(), columns)) {
      throw new PipelineException(
          "The tables have other columns",
          found.root(),
          found.schema().asSummaryString(),
          expected.schema().asSummaryString(),
          "compare tables of the same columns");
    }
    this.expected = expected;
    this.found = found;
  }

  private boolean haveSameColumns(RowType first, RowType second) {
    return first.getFieldCount() == second.getFieldCount()
        && IntStream.range(0, order.length)
            .allMatch(
                i ->
                    order[i] >= 0
                        && DeltaTypes.nullable(first.getTypeAt(i))
                            .equals(DeltaTypes.nullable(second.getTypeAt(order[i]))));
  }

  /** The columns of both, in the order of the first table. */
  public RowType columns() {
    return expected.schema();
  }

  /**
   * The rows; {@link RowKind#INSERT} are those that are missing in the second table, {@link
   * RowKind#DELETE} those that it has beyond the first.
   */
  public ChangeRows rows() {
    FeedCommit.Opener both = () -> new Both(expected, found, order);
    return new MatchedRows(both, both, new EqualRows(new RowDigest(expected.schema())));
  }

  /** All rows of the second table as taken away, then all of the first as added. */
  private static final class Both implements ChangeRows {
    private final TableReader expected;
    private final ProjectedRowData ordered;
    private final RowDataSerializer serializer;
    private TableRows rows;
    private RowKind kind = RowKind.DELETE;
    @Nullable private BinaryRowData row;

    Both(TableReader expected, TableReader found, int[] order) {
      this.expected = expected;
      this.ordered = ProjectedRowData.from(order);
      this.serializer = new RowDataSerializer(expected.schema());
      this.rows = found.rows();
    }

    @Override
    public boolean next() throws IOException {
      while (!rows.hasNext()) {
        if (kind == RowKind.INSERT) {
          return false;
        }
        rows.close();
        kind = RowKind.INSERT;
        rows = expected.rows();
      }
      RowData next = rows.next();
      row = serializer.toBinaryRow(kind == RowKind.DELETE ? ordered.replaceRow(next) : next).copy();
      return true;
    }

    @Override
    public RowKind kind() {
      return kind;
    }

    @Override
    public BinaryRowData row() {
      return row;
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
