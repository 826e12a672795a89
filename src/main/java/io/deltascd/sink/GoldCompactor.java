package io.deltascd.sink;

import io.deltascd.config.TableLocation;
import io.deltascd.table.CommitConflictException;
import io.deltascd.table.Compaction;
import io.deltascd.table.Gold;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts gold after commits of data. A compaction that fails is no failure of the job: gold is as
 * before, or was compacted nevertheless, which the next commit's look at gold shows. After several
 * failures in a row it is tried less and less often, after every {@value #LONGEST_PAUSE}th commit
 * in the end, since each attempt may cost as much as one that succeeds.
 */
final class GoldCompactor {
  private static final Logger LOG = LoggerFactory.getLogger(GoldCompactor.class);
  private static final int LONGEST_PAUSE = 64;

  private final TableLocation location;
  private final CommitMetrics metrics;

  /** Commits from one attempt to the next. */
  private int pause = 1;

  private int commitsUntilNext = 1;

  GoldCompactor(TableLocation location, CommitMetrics metrics) {
    this.location = location;
    this.metrics = metrics;
  }

  /**
   * Compacts what has come together, if it is time.
   *
   * @param gold as of a commit that was just done
   */
  void afterCommit(Gold gold) {
    commitsUntilNext--;
    if (commitsUntilNext > 0) {
      return;
    }
    commitsUntilNext = 1;
    try {
      Compaction done = gold.compact();
      pause = 1;
      if (!done.isNone()) {
        metrics.compacted(done);
        LOG.info("Compacted {}: {}", location, done);
      }
    } catch (CommitConflictException e) {
      metrics.compactionConflict();
      LOG.info("Another writer was faster than a compaction of {}", location, e);
      tryLater();
    } catch (IOException | RuntimeException e) {
      metrics.compactionFailed();
      LOG.warn("A compaction of {} failed; its rows are as before", location, e);
      tryLater();
    }
  }

  private void tryLater() {
    commitsUntilNext = pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}
