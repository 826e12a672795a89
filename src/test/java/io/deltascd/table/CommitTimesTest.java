package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CommitTimesTest {
  private static final OptionalLong NO_ICT = OptionalLong.empty();

  @Test
  void modificationTimeIsInMillis() {
    assertThat(CommitTimes.following(CommitTimes.NONE, NO_ICT, 7)).isEqualTo(7_000);
  }

  @Test
  void inCommitTimestampWins() {
    assertThat(CommitTimes.following(1_000, OptionalLong.of(9), 7)).isEqualTo(9_000);
  }

  @Test
  void neverEqualNorBack() {
    assertThat(CommitTimes.following(7_000, NO_ICT, 7)).isEqualTo(8_000);
    assertThat(CommitTimes.following(7_000, NO_ICT, 3)).isEqualTo(8_000);
    assertThat(CommitTimes.following(7_000, OptionalLong.of(7), 0)).isEqualTo(8_000);
  }

  @Test
  void chainMovesEachAfterTheOneBefore() {
    assertThat(CommitTimes.chain(Map.of(3L, 10L, 4L, 10L, 5L, 4L), 3, 5)).isEqualTo(12_000);
  }

  @Test
  void chainPassesOverGaps() {
    assertThat(CommitTimes.chain(Map.of(5L, 10L, 7L, 9L), 0, 7)).isEqualTo(11_000);
  }
}
