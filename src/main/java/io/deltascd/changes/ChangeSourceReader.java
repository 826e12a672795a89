package io.deltascd.changes;

import io.deltascd.model.Micros;
import io.deltascd.model.SourceEnd;
import io.deltascd.model.WireRecord;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SourceReaderBase;
import org.apache.flink.connector.base.source.reader.fetcher.SingleThreadFetcherManager;
import org.apache.flink.core.io.InputStatus;

/**
 * Emits the rows of its splits, and each version as a watermark once all of its rows are out.
 *
 * <p>The watermark goes through the main output: watermarks of single splits would be combined by
 * Flink and would wait for splits that have none. Records have the commit time as their timestamp.
 */
@SuppressWarnings("try") // close() of Flink's base class may be interrupted
final class ChangeSourceReader
    extends SourceReaderBase<WireRecord, WireRecord, ChangeSplit, SplitPosition> {
  /** With this many splits or less, more are asked for. */
  private static final int LOW_WATER_SPLITS = 1;

  private final ReaderProgress progress = new ReaderProgress();
  private final ChangeMetrics metrics;
  private long emitted = VersionTracker.NONE;
  private boolean ended;
  private boolean progressed;
  private boolean requested;

  /**
   * @param sendsRejected whether rows without a key go on, rather than end here
   */
  ChangeSourceReader(
      SourceReaderContext context,
      FileReaders readers,
      ChangeMetrics metrics,
      boolean sendsRejected) {
    super(
        new SingleThreadFetcherManager<>(
            () -> new ChangeSplitReader(readers), context.getConfiguration()),
        (record, output, position) -> {
          if (sendsRejected || record.kind() != WireRecord.Kind.REJECTED) {
            output.collect(record, Micros.toMillis(record.timeMicros()));
          }
          position.advance();
          metrics.count(record);
        },
        context.getConfiguration(),
        context);
    this.metrics = metrics;
  }

  @Override
  public void start() {
    requestIfLow();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<WireRecord> output) throws Exception {
    InputStatus status;
    try {
      status = super.pollNext(output);
    } catch (RuntimeException e) {
      throw unwrapped(e);
    }
    if (progressed) {
      progressed = false;
      advance(output);
    }
    return status;
  }

  /**
   * The error of a split reader as it was thrown, without the two that Flink puts around it on its
   * way from the fetcher's thread to the task's: what is thrown first is what the web UI shows
   * first.
   */
  private static Exception unwrapped(RuntimeException fromFetcher) {
    Throwable error = fromFetcher;
    while (error.getClass() == RuntimeException.class && error.getCause() != null) {
      error = error.getCause();
    }
    return error instanceof Exception exception ? exception : fromFetcher;
  }

  private void advance(ReaderOutput<WireRecord> output) {
    metrics.progress(progress);
    long complete = progress.completeUpTo();
    // After a failure elsewhere it can be less than before; a watermark never is.
    if (complete > emitted) {
      emitted = complete;
      output.emitWatermark(new Watermark(complete));
    }
    if (progress.isEnd() && !ended) {
      ended = true;
      output.emitWatermark(new Watermark(SourceEnd.WATERMARK));
    }
  }

  @Override
  public void addSplits(List<ChangeSplit> splits) {
    requested = false;
    progress.add(splits);
    progressed = true;
    super.addSplits(splits);
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    if (event instanceof CompleteUpTo upTo) {
      progress.assigned(upTo);
      progressed = true;
      // There may be nothing to read; the watermark is due all the same.
      splitFetcherManager.getQueue().notifyAvailable();
    } else if (event instanceof RunFails fails) {
      throw fails.error();
    } else {
      super.handleSourceEvents(event);
    }
  }

  @Override
  protected void onSplitFinished(Map<String, SplitPosition> finished) {
    finished.values().forEach(position -> progress.finished(position.start()));
    progressed = true;
    requestIfLow();
  }

  private void requestIfLow() {
    if (!requested && getNumberOfCurrentlyAssignedSplits() <= LOW_WATER_SPLITS) {
      requested = true;
      context.sendSplitRequest();
    }
  }

  @Override
  protected SplitPosition initializedState(ChangeSplit split) {
    return new SplitPosition(split);
  }

  @Override
  protected ChangeSplit toSplitType(String splitId, SplitPosition position) {
    return position.rest();
  }
}
