package io.deltascd.sink;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineLabel;
import io.deltascd.model.Progress;
import io.deltascd.model.StartPoint;
import io.deltascd.table.DeadLetterTable;
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
  private final StartPoint start;

  /**
   * @param start where a job without state begins
   */
  GoldSink(TargetConfig target, StartPoint start) {
    this.target = target;
    this.start = start;
  }

  @Override
  public SinkWriter<WriteResult> createWriter(WriterInitContext context) throws IOException {
    start.requireUnchanged(GoldTable.readProgress(target.gold()), target.gold().toString());
    return aggregator(
        context,
        true,
        new AggregatorState(
            start.pipelineId(),
            start.newest(),
            start.silver(),
            Long.MIN_VALUE,
            WriteResult.Changes.NONE,
            start.resync()));
  }

  @Override
  public StatefulSinkWriter<WriteResult, AggregatorState> restoreWriter(
      WriterInitContext context, Collection<AggregatorState> restored) throws IOException {
    if (restored.size() != 1) {
      throw new IllegalStateException(
          "There is one aggregator, but its state has %d parts".formatted(restored.size()));
    }
    AggregatorState state = restored.iterator().next();
    Progress gold = GoldTable.readProgress(target.gold());
    StateAgreement.beforePending(state.pipelineId(), state.newest(), gold, target.gold());
    return aggregator(context, false, withoutAppended(state));
  }

  private AggregatorState withoutAppended(AggregatorState state) throws IOException {
    return target.deadLetters() == null
        ? state
        : StateAgreement.withoutAppended(
            state,
            DeadLetterTable.open(target.deadLetters().table()).progress(),
            target.deadLetters().table());
  }

  private Aggregator aggregator(WriterInitContext context, boolean fresh, AggregatorState state) {
    return new Aggregator(
        target,
        fresh,
        state,
        () -> GoldTable.readProgress(target.gold()),
        context.getProcessingTimeService()::getCurrentProcessingTime);
  }

  @Override
  public SimpleVersionedSerializer<AggregatorState> getWriterStateSerializer() {
    return new AggregatorState.Codec();
  }

  @Override
  public Committer<GoldCommit> createCommitter(CommitterInitContext context) {
    DeadLetterConfig deadLetters = target.deadLetters();
    return new DeltaCommitter(
        target.gold(),
        () -> GoldTable.open(target.gold(), target.compaction()),
        deadLetters == null ? null : () -> DeadLetterTable.open(deadLetters.table()),
        new CommitMetrics(
            PipelineLabel.of(context.metricGroup(), start), System::currentTimeMillis),
        duration -> Thread.sleep(duration.toMillis()));
  }

  @Override
  public SimpleVersionedSerializer<GoldCommit> getCommittableSerializer() {
    return new GoldCommitCodec();
  }
}
