package io.deltascd.job;

import io.deltascd.testing.DeltaLog;
import java.nio.file.Path;

/** The version of silver that a gold stands at; each look reads what is new in gold's log alone. */
final class FollowedGold {
  private final Path directory;
  private long nextCommit;
  private long reached = -1;

  /**
   * @param directory of a gold that need not exist yet
   */
  FollowedGold(Path directory) {
    this.directory = directory;
  }

  /** −1 until gold has a commit that names a version. */
  long reached() {
    for (var commit = DeltaLog.commit(directory, nextCommit);
        commit.isPresent();
        commit = DeltaLog.commit(directory, nextCommit)) {
      commit.get().silverVersion().ifPresent(version -> reached = version);
      nextCommit++;
    }
    return reached;
  }
}
