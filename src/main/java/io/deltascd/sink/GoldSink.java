package io.deltascd.sink;

import io.deltascd.config.TargetConfig;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.table.GoldTable;
import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The end of the flow: the {@link Aggregator}, then the {@link DeltaCommitter}; one of each. */
final class GoldSink
    implements Sink<WriteResult>,
        SupportsWriterState<WriteResult, AggregatorState>,
        SupportsCommitter<GoldCommit> {
  private static final long serialVersionUID = 1L;

  private final TargetConfig target;

  GoldSink(TargetConfig target) {
    this.target = target;
  }

  @Override
  public SinkWriter<WriteResult> createWriter(WriterInitContext context) throws IOException {
    return aggregator(context, fresh());
  }

  @Override
  public StatefulSinkWriter<WriteResult, AggregatorState> restoreWriter(
      WriterInitContext context, Collection<AggregatorState> restored) throws IOException {
    if (restored.size() > 1) {
      throw new IllegalStateException("There is one aggregator, but its state has many parts");
    }
    return aggregator(context, restored.isEmpty() ? fresh() : restored.iterator().next());
  }

  private Aggregator aggregator(WriterInitContext context, AggregatorState state) {
    return new Aggregator(
        target, state, context.getProcessingTimeService()::getCurrentProcessingTime);
  }

  /** The state to begin with: there must be no history in gold yet. */
  private AggregatorState fresh() throws IOException {
    Progress progress = GoldTable.open(target.gold()).progress();
    if (progress.newest().sequence() > 0) {
      throw new PipelineException(
          "Gold has a history already, but the job starts without state",
          target.gold().toString(),
          "gold at silver version " + progress.silver().version(),
          "a savepoint or checkpoint of the job that wrote it",
          "start from it (execution.state-recovery.path), or choose another path for gold");
    }
    return new AggregatorState(
        progress.pipelineId(),
        progress.newest(),
        progress.silver(),
        Long.MIN_VALUE,
        WriteResult.Changes.NONE);
  }

  @Override
  public SimpleVersionedSerializer<AggregatorState> getWriterStateSerializer() {
    return new AggregatorState.Codec();
  }

  @Override
  public Committer<GoldCommit> createCommitter(CommitterInitContext context) {
    return new DeltaCommitter(
        target.gold(),
        () -> GoldTable.open(target.gold()),
        new CommitMetrics(context.metricGroup(), System::currentTimeMillis),
        duration -> Thread.sleep(duration.toMillis()));
  }

  @Override
  public SimpleVersionedSerializer<GoldCommit> getCommittableSerializer() {
    return new GoldCommitCodec();
  }
}
