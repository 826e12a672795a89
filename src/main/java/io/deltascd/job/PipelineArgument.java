package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.PipelineFile;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The pipeline of a command that takes one. */
final class PipelineArgument {

  @Parameters(paramLabel = "PIPELINE.yaml", description = "The pipeline file.")
  private Path file;

  @Mixin private Overrides overrides;

  /**
   * Reads the pipeline.
   *
   * @throws io.deltascd.config.ConfigurationException listing everything that is wrong
   */
  PipelineConfig read() {
    return PipelineFile.read(file, overrides.values());
  }
}
