package io.deltascd.sink;

import io.deltascd.model.GoldCommit;
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

  private long secondsSinceLastCommit() {
    return lastCommitMillis < 0 ? -1 : (clock.getAsLong() - lastCommitMillis) / 1000;
  }
}
