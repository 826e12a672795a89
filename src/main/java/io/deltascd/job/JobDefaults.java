package io.deltascd.job;

import io.deltascd.config.ConfigurationException;
import io.deltascd.config.Finding;
import io.deltascd.config.FlinkRules;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;

/** Options that a job gets when nobody has set them. */
final class JobDefaults {

  private JobDefaults() {}

  /** The defaults that {@code configuration} does not set itself. */
  static Configuration missingFrom(Configuration configuration) {
    Configuration missing = new Configuration();
    put(missing, configuration, ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    put(
        missing,
        configuration,
        CheckpointingOptions.CHECKPOINTING_INTERVAL,
        Duration.ofSeconds(10));
    put(missing, configuration, PipelineOptions.GENERIC_TYPES, false);
    put(missing, configuration, PipelineOptions.OBJECT_REUSE, true);
    // Heap state is restored through a buffer only if it is compressed: seconds instead of a
    // minute.
    put(missing, configuration, ExecutionOptions.SNAPSHOT_COMPRESSION, true);
    // Of RocksDB: a checkpoint costs what has changed, and a key that is new is known to be so
    // without reading its neighbours.
    put(missing, configuration, CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    put(missing, configuration, RocksDBConfigurableOptions.USE_BLOOM_FILTER, true);
    return missing;
  }

  /**
   * @throws ConfigurationException if gold could not be exact with this configuration
   */
  static void check(Configuration configuration, String where) {
    List<Finding> findings = FlinkRules.check(configuration, key -> where + ", " + key);
    if (!findings.isEmpty()) {
      throw new ConfigurationException(findings);
    }
  }

  static <T> void put(Configuration to, Configuration unlessIn, ConfigOption<T> option, T value) {
    if (!unlessIn.contains(option)) {
      to.set(option, value);
    }
  }
}
