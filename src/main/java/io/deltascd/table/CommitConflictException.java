package io.deltascd.table;

/**
 * Someone else committed to gold first; nothing of this commit has been done. Refresh, look whether
 * it was perhaps an earlier attempt of the same commit, and plan again.
 */
public final class CommitConflictException extends Exception {
  private static final long serialVersionUID = 1L;

  CommitConflictException(String message, Throwable cause) {
    super(message, cause);
  }
}
