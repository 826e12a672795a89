package io.deltascd.sink;

import io.deltascd.config.TableLocation;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.table.CommitConflictException;
import io.deltascd.table.DeadLetterLog;
import io.deltascd.table.Gold;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.sink2.Committer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits to gold, each committable once, whatever happened to earlier attempts.
 *
 * <p>Flink hands a committable over again after a restore, so each attempt begins with a look at
 * gold:
 *
 * <table>
 * <caption>What gold remembers, and what follows</caption>
 * <tr><td>this commit</td><td>it has been done</td></tr>
 * <tr><td>its parent as the newest</td><td>commit</td></tr>
 * <tr><td>anything else</td><td>stop: the state is older than gold, or there is a second
 *     writer</td></tr>
 * </table>
 *
 * <p>Rejected rows are appended to the dead-letter table first, since gold says what has been done:
 * what gold has is complete. That table remembers commits, too, so that an attempt which is
 * repeated appends them once.
 *
 * <p>Once there are new data in gold, it is compacted; see {@link GoldCompactor}.
 *
 * <p>A failed attempt leaves it open whether the commit was done, so the next attempt looks again,
 * after a pause. Nothing that may be committed is ever deleted.
 */
final class DeltaCommitter implements Committer<GoldCommit> {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaCommitter.class);

  private static final int ATTEMPTS = 10;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Waits between two attempts. */
  @FunctionalInterface
  interface Pause {
    void pause(Duration duration) throws InterruptedException;
  }

  private final TableLocation location;
  private final Gold.Opener opener;
  @Nullable private final DeadLetterLog.Opener deadLetterOpener;
  private final CommitMetrics metrics;
  private final Pause pause;
  private final GoldCompactor compactor;
  @Nullable private Gold gold;
  @Nullable private DeadLetterLog deadLetters;

  /**
   * @param location of gold, for log and error texts
   * @param opener of gold
   * @param deadLetterOpener of the dead-letter table; null if there is none
   * @param pause waits
   */
  DeltaCommitter(
      TableLocation location,
      Gold.Opener opener,
      @Nullable DeadLetterLog.Opener deadLetterOpener,
      CommitMetrics metrics,
      Pause pause) {
    this.location = location;
    this.opener = opener;
    this.deadLetterOpener = deadLetterOpener;
    this.metrics = metrics;
    this.pause = pause;
    this.compactor = new GoldCompactor(location, metrics);
  }

  @Override
  public void commit(Collection<CommitRequest<GoldCommit>> requests)
      throws IOException, InterruptedException {
    List<CommitRequest<GoldCommit>> inOrder =
        requests.stream()
            .sorted(Comparator.comparing(request -> request.getCommittable().id().sequence()))
            .toList();
    boolean newData = false;
    for (CommitRequest<GoldCommit> request : inOrder) {
      boolean now = commit(request.getCommittable());
      newData |= now && request.getCommittable().kind() != GoldCommit.Kind.PROGRESS;
      metrics.committed(request.getCommittable());
      if (!now) {
        request.signalAlreadyCommitted();
      }
    }
    if (newData) {
      compactor.afterCommit(gold);
    }
  }

  /** Returns whether the commit was done now rather than before. */
  private boolean commit(GoldCommit commit) throws IOException, InterruptedException {
    Duration wait = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      long start = System.nanoTime();
      try {
        if (refreshed().contains(commit.id())) {
          LOG.info("Commit {} of {} had been done before", commit.id().sequence(), location);
          return false;
        }
        if (!commit.deadLetters().isEmpty()
            || (deadLetterOpener != null
                && (!commit.schemas().isEmpty() || commit.resync() != null))) {
          appendDeadLetters(commit);
        }
        gold.commit(commit);
        metrics.duration(Duration.ofNanos(System.nanoTime() - start));
        LOG.info(
            "Commit {} brings {} to silver version {}",
            commit.id().sequence(),
            location,
            commit.silver().version());
        return true;
      } catch (CommitConflictException e) {
        metrics.conflict();
        if (attempt == ATTEMPTS) {
          throw new IOException("No commit to " + location + " in " + attempt + " attempts", e);
        }
        LOG.info("Another writer was faster than commit {}", commit.id().sequence(), e);
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        LOG.warn("Commit {} failed, its outcome is unknown", commit.id().sequence(), e);
      }
      pause.pause(wait);
      wait =
          wait.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? wait.multipliedBy(2) : LONGEST_PAUSE;
    }
  }

  private void appendDeadLetters(GoldCommit commit) throws CommitConflictException, IOException {
    DeadLetterLog table = refreshedDeadLetters(commit);
    if (table.contains(commit.id())) {
      LOG.info("The dead letters of commit {} had been appended before", commit.id().sequence());
      return;
    }
    // Nothing of a commit that gold would refuse.
    gold.requireParent(commit);
    table.append(commit);
  }

  private DeadLetterLog refreshedDeadLetters(GoldCommit commit) throws IOException {
    if (deadLetterOpener == null) {
      throw new PipelineException(
          "The job's state has rejected rows, but there is no dead-letter table for them",
          location + ", commit " + commit.id().sequence(),
          "no target.dead-letter-path",
          "the path that the job had before",
          "write it into the pipeline file, or start without state; gold is enough to go on");
    }
    if (deadLetters == null) {
      deadLetters = deadLetterOpener.open();
    } else {
      deadLetters.refresh();
    }
    return deadLetters;
  }

  private Gold refreshed() throws IOException {
    if (gold == null) {
      gold = opener.open();
    } else {
      gold.refresh();
    }
    return gold;
  }

  @Override
  public void close() {}
}
