package io.deltascd.table;

import io.deltascd.model.CommitId;
import io.deltascd.model.GoldCommit;
import java.io.IOException;

/** Gold as a committer sees it: a log to look at, and one attempt to append to it. */
public interface Gold {

  /** Opens gold. */
  @FunctionalInterface
  interface Opener {
    /**
     * Gold as it is now.
     *
     * @throws IOException if storage is out of reach
     */
    Gold open() throws IOException;
  }

  /**
   * Goes on to gold's newest version.
   *
   * @throws io.deltascd.model.PipelineException if gold has gone, is no longer ours, or was set
   *     back or replaced
   */
  void refresh() throws IOException;

  /** Whether that very commit is done, as of the version that was looked at last. */
  boolean contains(CommitId commit);

  /**
   * Refuses a commit that does not continue gold, as of the version that was looked at last.
   *
   * @throws io.deltascd.model.PipelineException if gold's newest commit is not its parent
   */
  void requireParent(GoldCommit commit);

  /**
   * Tries once to commit on the version that was looked at last.
   *
   * <pre>
   * outcome                  the commit is   what to do
   * returns                  done            go on; this object stands at the new version
   * CommitConflictException  not done        refresh, look for the id all the same, plan again
   * IOException              unknown         refresh and look for the id; plan again if it is not
   *                                          there
   * PipelineException        not done        give up
   *   of the storage         unknown         give up; whoever starts next looks for the id
   * </pre>
   *
   * <p>Nothing is deleted, whatever the outcome. Files that no commit refers to go with VACUUM.
   *
   * @throws io.deltascd.model.PipelineException if gold's newest commit is not the parent of this
   *     one, if a mark does not hit a live row, or if gold has become a table that cannot be
   *     written
   */
  void commit(GoldCommit commit) throws CommitConflictException, IOException;

  /**
   * Tries once to compact some files, by a commit of its own on the version that was looked at last
   * and that this program made: rows of small or mostly marked files go into new files, and none
   * changes. As it changes none, the commit has no place in the order of commits: it may be lost,
   * or be done without anyone's knowing.
   *
   * <p>Outcomes are those of {@link #commit}; whatever fails, gold's rows are as before. Afterwards
   * {@link GoldIndex} tells where rows lie; whoever has noted their positions before has to follow
   * gold's log.
   *
   * @return what was done; {@link Compaction#NONE} if there was nothing to do
   */
  Compaction compact() throws CommitConflictException, IOException;
}
