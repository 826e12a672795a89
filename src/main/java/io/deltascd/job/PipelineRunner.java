package io.deltascd.job;

import io.deltascd.config.JobConfig;
import java.util.Optional;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Builds the Flink job of one or more pipelines and executes it. */
interface PipelineRunner {

  /**
   * @param environment where the job runs, with all of its configuration
   * @return what was done; empty if the job was only handed over and runs elsewhere
   */
  Optional<JobSummary> run(JobConfig job, StreamExecutionEnvironment environment) throws Exception;
}
