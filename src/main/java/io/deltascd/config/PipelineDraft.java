package io.deltascd.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A pipeline file as far as it could be understood, with what is wrong about it.
 *
 * @param name of the pipeline
 * @param source what is followed; empty if it names no path. An option that could not be read has
 *     its default; if anything is wrong, so have those that depend on others: where a run begins
 *     and ends.
 * @param target what is maintained; likewise, with the usual history if anything is wrong. No keys
 *     if none could be read.
 * @param flink Flink options, as written; may hold secrets and are therefore not part of {@link
 *     #toString()}
 * @param maxOutage how long the job may be down; empty if the file does not say
 * @param findings everything that is wrong, in the order of the file
 */
public record PipelineDraft(
    String name,
    Optional<SourceConfig> source,
    Optional<TargetConfig> target,
    Map<String, String> flink,
    Optional<Duration> maxOutage,
    List<Finding> findings) {

  public PipelineDraft {
    flink = Map.copyOf(flink);
    findings = List.copyOf(findings);
  }

  /**
   * The pipeline.
   *
   * @throws ConfigurationException if anything is wrong
   */
  public PipelineConfig config() {
    if (!findings.isEmpty()) {
      throw new ConfigurationException(findings);
    }
    return new PipelineConfig(name, source.orElseThrow(), target.orElseThrow(), flink);
  }

  /** Without the values of Flink options, which may hold secrets. */
  @Override
  public String toString() {
    return "PipelineDraft[name="
        + name
        + ", source="
        + source
        + ", target="
        + target
        + ", flink="
        + new TreeSet<>(flink.keySet())
        + ", findings="
        + findings
        + "]";
  }
}
