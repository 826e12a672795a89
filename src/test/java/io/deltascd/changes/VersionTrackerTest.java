package io.deltascd.changes;

import static io.deltascd.changes.TestSplits.snapshot;
import static io.deltascd.changes.TestSplits.split;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class VersionTrackerTest {
  private final VersionTracker tracker = new VersionTracker();

  @Test
  void nothingIsCompleteAtFirst() {
    assertThat(tracker.completeUpTo()).isEqualTo(VersionTracker.NONE);
    assertThat(tracker.poll()).isNull();
    assertThat(tracker.isDrained()).isTrue();
  }

  @Test
  void aVersionIsCompleteWhenItsLastSplitIsAssigned() {
    tracker.add(1, 1000, List.of(split(1, 0), split(1, 1)));
    tracker.add(2, 2000, List.of(split(2, 0)));
    assertThat(tracker.completeUpTo()).isZero();
    tracker.poll();
    assertThat(tracker.completeUpTo()).isZero();
    tracker.poll();
    assertThat(tracker.completeUpTo()).isEqualTo(1);
    assertThat(tracker.completeTimeMicros()).isEqualTo(1000);
    tracker.poll();
    assertThat(tracker.completeUpTo()).isEqualTo(2);
    assertThat(tracker.completeTimeMicros()).isEqualTo(2000);
  }

  @Test
  void versionsWithoutRowsAreCompleteAtOnce() {
    tracker.add(1, 1000, List.of(split(1, 0)));
    tracker.add(2, 2000, List.of());
    assertThat(tracker.completeUpTo()).isZero();
    tracker.poll();
    assertThat(tracker.completeUpTo()).isEqualTo(2);
  }

  @Test
  void noVersionIsCompleteBeforeTheSnapshot() {
    tracker.add(5, 5000, List.of(snapshot(5, 0), snapshot(5, 1)));
    tracker.poll();
    assertThat(tracker.completeUpTo()).isEqualTo(VersionTracker.NONE);
    tracker.poll();
    assertThat(tracker.completeUpTo()).isEqualTo(5);
  }

  @Test
  void returnedSplitsMakeItFallAgain() {
    tracker.add(1, 1000, List.of(split(1, 0)));
    tracker.add(2, 2000, List.of(split(2, 0)));
    ChangeSplit first = tracker.poll();
    tracker.poll();
    assertThat(tracker.completeUpTo()).isEqualTo(2);
    tracker.enqueue(List.of(first));
    assertThat(tracker.completeUpTo()).isZero();
    assertThat(tracker.poll()).isEqualTo(first);
    assertThat(tracker.completeUpTo()).isEqualTo(2);
    assertThat(tracker.completeTimeMicros()).isEqualTo(2000);
  }

  @Test
  void oldestVersionGoesFirst() {
    tracker.add(2, 2000, List.of(split(2, 0)));
    tracker.enqueue(List.of(split(1, 0)));
    assertThat(tracker.poll().version()).isEqualTo(1);
    assertThat(tracker.poll().version()).isEqualTo(2);
  }

  @Test
  void sizesAreCounted() {
    tracker.add(1, 1000, List.of(split(1, 0), split(1, 1)));
    assertThat(tracker.pendingSplits()).isEqualTo(2);
    assertThat(tracker.pendingBytes()).isEqualTo(20);
    tracker.poll();
    assertThat(tracker.pendingSplits()).isEqualTo(1);
    assertThat(tracker.pendingBytes()).isEqualTo(10);
    assertThat(tracker.unassigned()).containsExactly(split(1, 1));
  }

  @Test
  void restored() {
    tracker.restore(9, 9000, List.of(split(8, 0)));
    assertThat(tracker.plannedUpTo()).isEqualTo(9);
    assertThat(tracker.completeUpTo()).isEqualTo(7);
    assertThat(tracker.completeTimeMicros()).isEqualTo(Long.MIN_VALUE);
    tracker.poll();
    assertThat(tracker.completeUpTo()).isEqualTo(9);
    assertThat(tracker.completeTimeMicros()).isEqualTo(9000);
  }

  @Test
  void noVersionIsPlannedTwice() {
    tracker.add(1, 1000, List.of());
    assertThatThrownBy(() -> tracker.add(1, 1000, List.of()))
        .isInstanceOf(IllegalStateException.class);
  }
}
