package io.deltascd.job;

import io.deltascd.changes.ChangeSource;
import io.deltascd.changes.VersionWatermarks;
import io.deltascd.config.PipelineConfig;
import io.deltascd.model.ModelTypes;
import io.deltascd.model.StartPoint;
import io.deltascd.model.WireRecord;
import io.deltascd.sink.GoldTarget;
import io.deltascd.sink.OperatorScope;
import io.deltascd.table.GoldSchema;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The operators of the job, in the order of the flow. Each has a uid of its own: savepoints depend
 * on it.
 *
 * <pre>
 * changes ──▶ by key ──▶ history (align · rules · files) ──▶ global ──▶ aggregator ──▶ committer
 * </pre>
 */
final class Topology {

  private Topology() {}

  /**
   * Adds the pipeline to the environment.
   *
   * @param schema gold's columns
   * @param start where a job without state begins
   * @param scope of the pipeline's operators
   */
  static void build(
      StreamExecutionEnvironment environment,
      PipelineConfig pipeline,
      GoldSchema schema,
      StartPoint start,
      OperatorScope scope) {
    GoldTarget.attach(
        changes(environment, pipeline, start, scope),
        pipeline.source(),
        pipeline.target(),
        schema,
        start,
        scope);
  }

  /** The source alone. */
  static DataStream<WireRecord> changes(
      StreamExecutionEnvironment environment,
      PipelineConfig pipeline,
      StartPoint start,
      OperatorScope scope) {
    return environment
        .fromSource(
            new ChangeSource(pipeline.source(), pipeline.target(), start),
            // The source emits watermarks itself: silver versions, not times.
            WatermarkStrategy.noWatermarks(),
            scope.name("Changes of " + pipeline.source().silver().shortName()),
            ModelTypes.WIRE_RECORD)
        .setDescription(
            "Follows the log of %s for %s, and reads the changed rows of each version"
                .formatted(pipeline.source().silver(), pipeline.target().gold()))
        .uid(scope.uid("source"))
        .transform("Versions", ModelTypes.WIRE_RECORD, new VersionWatermarks(start.pipelineId()))
        .name(scope.name("versions as watermarks"))
        .setDescription("The watermark is the version of silver that has been read in full")
        .uid(scope.uid("source-versions"));
  }
}
