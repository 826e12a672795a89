package io.deltascd.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/** The rows of a small table in order. */
final class SortedRows {

  private SortedRows() {}

  /**
   * @param columns to order by; their values must be comparable
   */
  static List<RowData> of(Tables.Rows rows, List<String> columns) {
    RowDataSerializer serializer = new RowDataSerializer(rows.schema());
    List<RowData> sorted = new ArrayList<>();
    for (Iterator<RowData> all = rows.rows(); all.hasNext(); ) {
      sorted.add(serializer.toBinaryRow(all.next()).copy());
    }
    sorted.sort(order(rows.schema(), columns));
    return sorted;
  }

  private static Comparator<RowData> order(RowType schema, List<String> columns) {
    Comparator<RowData> order = null;
    for (String column : columns) {
      int index = schema.getFieldIndex(column);
      RowData.FieldGetter getter = RowData.createFieldGetter(schema.getTypeAt(index), index);
      Comparator<RowData> byColumn =
          Comparator.comparing(
              row -> comparable(getter.getFieldOrNull(row)),
              Comparator.nullsFirst(Comparator.naturalOrder()));
      order = order == null ? byColumn : order.thenComparing(byColumn);
    }
    return order;
  }

  @SuppressWarnings("unchecked") // The values of one column are of one class.
  private static Comparable<Object> comparable(Object value) {
    return (Comparable<Object>) value;
  }
}
