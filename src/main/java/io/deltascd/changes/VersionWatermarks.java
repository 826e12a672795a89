package io.deltascd.changes;

import io.deltascd.model.WireRecord;
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
 */
public final class VersionWatermarks extends AbstractStreamOperator<WireRecord>
    implements OneInputStreamOperator<WireRecord, WireRecord> {
  private static final long serialVersionUID = 1L;

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
