package io.deltascd.config;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The pipelines that run as one Flink job.
 *
 * @param name of the Flink job
 * @param pipelines at least one, with different names
 * @param fromFolder whether they come from a folder of pipeline files, to which others may be added
 *     later
 * @param flink Flink options of all of them, as written; values may hold secrets and are therefore
 *     not part of {@link #toString()}
 */
public record JobConfig(
    String name, List<PipelineConfig> pipelines, boolean fromFolder, Map<String, String> flink) {

  public JobConfig {
    pipelines = List.copyOf(pipelines);
    flink = Map.copyOf(flink);
  }

  /** A pipeline as a job of its own. */
  public static JobConfig of(PipelineConfig pipeline) {
    return new JobConfig(pipeline.name(), List.of(pipeline), false, pipeline.flink());
  }

  /** The same, with pipelines that begin with a resync. */
  public JobConfig resyncing() {
    return new JobConfig(
        name, pipelines.stream().map(PipelineConfig::resyncing).toList(), fromFolder, flink);
  }

  /** Whether the job ends by itself. */
  public boolean isBounded() {
    return pipelines.stream().allMatch(pipeline -> pipeline.source().bounded().endsByItself());
  }

  /** Without the values of Flink options, which may hold secrets. */
  @Override
  public String toString() {
    return "JobConfig[name="
        + name
        + ", pipelines="
        + pipelines
        + ", fromFolder="
        + fromFolder
        + ", flink="
        + new TreeSet<>(flink.keySet())
        + "]";
  }
}
