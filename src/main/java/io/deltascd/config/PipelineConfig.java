package io.deltascd.config;

import java.util.Map;

/**
 * A pipeline file that has been read and checked.
 *
 * @param name of the pipeline, also of the Flink job
 * @param source what is followed
 * @param target what is maintained
 * @param flink Flink options, as written
 */
public record PipelineConfig(
    String name, SourceConfig source, TargetConfig target, Map<String, String> flink) {

  public PipelineConfig {
    flink = Map.copyOf(flink);
  }
}
