package io.deltascd.config;

import java.util.Map;
import java.util.TreeSet;

/**
 * A pipeline file that has been read and checked.
 *
 * @param name of the pipeline, also of the Flink job
 * @param source what is followed
 * @param target what is maintained
 * @param flink Flink options, as written; values may hold secrets and are therefore not part of
 *     {@link #toString()}
 */
public record PipelineConfig(
    String name, SourceConfig source, TargetConfig target, Map<String, String> flink) {

  public PipelineConfig {
    flink = Map.copyOf(flink);
  }

  /** The same, beginning with a resync. */
  public PipelineConfig resyncing() {
    return with(source.resyncing(SourceConfig.ResyncPolicy.NOW));
  }

  /** The same with another source. */
  public PipelineConfig with(SourceConfig other) {
    return new PipelineConfig(name, other, target, flink);
  }

  /** The same with another target. */
  public PipelineConfig with(TargetConfig other) {
    return new PipelineConfig(name, source, other, flink);
  }

  /** Without the values of Flink options, which may hold secrets. */
  @Override
  public String toString() {
    return "PipelineConfig[name="
        + name
        + ", source="
        + source
        + ", target="
        + target
        + ", flink="
        + new TreeSet<>(flink.keySet())
        + "]";
  }
}
