package io.deltascd.sink;

import io.deltascd.history.Aligner;
import io.deltascd.model.WireRecord;
import java.util.function.LongConsumer;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Applies what waits for a silver version once that is complete. It is cut into slices, each a mail
 * that enqueues the next, so that barriers come through; the next watermark waits meanwhile.
 */
final class VersionDrain {
  /** Keys handled in one slice: a few milliseconds of work. */
  private static final int SLICE = 2_000;

  /**
   * Waiting rows up to which a drain is finished in place when a barrier comes: well under a second
   * of work. A drain that is cut makes the aggregator wait for another checkpoint.
   */
  private static final long IN_PLACE = 200_000;

  private final Aligner aligner;
  private final Aligner.Consumer consumer;
  private final MailboxExecutor mailbox;
  private final LongConsumer whenFinished;

  /** The newest version that has been applied completely. */
  private long finished = Long.MIN_VALUE;

  /** The version that is being worked off; not above {@link #finished} if none is. */
  private long draining = Long.MIN_VALUE;

  /** The newest version that is complete. */
  private long requested = Long.MIN_VALUE;

  private boolean sliceScheduled;

  /**
   * @param consumer applies the changes of a key
   * @param mailbox of the task
   * @param whenFinished gets each version that has been applied completely
   */
  VersionDrain(
      Aligner aligner,
      Aligner.Consumer consumer,
      MailboxExecutor mailbox,
      LongConsumer whenFinished) {
    this.aligner = aligner;
    this.consumer = consumer;
    this.mailbox = mailbox;
    this.whenFinished = whenFinished;
  }

  /** The newest version that has been applied completely; {@link Long#MIN_VALUE} if none has. */
  long finished() {
    return finished;
  }

  /** Whether a complete version has not been applied yet. */
  boolean isBusy() {
    return draining > finished;
  }

  /**
   * Takes a row of a version that is not complete.
   *
   * @throws IllegalStateException if it is
   */
  void add(WireRecord row) throws Exception {
    if (row.version() <= finished) {
      throw new IllegalStateException(
          "A row of silver version "
              + row.version()
              + " comes after version "
              + finished
              + " was said to be complete");
    }
    aligner.add(row);
  }

  /** All rows up to a version have come. */
  void complete(Watermark version) throws Exception {
    requested = version.getTimestamp();
    if (!isBusy()) {
      draining = requested;
      slice();
    }
  }

  /** Finishes what is left at once if that is little. */
  void beforeBarrier() throws Exception {
    if (aligner.holdsAtMost(IN_PLACE)) {
      finish();
    }
  }

  /** Finishes what is left at once. */
  void finish() throws Exception {
    while (isBusy()) {
      if (aligner.drain(draining, Integer.MAX_VALUE, consumer)) {
        next();
      }
    }
  }

  private void slice() throws Exception {
    if (!isBusy()) {
      return; // finished in place meanwhile
    }
    if (aligner.drain(draining, SLICE, consumer)) {
      next();
    }
    if (isBusy() && !sliceScheduled) {
      sliceScheduled = true;
      mailbox.execute(
          () -> {
            sliceScheduled = false;
            slice();
          },
          "Apply silver version %s",
          draining);
    }
  }

  private void next() {
    finished = draining;
    draining = requested;
    whenFinished.accept(finished);
  }
}
