package io.deltascd.job;

import io.deltascd.config.JobConfig;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code delta-scd run}. */
@CommandLine.Command(
    name = "run",
    description = {
      "Runs a pipeline: follows silver's changes and maintains gold. All pipelines of a folder run"
          + " as one job.",
      "Ends by itself if source.scan.bounded.mode says so, else with Ctrl-C."
    })
final class RunCommand extends Command {

  @Mixin private PipelinesArgument pipelines;

  @Option(
      names = "--resync",
      description =
          "First compares gold with silver's newest version, and opens, closes and updates what"
              + " differs; changes in between are in no history. Without state only.")
  private boolean resync;

  @Override
  void execute(Session session) throws Exception {
    JobConfig job = pipelines.read();
    print(session, run(session, resync ? job.resyncing() : job));
  }

  static Optional<JobSummary> run(Session session, JobConfig job) throws Exception {
    return session.runner().run(job, session.platform().environment(job, session.messages()));
  }

  static void print(Session session, Optional<JobSummary> summary) throws IOException {
    if (summary.isEmpty()) {
      session.messages().println("The job was handed over and runs on the cluster.");
      return;
    }
    session.print(summary.get().text());
  }
}
