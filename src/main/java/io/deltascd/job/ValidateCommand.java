package io.deltascd.job;

import io.deltascd.config.PipelineFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code delta-scd validate}. */
@CommandLine.Command(
    name = "validate",
    description = {
      "Checks everything that can be checked before a pipeline runs: its file, silver, gold, and"
          + " whether they fit. Tells all that is wrong at once, and writes nothing.",
      "Reads silver's key columns in full. A storage that gives no answer within 30 seconds is"
          + " given up.",
      "Exit status: 0 valid, warnings aside; 2 not valid; 1 a storage could not be reached."
    })
final class ValidateCommand extends Command {

  @Parameters(paramLabel = "PIPELINE.yaml", description = "The pipeline file.")
  private Path file;

  @Override
  void execute(Session session) throws IOException {
    Report report = Validation.of(PipelineFile.examine(file, List.of()), Deadline.FIRST_ANSWER);
    if (report.status() != 0) {
      throw new InvalidPipelineException(report.text(), report.status());
    }
    if (!report.findings().isEmpty()) {
      session.messages().println(report.text());
    }
    String facts = report.facts().text() + "The pipeline is valid.\n";
    session.out().write(facts.getBytes(StandardCharsets.UTF_8));
    session.out().flush();
  }
}
