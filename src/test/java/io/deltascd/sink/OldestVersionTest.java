package io.deltascd.sink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OldestVersionTest {

  @Test
  void togetherSubtasksAreAsFarAsTheLast() {
    OldestVersion first = new OldestVersion();
    OldestVersion second = new OldestVersion();
    OldestVersion third = new OldestVersion();
    first.add(5L);
    first.add(7L);
    second.add(6L);

    OldestVersion both = first.clone();
    both.merge(second);
    OldestVersion all = both.clone();
    all.merge(third);

    assertThat(first.getLocalValue()).isEqualTo(7);
    assertThat(both.getLocalValue()).isEqualTo(6);
    assertThat(all.getLocalValue()).as("one has none yet").isEqualTo(-1);
  }
}
