package io.deltascd.changes;

import io.deltascd.model.PipelineException;
import java.util.Optional;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How an enumerator ends the run. An error that no restart mends goes by the hand of a reader, see
 * {@link RunFails}; others, and all while there is no reader that could, are thrown.
 */
final class EnumeratorFailures {
  private static final Logger LOG = LoggerFactory.getLogger(EnumeratorFailures.class);

  private final SplitEnumeratorContext<?> context;
  private boolean pending;

  EnumeratorFailures(SplitEnumeratorContext<?> context) {
    this.context = context;
  }

  /** Whether a reader has been told to fail, and has not yet. */
  boolean isPending() {
    return pending;
  }

  /**
   * @param what was not possible
   */
  void fail(String what, Throwable error) {
    Optional<PipelineException> told = ExceptionUtils.findThrowable(error, PipelineException.class);
    Optional<Integer> reader = context.registeredReaders().keySet().stream().min(Integer::compare);
    if (told.isEmpty()) {
      throw new FlinkRuntimeException(what, error);
    }
    if (reader.isEmpty()) {
      throw told.get();
    }
    if (!pending) {
      pending = true;
      LOG.error(what, error);
      context.sendEventToSourceReader(reader.get(), RunFails.with(told.get()));
    }
  }

  /** A reader comes anew: what one was told may be lost. */
  void readerComes() {
    pending = false;
  }
}
