package io.deltascd.job;

import io.deltascd.model.Totals;
import java.time.Duration;
import java.util.Locale;

/**
 * What a run that ended by itself did.
 *
 * @param versions of silver that were applied
 * @param done changes applied, records opened and closed
 * @param commits to gold
 * @param time the job ran
 */
record RunSummary(long versions, Totals done, long commits, Duration time) {

  /** The last line on standard output; its form is part of the command line's contract. */
  String line() {
    return String.format(
        Locale.ROOT,
        "done: %d versions, %d changes, %d opened, %d closed, %d commits, %.1f seconds",
        versions,
        done.changes(),
        done.opened(),
        done.closed(),
        commits,
        time.toMillis() / 1000.0);
  }
}
