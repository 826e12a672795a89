package io.deltascd.table;

import io.deltascd.model.PipelineException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * The columns of silver changed in a way that a run cannot follow, or must not without having been
 * told to. Everything before that version can still be applied.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class SilverChangedException extends PipelineException {
  private static final long serialVersionUID = 1L;

  SilverChangedException(String what, String where, String found, String expected, String remedy) {
    super(what, where, found, expected, remedy);
  }
}
