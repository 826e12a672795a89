package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.time.Instant;
import java.util.StringJoiner;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** {@code delta-scd status}. */
@CommandLine.Command(
    name = "status",
    description = {
      "Says how silver and gold stand: versions with their times, lag, rows and files, and how long"
          + " silver is sure to keep the next version that gold needs.",
      "Reads the tables' logs, and no rows but the is-current column of a gold that was adopted and"
          + " is not partitioned by it. Of a folder, pipelines whose tables cannot be read are told"
          + " after the others, with exit status 1."
    })
final class StatusCommand extends Command {

  @Mixin private PipelinesArgument pipelines;

  @Override
  void execute(Session session) throws IOException {
    Instant now = Instant.now();
    JobConfig job = pipelines.read();
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
    session.print(text.toString());
    if (!failures.findings().isEmpty()) {
      throw new InvalidPipelineException(failures.text(), Failure.FAILED);
    }
  }
}
