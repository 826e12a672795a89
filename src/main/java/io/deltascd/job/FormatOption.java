package io.deltascd.job;

import java.io.IOException;
import picocli.CommandLine.Option;

/** How a command prints the rows of a table. */
final class FormatOption {

  @Option(
      names = "--format",
      paramLabel = "table|json|csv",
      description = "table: for people; json: one object a line; csv: RFC 4180 with a header.")
  private RowFormat.Kind kind = RowFormat.Kind.TABLE;

  /** Prints rows to standard output as they are read. */
  void print(Tables.Rows rows, Session session) throws IOException {
    kind.print(rows, session.out());
  }
}
