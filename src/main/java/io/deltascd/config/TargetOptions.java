package io.deltascd.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** Options of the {@code target} section. */
public final class TargetOptions {

  /** {@code target.mode}. */
  public enum Mode {
    /** History: a row for each state of a key, with the time it was valid. */
    SCD2;

    /** As written in a pipeline file. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** {@code target.path}. */
  public static final ConfigOption<String> PATH =
      ConfigOptions.key("target.path")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Root of gold, the Delta table that is maintained; created if it does not exist. A"
                  + " relative path is resolved against the working directory.");

  /** {@code target.mode}. */
  public static final ConfigOption<Mode> MODE =
      ConfigOptions.key("target.mode")
          .enumType(Mode.class)
          .defaultValue(Mode.SCD2)
          .withDescription("What gold is. scd2: the history of each key.");

  /** {@code target.keys}. */
  public static final ConfigOption<List<String>> KEYS =
      ConfigOptions.key("target.keys")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "The columns of silver that identify a row: at every version of silver no two rows"
                  + " have the same values in them, and none of the values is null.");

  /** {@code target.commit.min-interval}. */
  public static final ConfigOption<Duration> MIN_COMMIT_INTERVAL =
      ConfigOptions.key("target.commit.min-interval")
          .durationType()
          .defaultValue(Duration.ZERO)
          .withDescription(
              "Commits to gold are at least this far apart. Zero: one for each checkpoint that"
                  + " finished a version of silver.");

  /** {@code target.memory.align}. */
  public static final ConfigOption<MemorySize> ALIGN_MEMORY =
      ConfigOptions.key("target.memory.align")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(64))
          .withDescription(
              "Heap for the rows of versions that are not complete yet, per subtask. Rows beyond it"
                  + " go to Flink's state.");

  /** {@code target.memory.write}. */
  public static final ConfigOption<MemorySize> WRITE_MEMORY =
      ConfigOptions.key("target.memory.write")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(64))
          .withDescription(
              "Heap for current rows that have not been written to a file yet, per subtask. Beyond"
                  + " it files are written before the checkpoint.");

  /** {@code target.file-size}. */
  public static final ConfigOption<MemorySize> FILE_SIZE =
      ConfigOptions.key("target.file-size")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(128))
          .withDescription("A data file of gold is finished when it reaches this size.");

  static final List<ConfigOption<?>> ALL =
      List.of(PATH, MODE, KEYS, MIN_COMMIT_INTERVAL, ALIGN_MEMORY, WRITE_MEMORY, FILE_SIZE);

  private TargetOptions() {}
}
