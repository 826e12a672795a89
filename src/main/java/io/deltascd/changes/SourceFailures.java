package io.deltascd.changes;

import io.deltascd.model.PipelineException;
import java.util.Optional;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Tells errors that a restart may mend from those that it cannot, and brings these to the front:
 * what is thrown first is what Flink's web UI shows first.
 */
final class SourceFailures {

  private SourceFailures() {}

  /**
   * What to throw so that Flink restarts the job, or does not: a {@link PipelineException} says
   * itself that a restart is no use.
   */
  static RuntimeException failure(String what, Throwable cause) {
    Optional<PipelineException> told = told(cause);
    return told.isPresent() ? told.get() : new FlinkRuntimeException(what, cause);
  }

  /** The error that was written for users; empty if there is none. */
  static Optional<PipelineException> told(Throwable error) {
    return ExceptionUtils.findThrowable(error, PipelineException.class);
  }

  /**
   * The error of a split reader as it was thrown, without the two that Flink puts around it on its
   * way from the fetcher's thread to the task's.
   */
  static Exception unwrapped(RuntimeException fromFetcher) {
    Throwable error = fromFetcher;
    while (error.getClass() == RuntimeException.class && error.getCause() != null) {
      error = error.getCause();
    }
    return error instanceof Exception exception ? exception : fromFetcher;
  }
}
