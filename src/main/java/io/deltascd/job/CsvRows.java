package io.deltascd.job;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * RFC 4180: a header, fields separated by commas, lines ended by CR LF. Null is an empty field, an
 * empty text a pair of quotation marks.
 */
final class CsvRows implements RowFormat {
  private final FieldTexts texts;
  private final Writer out;

  CsvRows(RowType schema, Writer out) throws IOException {
    this.texts = new FieldTexts(schema);
    this.out = out;
    line(schema.getFieldNames());
  }

  @Override
  public void row(RowData row) throws IOException {
    line(texts.of(row));
  }

  @Override
  public void end() {}

  private void line(List<String> fields) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      if (fields.get(i) != null) {
        out.write(field(fields.get(i)));
      }
    }
    out.write("\r\n");
  }

  private static String field(String text) {
    boolean plain =
        !text.isEmpty()
            && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
