package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.PipelineDraft;
import io.deltascd.config.PipelineFiles;
import java.io.IOException;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

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

  @Mixin private PipelinesArgument pipelines;

  @Override
  void execute(Session session) throws IOException {
    PipelineFiles files = pipelines.examine();
    Report report = new Report();
    StringJoiner facts = new StringJoiner("\n");
    for (PipelineDraft draft : files.drafts()) {
      Report one = Validation.of(draft, Deadline.FIRST_ANSWER);
      for (Finding finding : one.findings()) {
        report.add(files.isFolder() ? finding.inPipeline(draft.name()) : finding);
      }
      facts.add(one.facts().text());
    }
    report.addAll(files.findings());
    report.addAll(places(files.drafts()));
    if (report.status() != 0) {
      throw new InvalidPipelineException(report.text(), report.status());
    }
    if (!report.findings().isEmpty()) {
      session.messages().println(report.text());
    }
    String verdict = files.drafts().size() == 1 ? "The pipeline is" : "The pipelines are";
    session.print(facts + verdict + " valid.\n");
  }

  /** What is wrong between the tables of several pipelines. */
  private static List<Finding> places(List<PipelineDraft> drafts) throws IOException {
    FolderPlaces places = new FolderPlaces();
    for (PipelineDraft draft : drafts) {
      if (draft.source().isPresent()) {
        places.add(draft.name(), draft.source().get());
      }
      if (draft.target().isPresent()) {
        places.add(draft.name(), draft.target().get());
      }
    }
    return places.findings();
  }
}
