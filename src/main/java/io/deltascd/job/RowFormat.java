package io.deltascd.job;

import java.io.IOException;
import java.io.Writer;
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
  }
}
