package io.deltascd.job;

import io.deltascd.config.PipelineFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code delta-scd status}. */
@CommandLine.Command(
    name = "status",
    description = {
      "Says how silver and gold stand: versions with their times, lag, rows and files, and how long"
          + " silver is sure to keep the next version that gold needs.",
      "Reads the tables' logs, no rows."
    })
final class StatusCommand extends Command {

  @Parameters(paramLabel = "PIPELINE.yaml", description = "The pipeline file.")
  private Path file;

  @Override
  void execute(Session session) throws IOException {
    Facts facts = StatusReport.of(PipelineFile.read(file, List.of()), Instant.now());
    session.out().write(facts.text().getBytes(StandardCharsets.UTF_8));
    session.out().flush();
  }
}
