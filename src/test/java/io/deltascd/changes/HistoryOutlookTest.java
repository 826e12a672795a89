package io.deltascd.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.HandClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

/** A silver that keeps its versions for 100 hours, so that a window is two hours. */
class HistoryOutlookTest {
  private static final Duration KEPT = Duration.ofHours(100);
  private static final Instant START = Instant.parse("2026-01-10T00:00:00Z");

  private final HandClock clock = new HandClock(START);
  private final HistoryOutlook outlook = new HistoryOutlook(clock);

  @Test
  void nothingWaits() {
    assertThat(outlook.observe(null, KEPT)).isEmpty();
    assertThat(outlook.secondsLeft()).isEqualTo(-1);
    assertThat(outlook.secondsUntilLost()).isEqualTo(-1);
  }

  /** Flink keeps the first gauge of a name in a group, and the group for the next enumerator. */
  @Test
  void theOutlookOfTheNextEnumeratorIsShown() {
    Map<String, Gauge<?>> gauges = new HashMap<>();
    MetricGroup metrics =
        new UnregisteredMetricsGroup() {
          @Override
          public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            gauges.putIfAbsent(name, gauge);
            return gauge;
          }
        };
    outlook.showIn(metrics);
    outlook.observe(START.minus(Duration.ofHours(10)), KEPT);
    assertThat(gauges.get("secondsOfHistoryLeft").getValue()).isEqualTo(hours(90));
    HistoryOutlook next = new HistoryOutlook(clock);
    next.showIn(metrics);
    next.observe(START.minus(Duration.ofHours(20)), KEPT);
    assertThat(gauges.get("secondsOfHistoryLeft").getValue()).isEqualTo(hours(80));
    assertThat(gauges.get("secondsUntilHistoryLost").getValue()).isEqualTo(-1L);
  }

  @Test
  void aJobThatStandsStillLosesWhatWaits() {
    Instant waiting = START.minus(Duration.ofHours(10));
    assertThat(outlook.observe(waiting, KEPT)).isEmpty();
    assertThat(outlook.secondsLeft()).isEqualTo(hours(90));

    clock.pass(Duration.ofHours(2));

    assertThat(outlook.observe(waiting, KEPT))
        .contains(
            "The job falls behind: the oldest version that waits is of 2026-01-09T14:00:00Z, and"
                + " silver keeps its versions for PT100H. At the pace of the last PT2H versions are"
                + " removed before they are read in PT88H. Give the job more parallelism, or keep"
                + " silver's files and log longer");
    assertThat(outlook.secondsLeft()).isEqualTo(hours(88));
    assertThat(outlook.secondsUntilLost()).isEqualTo(hours(88));
  }

  /** In two hours it reads one hour of silver, so the remaining 87 hours last for 174. */
  @Test
  void aJobAtHalfThePaceOfSilver() {
    outlook.observe(START.minus(Duration.ofHours(12)), KEPT);
    clock.pass(Duration.ofHours(2));

    assertThat(outlook.observe(START.minus(Duration.ofHours(11)), KEPT)).isPresent();
    assertThat(outlook.secondsUntilLost()).isEqualTo(hours(174));
  }

  @Test
  void aBacklogThatIsWorkedOffIsNoDanger() {
    outlook.observe(START.minus(Duration.ofHours(90)), KEPT);
    clock.pass(Duration.ofHours(2));

    assertThat(outlook.observe(START.minus(Duration.ofHours(50)), KEPT)).isEmpty();
    assertThat(outlook.secondsLeft()).isEqualTo(hours(48));
    assertThat(outlook.secondsUntilLost()).isEqualTo(-1);
  }

  @Test
  void tellsOnceInAWindow() {
    Instant waiting = START.minus(Duration.ofHours(10));
    outlook.observe(waiting, KEPT);
    clock.pass(Duration.ofHours(2));
    assertThat(outlook.observe(waiting, KEPT)).isPresent();
    clock.pass(Duration.ofHours(1));
    assertThat(outlook.observe(waiting, KEPT)).isEmpty();
    clock.pass(Duration.ofHours(1));
    assertThat(outlook.observe(waiting, KEPT)).isPresent();
  }

  @Test
  void onceCaughtUpEverythingBeginsAnew() {
    Instant waiting = START.minus(Duration.ofHours(10));
    outlook.observe(waiting, KEPT);
    clock.pass(Duration.ofHours(1));
    outlook.observe(null, KEPT);
    clock.pass(Duration.ofHours(1));
    assertThat(outlook.observe(waiting, KEPT)).isEmpty();
  }

  /** Removed already, if someone runs VACUUM. */
  @Test
  void whatIsOlderThanWhatSilverKeeps() {
    Instant waiting = START.minus(Duration.ofHours(101));
    outlook.observe(waiting, KEPT);
    clock.pass(Duration.ofHours(2));
    assertThat(outlook.observe(waiting, KEPT)).isPresent();
    assertThat(outlook.secondsLeft()).isZero();
    assertThat(outlook.secondsUntilLost()).isZero();
  }

  private static long hours(long hours) {
    return Duration.ofHours(hours).toSeconds();
  }
}
