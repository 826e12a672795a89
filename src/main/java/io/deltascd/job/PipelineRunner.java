package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import java.util.Optional;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Builds the job of a pipeline and executes it. */
interface PipelineRunner {

  /**
   * @param environment where the job runs, with all of its configuration
   * @return what was done; empty if the job was only handed over and runs elsewhere
   */
  Optional<RunSummary> run(PipelineConfig pipeline, StreamExecutionEnvironment environment)
      throws Exception;
}
