package io.deltascd.job;

import io.deltascd.model.Totals;
import java.time.Duration;
import java.util.Locale;

/**
 * What a run of a pipeline that ended by itself did.
 *
 * @param versions of silver that were applied
 * @param done changes applied, records opened and closed
 * @param commits to gold
 * @param time the job ran
 */
record RunSummary(long versions, Totals done, long commits, Duration time) {

  /** Of two pipelines of the same job. */
  RunSummary plus(RunSummary other) {
    return new RunSummary(
        versions + other.versions,
        done.plus(other.done),
        commits + other.commits,
        time.compareTo(other.time) < 0 ? other.time : time);
  }

  /** What comes behind {@code done:}; its form is part of the command line's contract. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%d versions, %d changes, %d opened, %d closed, %d commits, %.1f seconds",
        versions,
        done.changes(),
        done.opened(),
        done.closed(),
        commits,
        time.toMillis() / 1000.0);
  }
}
