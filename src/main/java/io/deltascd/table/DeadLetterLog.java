package io.deltascd.table;

import io.deltascd.model.CommitId;
import io.deltascd.model.GoldCommit;
import java.io.IOException;

/** A dead-letter table as a committer sees it; compare {@link Gold}. */
public interface DeadLetterLog {

  /** Opens the table. */
  @FunctionalInterface
  interface Opener {
    /**
     * The table as it is now.
     *
     * @throws IOException if storage is out of reach
     */
    DeadLetterLog open() throws IOException;
  }

  /**
   * Goes on to the newest version.
   *
   * @throws io.deltascd.model.PipelineException if the table has gone or is no longer ours
   */
  void refresh() throws IOException;

  /** Whether the rejected rows of that very commit are here, as of the version looked at last. */
  boolean contains(CommitId commit);

  /**
   * Tries once to append the rejected rows of a commit to gold, if it has any, and to follow its
   * columns and its leap; the outcomes are those of {@link Gold#commit}.
   *
   * @throws io.deltascd.model.PipelineException if the table is another pipeline's, has rows of
   *     these versions already, or can no longer be written
   */
  void append(GoldCommit commit) throws CommitConflictException, IOException;
}
