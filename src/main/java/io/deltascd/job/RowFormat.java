package io.deltascd.job;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Prints the rows of a table, one after the other. */
interface RowFormat {

  /** Prints a row, or keeps a copy of its texts. */
  void row(RowData row) throws IOException;

  /** After the last row. Leaves the writer open. */
  void end() throws IOException;

  /** The formats there are. */
  enum Kind {
    TABLE {
      @Override
      RowFormat open(RowType schema, Writer out) {
        return new TextTable(schema, out);
      }
    },
    JSON {
      @Override
      RowFormat open(RowType schema, Writer out) throws IOException {
        return new JsonRows(schema, out);
      }
    },
    CSV {
      @Override
      RowFormat open(RowType schema, Writer out) throws IOException {
        return new CsvRows(schema, out);
      }
    };

    abstract RowFormat open(RowType schema, Writer out) throws IOException;

    /** Prints rows as they are read, and leaves the stream open. */
    void print(Tables.Rows rows, OutputStream out) throws IOException {
      Writer writer =
          new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
      RowFormat printer = open(rows.schema(), writer);
      for (Iterator<RowData> all = rows.rows(); all.hasNext(); ) {
        printer.row(all.next());
      }
      printer.end();
      writer.flush();
    }
  }
}
