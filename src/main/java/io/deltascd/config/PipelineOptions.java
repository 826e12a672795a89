package io.deltascd.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Options of the pipeline as a whole, and the list of all options of a pipeline file. */
public final class PipelineOptions {

  /** {@code name}. */
  public static final ConfigOption<String> NAME =
      ConfigOptions.key("name")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Name of the pipeline and of the Flink job. Without it: the pipeline file's name"
                  + " without its ending.");

  /** {@code max-outage}. */
  public static final ConfigOption<Duration> MAX_OUTAGE =
      ConfigOptions.key("max-outage")
          .durationType()
          .noDefaultValue()
          .withDescription(
              "How long the job may be down and then go on without a loss. delta-scd validate"
                  + " compares it with the time for which silver keeps its log and its removed"
                  + " files; a run does not use it. Without it nothing is compared.");

  /**
   * Not an option of the pipeline file but of the cluster's Flink configuration: it is read when
   * the program is started without arguments, as Flink 2.3's own submit page does.
   */
  public static final ConfigOption<String> FILE =
      ConfigOptions.key("delta-scd.pipeline")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Path of the pipeline file that is run when the job is submitted without arguments,"
                  + " for example from the page of Flink's web UI. Without it: the environment"
                  + " variable DELTA_SCD_PIPELINE, then pipeline.yaml beside the jar.");

  /** Section of file system options, passed through to Hadoop and never printed. */
  static final String HADOOP = "hadoop";

  /** Section of Flink options, passed through to Flink. */
  static final String FLINK = "flink";

  private PipelineOptions() {}

  /** Every option of a pipeline file, in the order of the file. */
  public static List<ConfigOption<?>> all() {
    List<ConfigOption<?>> all = new ArrayList<>();
    all.add(NAME);
    all.add(MAX_OUTAGE);
    all.addAll(SourceOptions.ALL);
    all.addAll(TargetOptions.ALL);
    return List.copyOf(all);
  }
}
