package io.deltascd.changes;

import io.deltascd.model.PipelineException;
import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Tells a reader to fail with an error of the enumerator that no restart mends. An enumerator that
 * fails itself is shown by Flink behind words about coordinators, a reader with its own error
 * first.
 *
 * <p>The parameters are those of {@link PipelineException}, without its cause, which may be of any
 * class: the enumerator logs it.
 */
record RunFails(String what, String where, String found, String expected, String remedy)
    implements SourceEvent {
  private static final long serialVersionUID = 1L;

  static RunFails with(PipelineException error) {
    return new RunFails(
        error.what(), error.where(), error.found(), error.expected(), error.remedy());
  }

  PipelineException error() {
    return new PipelineException(what, where, found, expected, remedy);
  }
}
