package io.deltascd.job;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What the command line says in the place of a pipeline file. */
final class Overrides {
  /** The option. */
  static final String OPTION = "-D";

  @Option(
      names = OPTION,
      paramLabel = "key=value",
      description =
          "A key of the pipeline file or a Flink option; wins over each file. Can be repeated.")
  private List<String> values = new ArrayList<>();

  /** Each as {@code key=value}, in the order of the command line. */
  List<String> values() {
    return List.copyOf(values);
  }
}
