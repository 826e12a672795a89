package io.deltascd.job;

/** A pipeline was found not to be valid, or could not be looked at. */
final class InvalidPipelineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * @param message all findings
   * @param status that the process ends with
   */
  InvalidPipelineException(String message, int status) {
    super(message);
    this.status = status;
  }

  int status() {
    return status;
  }
}
