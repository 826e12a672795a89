package io.deltascd.model;

import org.apache.flink.metrics.MetricGroup;

/** Tells the metrics of a pipeline from those of the other pipelines of its job. */
public final class PipelineLabel {
  private static final String LABEL = "pipeline";

  private PipelineLabel() {}

  /**
   * A group for the pipeline's metrics: reporters give them the label {@code pipeline}, Flink's
   * REST interface and UI put {@code pipeline} and the name before theirs.
   *
   * @param metrics of an operator, or of an enumerator
   * @param start of the pipeline
   */
  public static MetricGroup of(MetricGroup metrics, StartPoint start) {
    return metrics.addGroup(LABEL, start.pipelineName());
  }
}
