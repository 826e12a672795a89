package io.deltascd.job;

import java.nio.file.Path;

/** The pipeline file that the demo leaves behind, for people to change. */
final class DemoPipeline {

  private DemoPipeline() {}

  static String text(Path silver, Path gold) {
    return """
    # A pipeline of delta-scd. Run it with:  delta-scd run pipeline.yaml
    name: demo
    source:
      # The Delta table that is followed; its change data feed is on.
      path: %s
      # initial: history begins with the oldest version that can be read with all changes after it.
      scan.startup.mode: initial
      # unbounded follows silver until Ctrl-C; latest ends with the version that is newest now.
      scan.bounded.mode: unbounded
      discovery-interval: 1 s
    target:
      # The Delta table that is maintained; created if it does not exist.
      path: %s
      # scd2: a row for each state of a key, valid from valid_from until before valid_to.
      mode: scd2
      # The columns that identify a row of silver.
      keys: [producto_id]
    flink:
      # Any Flink option. Gold is committed with checkpoints.
      execution.checkpointing.interval: 1 s
      parallelism.default: 2
    """
        .formatted(quoted(silver), quoted(gold));
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }
}
