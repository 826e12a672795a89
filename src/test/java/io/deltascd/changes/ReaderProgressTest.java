package io.deltascd.changes;

import static io.deltascd.changes.TestSplits.snapshot;
import static io.deltascd.changes.TestSplits.split;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReaderProgressTest {
  private final ReaderProgress progress = new ReaderProgress();

  @Test
  void nothingBeforeTheEnumeratorHasSpoken() {
    assertThat(progress.completeUpTo()).isEqualTo(VersionTracker.NONE);
    assertThat(progress.newestKnownVersion()).isEqualTo(VersionTracker.NONE);
  }

  @Test
  void withoutSplitsWhatTheEnumeratorSays() {
    progress.assigned(new CompleteUpTo(5, 5000, 9, false));
    assertThat(progress.completeUpTo()).isEqualTo(5);
    assertThat(progress.completeTimeMicros()).isEqualTo(5000);
    assertThat(progress.newestKnownVersion()).isEqualTo(9);
  }

  @Test
  void ownSplitsHoldItBack() {
    progress.add(List.of(split(4, 0), split(4, 1), split(6, 0)));
    progress.assigned(new CompleteUpTo(7, 7000, 9, false));
    assertThat(progress.completeUpTo()).isEqualTo(3);
    assertThat(progress.completeTimeMicros()).isEqualTo(Long.MIN_VALUE);
    progress.finished(split(4, 0));
    assertThat(progress.completeUpTo()).isEqualTo(3);
    progress.finished(split(4, 1));
    assertThat(progress.completeUpTo()).isEqualTo(5);
    progress.finished(split(6, 0));
    assertThat(progress.completeUpTo()).isEqualTo(7);
  }

  @Test
  void noVersionIsCompleteBeforeTheSnapshot() {
    progress.add(List.of(snapshot(4, 0)));
    progress.assigned(new CompleteUpTo(4, 4000, 9, false));
    assertThat(progress.completeUpTo()).isEqualTo(VersionTracker.NONE);
    progress.finished(snapshot(4, 0));
    assertThat(progress.completeUpTo()).isEqualTo(4);
  }

  @Test
  void itFallsWithTheEnumerator() {
    progress.assigned(new CompleteUpTo(7, 7000, 9, false));
    progress.assigned(new CompleteUpTo(3, 3000, 9, false));
    assertThat(progress.completeUpTo()).isEqualTo(3);
  }
}
