package io.deltascd.job;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;

/**
 * Columns for people to read, with header and row count. The first rows decide how wide a column
 * is; a longer text further down stands out of its column.
 */
final class TextTable implements RowFormat {
  static final int ROWS_MEASURED = 1000;

  private final FieldTexts texts;
  private final RowType schema;
  private final Writer out;
  private final int[] widths;
  private List<List<String>> measured = new ArrayList<>();
  private long count;

  TextTable(RowType schema, Writer out) {
    this.texts = new FieldTexts(schema);
    this.schema = schema;
    this.out = out;
    this.widths = new int[schema.getFieldCount()];
    measure(schema.getFieldNames());
  }

  @Override
  public void row(RowData row) throws IOException {
    count++;
    List<String> line = texts.of(row).stream().map(TextTable::printable).toList();
    if (measured == null) {
      line(line);
      return;
    }
    measure(line);
    measured.add(line);
    if (measured.size() == ROWS_MEASURED) {
      printMeasured();
    }
  }

  @Override
  public void end() throws IOException {
    if (measured != null) {
      printMeasured();
    }
    out.write(count == 1 ? "(1 row)\n" : "(" + count + " rows)\n");
  }

  private void measure(List<String> line) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], length(line.get(i)));
    }
  }

  private void printMeasured() throws IOException {
    line(schema.getFieldNames());
    List<String> rule = new ArrayList<>();
    for (int width : widths) {
      rule.add("-".repeat(width));
    }
    line(rule);
    for (List<String> row : measured) {
      line(row);
    }
    measured = null;
  }

  private void line(List<String> fields) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < fields.size(); i++) {
      String blanks = " ".repeat(Math.max(0, widths[i] - length(fields.get(i))));
      boolean right = schema.getTypeAt(i).is(LogicalTypeFamily.NUMERIC);
      line.append(i == 0 ? "" : "  ");
      line.append(right ? blanks + fields.get(i) : fields.get(i) + blanks);
    }
    out.write(line.toString().stripTrailing() + "\n");
  }

  /** Null as such, and on one line whatever the text holds. */
  private static String printable(String text) {
    return text == null
        ? "null"
        : text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
