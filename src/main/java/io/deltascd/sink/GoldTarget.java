package io.deltascd.sink;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.ModelTypes;
import io.deltascd.model.SerializerTypeInfo;
import io.deltascd.model.StartPoint;
import io.deltascd.model.WireRecord;
import io.deltascd.table.GoldSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.io.SimpleVersionedSerializerTypeSerializerProxy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Maintains one gold table from a stream of changes: the topology after the source. */
public final class GoldTarget {

  private static final TypeInformation<WriteResult> RESULT =
      new SerializerTypeInfo<>(
          WriteResult.class,
          new SimpleVersionedSerializerTypeSerializerProxy<>(WriteResultCodec::new),
          false);

  private GoldTarget() {}

  /**
   * Adds the operators of a target to the job.
   *
   * @param changes rows of silver, with versions as watermarks
   * @param source where they come from
   * @param target what is maintained; exists already
   * @param schema gold's columns
   * @param start where a job without state begins
   * @param scope of the pipeline's operators
   */
  public static void attach(
      DataStream<WireRecord> changes,
      SourceConfig source,
      TargetConfig target,
      GoldSchema schema,
      StartPoint start,
      OperatorScope scope) {
    String id = scope.uid("target-" + target.ordinal());
    SingleOutputStreamOperator<WriteResult> results =
        changes
            .keyBy(WireRecord::key, ModelTypes.KEY)
            .transform("History", RESULT, new GoldOperatorFactory(source, target, schema, start))
            .name(scope.name("History in " + target.gold().shortName()))
            .setDescription(
                ("Waits until a version of %s is complete, opens and closes records by key %s,"
                        + " and writes files of %s")
                    .formatted(source.silver(), target.keys(), target.gold()))
            .uid(id + "-history");
    results
        .global()
        .sinkTo(new GoldSink(target, start))
        .name(scope.name("Commits to " + target.gold().shortName()))
        // One writer to gold, however the job is rescaled.
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid(id + "-commits");
  }
}
