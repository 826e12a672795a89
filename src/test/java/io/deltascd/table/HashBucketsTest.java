package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashBucketsTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 100, 1000, 4000, Long.MAX_VALUE})
  void findsWhatIsRepeatedInAsManyRangesAsTheMemoryNeeds(long mostValues) {
    Random random = new Random(7);
    long[] values = new long[4000];
    for (int i = 0; i < values.length; i++) {
      // Every fifth repeats an earlier one.
      values[i] = i % 5 == 4 ? values[random.nextInt(i)] : random.nextLong();
    }
    Set<Long> seen = new HashSet<>();
    Set<Long> expected = new TreeSet<>();
    for (long value : values) {
      if (!seen.add(value)) {
        expected.add(value);
      }
    }

    List<Long> found = new ArrayList<>();
    int ranges = 0;
    for (HashBuckets range = HashBuckets.first(mostValues); range != null; ) {
      Arrays.stream(values).forEach(range::add);
      Arrays.stream(range.repeated()).forEach(found::add);
      ranges++;
      range = range.hasNext() ? range.next() : null;
    }

    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(ranges).isBetween((int) (4000 / Math.min(4000, mostValues)) / 16, 256);
    assertThat(ranges == 1).isEqualTo(mostValues >= 4000);
  }

  @Test
  void theRepeatedAreInOrderAndOnce() {
    HashBuckets all = HashBuckets.first(100);
    for (long value : new long[] {5, -1, 5, Long.MIN_VALUE, -1, 5, Long.MIN_VALUE, 0, -1}) {
      all.add(value);
    }

    assertThat(all.repeated()).containsExactly(Long.MIN_VALUE, -1, 5);
    assertThat(all.hasNext()).isFalse();
  }

  @Test
  void nothingAddedNothingRepeated() {
    assertThat(HashBuckets.first(1).repeated()).isEmpty();
  }
}
