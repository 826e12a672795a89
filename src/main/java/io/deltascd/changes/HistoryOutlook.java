package io.deltascd.changes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.annotation.Nullable;
import org.apache.flink.metrics.MetricGroup;

/**
 * Watches whether versions of silver are read before they may be removed (VACUUM, clean-up of the
 * log).
 *
 * <p>The lag is the age of the oldest version that waits. Over a window, a fiftieth of what silver
 * keeps and a minute at least, it is seen to grow or not; if it goes on growing like that, the
 * version that is read next will have been removed some day, and that day is told. A lag that
 * shrinks is a backlog that is worked off, whatever its size.
 */
final class HistoryOutlook {
  /** Gauge: seconds until the oldest version that waits may be removed; -1 if none waits. */
  private static final String SECONDS_OF_HISTORY_LEFT = "secondsOfHistoryLeft";

  /** Gauge: seconds until versions are removed before they are read; -1 if not at this pace. */
  private static final String SECONDS_UNTIL_HISTORY_LOST = "secondsUntilHistoryLost";

  /**
   * What is shown in a group. After a failure Flink makes a new enumerator, but lets it have the
   * group of the one before, in which a second gauge of the same name does not count.
   */
  private static final Map<MetricGroup, AtomicReference<HistoryOutlook>> SHOWN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static final Duration SHORTEST_WINDOW = Duration.ofMinutes(1);
  private static final long WINDOWS = 50;
  private static final long NOT = -1;

  /** The lag at some moment. */
  private record Sample(Instant at, Duration lag) {}

  private final Clock clock;
  @Nullable private Sample windowStart;

  // Written by the coordinator's thread, read by reporters; a stale value is harmless.
  private volatile long secondsLeft = NOT;
  private volatile long secondsUntilLost = NOT;

  HistoryOutlook(Clock clock) {
    this.clock = clock;
  }

  /** Shows what is known as metrics, in the place of what showed it there before. */
  void showIn(MetricGroup metrics) {
    SHOWN.computeIfAbsent(metrics, group -> gauges(group, this)).set(this);
  }

  private static AtomicReference<HistoryOutlook> gauges(MetricGroup metrics, HistoryOutlook first) {
    AtomicReference<HistoryOutlook> shown = new AtomicReference<>(first);
    metrics.gauge(SECONDS_OF_HISTORY_LEFT, () -> shown.get().secondsLeft());
    metrics.gauge(SECONDS_UNTIL_HISTORY_LOST, () -> shown.get().secondsUntilLost());
    return shown;
  }

  /** All that silver has, or that is wanted of it, has been read. */
  void nothingWaits() {
    windowStart = null;
    secondsLeft = NOT;
    secondsUntilLost = NOT;
  }

  /**
   * Takes a look.
   *
   * @param waiting commit time of the oldest version that has been planned and is not read yet;
   *     null if none waits
   * @param kept how long silver keeps its versions
   * @return what an operator should know, at most once in a window
   */
  Optional<String> observe(@Nullable Instant waiting, Duration kept) {
    if (waiting == null) {
      nothingWaits();
      return Optional.empty();
    }
    Instant now = clock.instant();
    Sample sample = new Sample(now, Duration.between(waiting, now));
    Duration left = kept.minus(sample.lag());
    secondsLeft = Math.max(0, left.toSeconds());
    if (windowStart == null) {
      windowStart = sample;
    }
    Duration passed = Duration.between(windowStart.at(), now);
    if (passed.compareTo(window(kept)) < 0) {
      return Optional.empty();
    }
    Duration growth = sample.lag().minus(windowStart.lag());
    windowStart = sample;
    if (growth.isNegative() || growth.isZero()) {
      secondsUntilLost = NOT;
      return Optional.empty();
    }
    double pace = (double) growth.toMillis() / passed.toMillis();
    secondsUntilLost = (long) (secondsLeft / pace);
    return Optional.of(
        "The job falls behind: the oldest version that waits is of "
            + waiting
            + ", and silver keeps its versions for "
            + kept
            + ". At the pace of the last "
            + passed
            + " versions are removed before they are read in "
            + Duration.ofSeconds(secondsUntilLost)
            + ". Give the job more parallelism, or keep silver's files and log longer");
  }

  private static Duration window(Duration kept) {
    Duration window = kept.dividedBy(WINDOWS);
    return window.compareTo(SHORTEST_WINDOW) < 0 ? SHORTEST_WINDOW : window;
  }

  long secondsLeft() {
    return secondsLeft;
  }

  long secondsUntilLost() {
    return secondsUntilLost;
  }
}
