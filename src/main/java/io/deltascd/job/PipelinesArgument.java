package io.deltascd.job;

import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineFiles;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The pipelines of a command that takes several. */
final class PipelinesArgument {

  @Parameters(
      paramLabel = "PIPELINE.yaml",
      description = "The pipeline file, or a folder of pipeline files.")
  private Path path;

  @Mixin private Overrides overrides;

  /**
   * Reads the job.
   *
   * @throws io.deltascd.config.ConfigurationException listing everything that is wrong
   */
  JobConfig read() {
    return PipelineFiles.read(path, overrides.values());
  }

  /**
   * As {@link #read}, but hands over what could be understood together with what is wrong.
   *
   * @throws io.deltascd.config.ConfigurationException if there is no pipeline file
   */
  PipelineFiles examine() {
    return PipelineFiles.examine(path, overrides.values());
  }
}
