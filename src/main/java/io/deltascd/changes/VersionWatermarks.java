package io.deltascd.changes;

import io.deltascd.model.StateOrigin;
import io.deltascd.model.WireRecord;
import java.util.UUID;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Stands right behind the source and lets only versions pass as watermarks.
 *
 * <p>Flink ends each subtask of a source with {@link Watermark#MAX_WATERMARK}, with {@code stop
 * --drain} in the middle of a split too. Behind the exchange the smallest watermark of all senders
 * counts, so the sender that still owes rows of a version would drop out of it, and the version
 * would seem complete.
 *
 * <p>If the source begins without state, it says so first: {@link StateOrigin#FRESH}.
 */
public final class VersionWatermarks extends AbstractStreamOperator<WireRecord>
    implements OneInputStreamOperator<WireRecord, WireRecord> {
  private static final long serialVersionUID = 1L;

  private final UUID pipelineId;
  private transient boolean fresh;

  /**
   * @param pipelineId of the gold that the job maintains
   */
  public VersionWatermarks(UUID pipelineId) {
    this.pipelineId = pipelineId;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    fresh = new StateOrigin(context.getOperatorStateStore(), pipelineId).isFresh();
  }

  @Override
  public void open() throws Exception {
    super.open();
    if (fresh) {
      output.emitWatermark(new Watermark(StateOrigin.FRESH));
    }
  }

  @Override
  public void processElement(StreamRecord<WireRecord> element) {
    output.collect(element);
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    if (watermark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
      super.processWatermark(watermark);
    }
  }
}
