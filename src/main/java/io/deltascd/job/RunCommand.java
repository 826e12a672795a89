package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.PipelineFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code delta-scd run}. */
@CommandLine.Command(
    name = "run",
    description = {
      "Runs a pipeline: follows silver's changes and maintains gold.",
      "Ends by itself if source.scan.bounded.mode says so, else with Ctrl-C."
    })
final class RunCommand extends Command {

  @Parameters(paramLabel = "PIPELINE.yaml", description = "The pipeline file.")
  private Path file;

  @Option(
      names = "-D",
      paramLabel = "key=value",
      description =
          "A key of the pipeline file or a Flink option; wins over the file. Can be repeated.")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--resync",
      description = {
        "First compares gold with silver's newest version, and opens, closes and updates what",
        "differs; changes in between are in no history. Without state only."
      })
  private boolean resync;

  @Override
  void execute(Session session) throws Exception {
    PipelineConfig pipeline = PipelineFile.read(file, overrides);
    print(session, run(session, resync ? pipeline.resyncing() : pipeline));
  }

  static Optional<RunSummary> run(Session session, PipelineConfig pipeline) throws Exception {
    return session
        .runner()
        .run(pipeline, session.platform().environment(pipeline, session.messages()));
  }

  static void print(Session session, Optional<RunSummary> summary) throws IOException {
    if (summary.isEmpty()) {
      session.messages().println("The job was handed over and runs on the cluster.");
      return;
    }
    session
        .out()
        .write((summary.get().line() + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
    session.out().flush();
  }
}
