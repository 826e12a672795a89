package io.deltascd.changes;

import io.deltascd.model.PipelineException;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.FlinkRuntimeException;

/** Tells errors that a restart may mend from those that it cannot. */
final class SourceFailures {

  private SourceFailures() {}

  /** What to throw so that Flink restarts the job, or does not. */
  static RuntimeException failure(String what, Throwable cause) {
    return ExceptionUtils.findThrowable(cause, PipelineException.class).isPresent()
        ? new SuppressRestartsException(cause)
        : new FlinkRuntimeException(what, cause);
  }
}
