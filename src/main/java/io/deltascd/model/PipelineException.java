package io.deltascd.model;

import java.util.Objects;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * An error that a user can act on: it says what happened, where, what was found, what was expected
 * and what to do. It never carries secrets; those in a text that someone else made are cut out.
 *
 * <p>Thrown for states of the tables, the pipeline file or the Flink configuration that a retry
 * does not mend, so that Flink fails the job at once. Storage that is out of reach for a moment is
 * an {@link java.io.IOException} instead.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public class PipelineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what what happened, one sentence without a full stop
   * @param where table, file, version, line: the place
   * @param found the value that was met
   * @param expected what would have been right
   * @param remedy what the user can do
   */
  public PipelineException(
      String what, String where, String found, String expected, String remedy) {
    super(message(what, where, found, expected, remedy));
  }

  /** As the other constructor, with the error that showed the problem. */
  public PipelineException(
      String what, String where, String found, String expected, String remedy, Throwable cause) {
    super(message(what, where, found, expected, remedy), cause);
  }

  /** The form of all error messages of this program; parameters as of the constructor. */
  public static String message(
      String what, String where, String found, String expected, String remedy) {
    return Redaction.of(
        Objects.requireNonNull(what)
            + "\n  where:    "
            + where
            + "\n  found:    "
            + found
            + "\n  expected: "
            + expected
            + "\n  remedy:   "
            + remedy);
  }
}
