package io.deltascd.job;

import java.io.IOException;
import java.util.OptionalLong;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code delta-scd show}. */
@CommandLine.Command(name = "show", description = "Prints the rows of a Delta table.")
final class ShowCommand extends Command {

  @Mixin private TableArgument table;

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "A version of the table; default: the newest.")
  private Long version;

  @Mixin private FormatOption format;

  @Override
  void execute(Session session) throws IOException {
    VersionNumber.check("--version", version);
    OptionalLong wanted = version == null ? OptionalLong.empty() : OptionalLong.of(version);
    try (Tables.Rows rows = session.tables().open(table.location(), wanted)) {
      format.print(rows, session);
    }
  }
}
