package io.deltascd.config;

import io.deltascd.model.PipelineException;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;

/**
 * One thing that is wrong with a pipeline: with its file, or with the tables it names. Holds no
 * value of a file system option.
 *
 * @param kind what it means for a run
 * @param what what is wrong, one sentence without a full stop
 * @param where file with line and column, counted from 1, the command line option, or the table
 * @param found what stands there
 * @param expected what would have been right
 * @param remedy what the user can do
 */
public record Finding(
    Kind kind, String what, String where, String found, String expected, String remedy) {

  /** What a finding means for a run. */
  public enum Kind {
    /** The pipeline cannot be run. */
    ERROR,
    /** It can be run, but perhaps not as it is meant to. */
    WARNING,
    /** It could not be found out, since a storage did not answer. */
    UNKNOWN
  }

  /** An error. */
  public Finding(String what, String where, String found, String expected, String remedy) {
    this(Kind.ERROR, what, where, found, expected, remedy);
  }

  /** What an exception says, as an error. */
  public static Finding of(PipelineException e) {
    return new Finding(e.what(), e.where(), e.found(), e.expected(), e.remedy());
  }

  /**
   * Makes sure that nothing was found.
   *
   * @throws PipelineException telling the first finding
   */
  public static void requireNone(List<Finding> findings) {
    if (!findings.isEmpty()) {
      throw findings.get(0).exception();
    }
  }

  /** As {@link #requireNone(List)}, of one thing. */
  public static void requireNone(Optional<Finding> finding) {
    requireNone(finding.stream().toList());
  }

  /** The same, saying which of several pipelines it is about. */
  public Finding inPipeline(String pipeline) {
    return new Finding(kind, what, pipeline + ": " + where, found, expected, remedy);
  }

  /** The same, meaning something else for a run. */
  public Finding as(Kind other) {
    return new Finding(other, what, where, found, expected, remedy);
  }

  /** The finding as the exception that ends a run. */
  public PipelineException exception() {
    return exception(null);
  }

  /**
   * The same.
   *
   * @param cause the error that it was found by; null if there is none
   */
  public PipelineException exception(@Nullable Throwable cause) {
    return new PipelineException(what, where, found, expected, remedy, cause);
  }

  /** In the form of all error messages of this program. */
  public String text() {
    String first = kind == Kind.WARNING ? "Warning: " + what : what;
    return PipelineException.message(first, where, found, expected, remedy);
  }
}
