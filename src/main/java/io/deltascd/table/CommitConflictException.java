package io.deltascd.table;

import javax.annotation.Nullable;

/**
 * Someone else committed to gold first; nothing of this commit has been done. Refresh, look whether
 * it was perhaps an earlier attempt of the same commit, and plan again.
 */
public final class CommitConflictException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened, and to which table
   * @param cause how it showed; may be null
   */
  public CommitConflictException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
