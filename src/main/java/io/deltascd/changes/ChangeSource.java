package io.deltascd.changes;

import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded.Mode;
import io.deltascd.config.TargetConfig;
import io.deltascd.model.ModelTypes;
import io.deltascd.model.PipelineLabel;
import io.deltascd.model.StartPoint;
import io.deltascd.model.WireRecord;
import java.time.Clock;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The rows of silver's first snapshot, then its changes, for one target. On a gold that has a
 * history already, the positions of gold's current rows come in place of the snapshot, and the
 * changes after the version that gold stands at.
 *
 * <p>Watermarks are versions of silver: {@code Watermark(v)} means that every row with a version up
 * to v has been emitted. The source makes them itself, so it is to be used with {@code
 * WatermarkStrategy.noWatermarks()}, in streaming mode.
 */
public final class ChangeSource
    implements Source<WireRecord, ChangeSplit, EnumeratorState>, ResultTypeQueryable<WireRecord> {
  private static final long serialVersionUID = 1L;

  private final SourceConfig source;
  private final TargetConfig target;
  private final StartPoint start;

  /**
   * @param source what is followed, and how far: to a version, or without an end
   * @param target for whom: its ordinal, keys and gold, and what becomes of a row without a key
   * @param start where to begin without state
   */
  public ChangeSource(SourceConfig source, TargetConfig target, StartPoint start) {
    if (source.bounded().mode() == Mode.LATEST || source.bounded().mode() == Mode.TIMESTAMP) {
      // Else a restart would decide anew which version is the last.
      throw new IllegalArgumentException("The last version is to be looked up at submission");
    }
    this.source = source;
    this.target = target;
    this.start = start;
  }

  @Override
  public Boundedness getBoundedness() {
    return source.bounded().mode() == Mode.UNBOUNDED
        ? Boundedness.CONTINUOUS_UNBOUNDED
        : Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<WireRecord, ChangeSplit> createReader(SourceReaderContext context) {
    return new ChangeSourceReader(
        context,
        new FileReaders(source.silver(), target),
        new ChangeMetrics(PipelineLabel.of(context.metricGroup(), start), Clock.systemUTC()),
        target.keepsNullKeys());
  }

  @Override
  public SplitEnumerator<ChangeSplit, EnumeratorState> createEnumerator(
      SplitEnumeratorContext<ChangeSplit> context) {
    return new ChangeEnumerator(
        context, new ChangePlanner(source, target, start, null), source, outlook(context), null);
  }

  @Override
  public SplitEnumerator<ChangeSplit, EnumeratorState> restoreEnumerator(
      SplitEnumeratorContext<ChangeSplit> context, EnumeratorState restored) {
    return new ChangeEnumerator(
        context,
        new ChangePlanner(source, target, start, restored),
        source,
        outlook(context),
        restored);
  }

  private HistoryOutlook outlook(SplitEnumeratorContext<?> context) {
    HistoryOutlook outlook = new HistoryOutlook(Clock.systemUTC());
    outlook.showIn(PipelineLabel.of(context.metricGroup(), start));
    return outlook;
  }

  @Override
  public SimpleVersionedSerializer<ChangeSplit> getSplitSerializer() {
    return new ChangeSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<EnumeratorState> getEnumeratorCheckpointSerializer() {
    return new EnumeratorStateSerializer();
  }

  @Override
  public TypeInformation<WireRecord> getProducedType() {
    return ModelTypes.WIRE_RECORD;
  }
}
