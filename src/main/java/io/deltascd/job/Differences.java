package io.deltascd.job;

import io.deltascd.table.ChangeRows;
import io.deltascd.table.TableDifference;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.RowType.RowField;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;

/** Shows the first rows that gold has and should not have, or lacks. */
final class Differences {
  private static final int SHOWN = 20;

  private final TableDifference difference;

  Differences(TableDifference difference) {
    this.difference = difference;
  }

  /** Prints them, if there are any, and says whether there are. */
  boolean print(OutputStream out) throws IOException {
    try (ChangeRows rows = difference.rows()) {
      if (!rows.next()) {
        return false;
      }
      Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
      RowFormat table = RowFormat.Kind.TABLE.open(columns(difference.columns()), writer);
      int shown = 0;
      do {
        String what = rows.kind() == RowKind.INSERT ? "missing" : "unexpected";
        table.row(new JoinedRowData(GenericRowData.of(StringData.fromString(what)), rows.row()));
        shown++;
      } while (shown < SHOWN && rows.next());
      table.end();
      writer.flush();
      return true;
    }
  }

  private static RowType columns(RowType gold) {
    List<RowField> fields = new ArrayList<>();
    fields.add(new RowField("gold", new VarCharType(VarCharType.MAX_LENGTH)));
    fields.addAll(gold.getFields());
    return new RowType(fields);
  }
}
