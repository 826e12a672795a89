package io.deltascd.job;

import io.deltascd.config.JobConfig;
import java.io.PrintStream;
import java.util.Optional;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where jobs run. */
interface Platform extends AutoCloseable {

  /**
   * An environment with the job's Flink options, the defaults of this program and what the platform
   * adds.
   *
   * @param messages for people
   */
  StreamExecutionEnvironment environment(JobConfig job, PrintStream messages) throws Exception;

  /**
   * The pipeline file to run when the program is started without arguments; empty where it is not
   * meant to be.
   *
   * @throws UsageException if it is, and there is none
   */
  Optional<String> defaultPipeline();

  /** Whether the user has asked to stop; errors that follow from it are not worth a word. */
  boolean stopping();

  @Override
  void close();
}
