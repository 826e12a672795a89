package io.deltascd.job;

import java.util.Map;

/**
 * What a job that ended by itself did.
 *
 * @param pipelines by the name of the pipeline, in the order of their files; at least one
 * @param fromFolder whether they come from a folder of pipeline files
 */
record JobSummary(Map<String, RunSummary> pipelines, boolean fromFolder) {

  /** Of a pipeline that was a job of its own. */
  static JobSummary of(String pipeline, RunSummary summary) {
    return new JobSummary(Map.of(pipeline, summary), false);
  }

  /**
   * A line for each pipeline of a folder, and one for all of them, each with a line break. The form
   * of the last line is part of the command line's contract.
   */
  String text() {
    StringBuilder text = new StringBuilder();
    if (fromFolder) {
      pipelines.forEach((name, summary) -> text.append(line(name, summary)));
    }
    RunSummary all = pipelines.values().stream().reduce(RunSummary::plus).orElseThrow();
    return text.append(line("done", all)).toString();
  }

  private static String line(String head, RunSummary summary) {
    return head + ": " + summary.text() + System.lineSeparator();
  }
}
