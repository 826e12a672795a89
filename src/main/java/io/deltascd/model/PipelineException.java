package io.deltascd.model;

import java.util.Objects;
import javax.annotation.Nullable;
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

  private final String what;
  private final String where;
  private final String found;
  private final String expected;
  private final String remedy;

  /**
   * @param what what happened, one sentence without a full stop
   * @param where table, file, version, line: the place
   * @param found the value that was met
   * @param expected what would have been right
   * @param remedy what the user can do
   */
  public PipelineException(
      String what, String where, String found, String expected, String remedy) {
    this(what, where, found, expected, remedy, null);
  }

  /**
   * As the other constructor.
   *
   * @param cause the error that showed the problem; null if there is none
   */
  public PipelineException(
      String what,
      String where,
      String found,
      String expected,
      String remedy,
      @Nullable Throwable cause) {
    super(message(what, where, found, expected, remedy), cause);
    this.what = what;
    this.where = where;
    this.found = found;
    this.expected = expected;
    this.remedy = remedy;
  }

  /** What happened. */
  public String what() {
    return what;
  }

  /** The place. */
  public String where() {
    return where;
  }

  /** The value that was met. */
  public String found() {
    return found;
  }

  /** What would have been right. */
  public String expected() {
    return expected;
  }

  /** What the user can do. */
  public String remedy() {
    return remedy;
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
