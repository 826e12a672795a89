package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.PipelineFiles;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** {@code delta-scd status}. */
@CommandLine.Command(
    name = "status",
    description = {
      "Says how silver and gold stand: versions with their times, lag, rows and files, and how long"
          + " silver is sure to keep the next version that gold needs.",
      "Reads the tables' logs, no rows. Of a folder, pipelines whose tables cannot be read are told"
          + " after the others, with exit status 1."
    })
final class StatusCommand extends Command {

  @Parameters(
      paramLabel = "PIPELINE.yaml",
      description = "The pipeline file, or a folder of pipeline files.")
  private Path path;

  @Override
  void execute(Session session) throws IOException {
    Instant now = Instant.now();
    JobConfig job = PipelineFiles.read(path, List.of());
    StringJoiner text = new StringJoiner("\n");
    Report failures = new Report();
    for (PipelineConfig pipeline : job.pipelines()) {
      try {
        text.add(StatusReport.of(pipeline, now).text());
      } catch (PipelineException e) {
        if (!job.fromFolder()) {
          throw e;
        }
        failures.add(Finding.of(e).inPipeline(pipeline.name()));
      }
    }
    session.out().write(text.toString().getBytes(StandardCharsets.UTF_8));
    session.out().flush();
    if (!failures.findings().isEmpty()) {
      throw new InvalidPipelineException(failures.text(), Failure.FAILED);
    }
  }
}
