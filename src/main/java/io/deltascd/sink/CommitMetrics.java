package io.deltascd.sink;

import io.deltascd.model.GoldCommit;
import io.deltascd.table.Compaction;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * Metrics of the committer. A gauge is -1 until there is something to tell. Volatile, since
 * reporters read from other threads.
 */
final class CommitMetrics {
  private final LongSupplier clock;
  private final Counter commits;
  private final Counter conflicts;
  private final Counter compactions;
  private final Counter filesCompacted;
  private final Counter bytesCompacted;
  private final Counter compactionConflicts;
  private final Counter compactionFailures;
  private volatile long silverVersion = -1;
  private volatile long lastCommitMillis = -1;
  private volatile long lastDurationMillis = -1;

  /**
   * @param metrics of the committer
   * @param clock in milliseconds
   */
  CommitMetrics(MetricGroup metrics, LongSupplier clock) {
    this.clock = clock;
    commits = metrics.counter("goldCommits");
    conflicts = metrics.counter("goldCommitConflicts");
    compactions = metrics.counter("goldCompactions");
    filesCompacted = metrics.counter("goldFilesCompacted");
    bytesCompacted = metrics.counter("goldBytesCompacted");
    compactionConflicts = metrics.counter("goldCompactionConflicts");
    compactionFailures = metrics.counter("goldCompactionFailures");
    metrics.gauge("silverVersionCommitted", (Gauge<Long>) () -> silverVersion);
    metrics.gauge("goldCommitMillis", (Gauge<Long>) () -> lastDurationMillis);
    metrics.gauge("secondsSinceLastCommit", (Gauge<Long>) this::secondsSinceLastCommit);
  }

  void committed(GoldCommit commit) {
    commits.inc();
    silverVersion = commit.silver().version();
    lastCommitMillis = clock.getAsLong();
  }

  void duration(Duration duration) {
    lastDurationMillis = duration.toMillis();
  }

  void conflict() {
    conflicts.inc();
  }

  /** Counts the files that were replaced, and the bytes of those that were written for them. */
  void compacted(Compaction done) {
    compactions.inc();
    filesCompacted.inc(done.removed());
    bytesCompacted.inc(done.addedBytes());
  }

  void compactionConflict() {
    compactionConflicts.inc();
  }

  void compactionFailed() {
    compactionFailures.inc();
  }

  private long secondsSinceLastCommit() {
    return lastCommitMillis < 0 ? -1 : (clock.getAsLong() - lastCommitMillis) / 1000;
  }
}
