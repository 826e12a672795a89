package io.deltascd.config;

import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.HistorySettings;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.configuration.MemorySize;

/**
 * The {@code target} section of a pipeline.
 *
 * @param ordinal place of the target in the pipeline file, from 0
 * @param gold the table that is maintained
 * @param keys the key columns of silver
 * @param history what decides the meaning of gold's rows beside the keys
 * @param onNullKey what becomes of a row with null in a key column
 * @param minCommitInterval gold commits are at least this far apart; zero: one per checkpoint
 * @param alignMemory heap for rows of incomplete versions, per subtask; beyond it they go to state
 * @param writeMemory heap for current rows not yet written to a file, per subtask
 * @param fileSize a file of gold is finished when it reaches this size
 * @param compaction how gold is compacted; null if it is not
 * @param deadLetters where rejected rows are kept; null if nowhere
 * @param adopt whether gold may be a table that a notebook has kept so far
 */
public record TargetConfig(
    int ordinal,
    TableLocation gold,
    List<String> keys,
    HistorySettings history,
    OnNullKey onNullKey,
    Duration minCommitInterval,
    MemorySize alignMemory,
    MemorySize writeMemory,
    MemorySize fileSize,
    @Nullable CompactionConfig compaction,
    @Nullable DeadLetterConfig deadLetters,
    boolean adopt)
    implements Serializable {

  public TargetConfig {
    keys = List.copyOf(keys);
  }

  /** The same with other settings of history. */
  public TargetConfig keeping(HistorySettings other) {
    return new TargetConfig(
        ordinal,
        gold,
        keys,
        other,
        onNullKey,
        minCommitInterval,
        alignMemory,
        writeMemory,
        fileSize,
        compaction,
        deadLetters,
        adopt);
  }

  /** Whether rows with null in a key column are kept in the dead-letter table. */
  public boolean keepsNullKeys() {
    return onNullKey == OnNullKey.DEAD_LETTER;
  }
}
