package io.deltascd.sink;

import javax.annotation.Nullable;

/**
 * Tells the operators of a pipeline from those of the other pipelines of its job: in savepoints by
 * their uids, in the UI and in metrics by their names.
 */
public final class OperatorScope {
  /** Of a pipeline that is a job of its own. */
  public static final OperatorScope ALONE = new OperatorScope(null);

  @Nullable private final String pipeline;

  private OperatorScope(@Nullable String pipeline) {
    this.pipeline = pipeline;
  }

  /** Of a pipeline that shares its job with others, or may do so later. */
  public static OperatorScope of(String pipeline) {
    return new OperatorScope(pipeline);
  }

  /** The uid of an operator; savepoints depend on it. */
  public String uid(String operator) {
    return pipeline == null ? operator : pipeline + "/" + operator;
  }

  /** The name of an operator for people. */
  public String name(String operator) {
    return pipeline == null ? operator : pipeline + ": " + operator;
  }
}
