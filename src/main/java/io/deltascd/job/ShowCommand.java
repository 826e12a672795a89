package io.deltascd.job;

import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code delta-scd show}. */
@CommandLine.Command(name = "show", description = "Prints the rows of a Delta table.")
final class ShowCommand extends Command {

  @Parameters(paramLabel = "TABLE", description = "Root of the table.")
  private String table;

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "A version of the table; without it the newest.")
  private Long version;

  @Option(
      names = "--format",
      paramLabel = "table|json|csv",
      description = "table: for people; json: one object a line; csv: RFC 4180 with a header.")
  private RowFormat.Kind format = RowFormat.Kind.TABLE;

  @Override
  void execute(Session session) throws IOException {
    if (version != null && version < 0) {
      throw new UsageException(
          "--version is no version of a table", version.toString(), "0 or more", "leave it out");
    }
    OptionalLong wanted = version == null ? OptionalLong.empty() : OptionalLong.of(version);
    try (Tables.Rows rows = session.tables().open(TableLocation.of(table, Map.of()), wanted)) {
      format.print(rows, session.out());
    }
  }
}
