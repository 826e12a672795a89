package io.deltascd.testing;

import java.time.Instant;
import java.util.Optional;
import java.util.Random;

/** Gives each commit its times. */
final class SilverClock {

  /**
   * @param file modification time of the commit file
   * @param inCommit in-commit timestamp, if the table has them
   * @param commit the time that readers must see
   */
  record Times(Instant file, Optional<Instant> inCommit, Instant commit) {}

  private final SilverSpec.Times from;
  private final Random random;
  private Instant file = Instant.parse("2026-01-01T00:00:00Z");
  private Instant commit = Instant.EPOCH;

  SilverClock(SilverSpec.Times from, Random random) {
    this.from = from;
    this.random = random;
  }

  Times next() {
    file = file.plusMillis(step());
    if (from == SilverSpec.Times.IN_COMMIT) {
      Instant base = commit.equals(Instant.EPOCH) ? file : commit;
      commit = base.plusMillis(1 + random.nextInt(90_000));
      return new Times(file, Optional.of(commit), commit);
    }
    Instant earliest = commit.plusMillis(1);
    commit = file.isBefore(earliest) ? earliest : file;
    return new Times(file, Optional.empty(), commit);
  }

  private long step() {
    int steady = 1 + random.nextInt(90_000);
    if (from == SilverSpec.Times.STEADY) {
      return steady;
    }
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> -random.nextInt(5_000);
      default -> steady;
    };
  }
}
