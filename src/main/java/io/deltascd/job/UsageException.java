package io.deltascd.job;

import io.deltascd.model.PipelineException;

/** The command line cannot be understood. */
final class UsageException extends PipelineException {
  private static final long serialVersionUID = 1L;

  UsageException(String what, String found, String expected, String remedy) {
    super(what, "command line", found, expected, remedy);
  }
}
