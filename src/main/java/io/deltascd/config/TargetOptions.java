package io.deltascd.config;

import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.model.KebabCase;
import java.time.Duration;
import java.util.List;
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
      return KebabCase.of(this);
    }
  }

  /** {@code target.on-null-key}. */
  public enum OnNullKey {
    /** The run ends with an error. */
    FAIL,
    /** The row is left out, and counted. */
    SKIP,
    /** The same, and it is kept in the dead-letter table. */
    DEAD_LETTER;

    /** As written in a pipeline file. */
    @Override
    public String toString() {
      return KebabCase.of(this);
    }
  }

  /** {@code target.on-duplicate-key}. */
  public enum OnDuplicateKey {
    /** The run ends with an error. */
    FAIL(DuplicateKeys.FAIL),
    /** The last row counts; the others are counted. */
    KEEP_LAST(DuplicateKeys.KEEP_LAST),
    /** The same, and the others are kept in the dead-letter table. */
    DEAD_LETTER(DuplicateKeys.KEEP_LAST);

    private final DuplicateKeys meaning;

    OnDuplicateKey(DuplicateKeys meaning) {
      this.meaning = meaning;
    }

    /** What it means for gold's rows. */
    public DuplicateKeys meaning() {
      return meaning;
    }

    /** As written in a pipeline file. */
    @Override
    public String toString() {
      return KebabCase.of(this);
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

  /** {@code target.adopt}. */
  public static final ConfigOption<Boolean> ADOPT =
      ConfigOptions.key("target.adopt")
          .booleanType()
          .defaultValue(false)
          .withDescription(
              "Whether gold may be a table that a notebook has kept so far, with the table property"
                  + " scd2.last_processed_version: it is checked, becomes this pipeline's in one"
                  + " commit, which removes that property, and keeps its partitions. Of no"
                  + " consequence once it has.");

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

  /** {@code target.compaction.enabled}. */
  public static final ConfigOption<Boolean> COMPACTION =
      ConfigOptions.key("target.compaction.enabled")
          .booleanType()
          .defaultValue(true)
          .withDescription(
              "Whether the job compacts gold after its commits: it merges small files up to"
                  + " target.file-size, and rewrites files most of whose rows are deleted. Such a"
                  + " commit of its own changes no row.");

  /** {@code target.compaction.min-files}. */
  public static final ConfigOption<Integer> COMPACTION_MIN_FILES =
      ConfigOptions.key("target.compaction.min-files")
          .intType()
          .defaultValue(8)
          .withDescription(
              "Small files of a partition, which have less than half of target.file-size, are merged"
                  + " once it has that many of them. Fewer: fewer files in gold, and rows are"
                  + " rewritten more often.");

  /** {@code target.compaction.max-bytes}. */
  public static final ConfigOption<MemorySize> COMPACTION_MAX_BYTES =
      ConfigOptions.key("target.compaction.max-bytes")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(128))
          .withDescription(
              "Up to that much is rewritten after one commit, which the next one waits for; more"
                  + " only if a single file or merge has more.");

  /** {@code target.valid-from-column}. */
  public static final ConfigOption<String> VALID_FROM =
      ConfigOptions.key("target.valid-from-column")
          .stringType()
          .defaultValue(HistoryColumns.DEFAULT.validFrom())
          .withDescription("Name of the column with the instant from which a row counts.");

  /** {@code target.valid-to-column}. */
  public static final ConfigOption<String> VALID_TO =
      ConfigOptions.key("target.valid-to-column")
          .stringType()
          .defaultValue(HistoryColumns.DEFAULT.validTo())
          .withDescription(
              "Name of the column with the instant until which a row counts, exclusive.");

  /** {@code target.is-current-column}. */
  public static final ConfigOption<String> IS_CURRENT =
      ConfigOptions.key("target.is-current-column")
          .stringType()
          .defaultValue(HistoryColumns.DEFAULT.isCurrent())
          .withDescription("Name of the column that says whether a row is its key's current one.");

  /** {@code target.valid-from-version-column}. */
  public static final ConfigOption<String> VALID_FROM_VERSION =
      ConfigOptions.key("target.valid-from-version-column")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Name of a column with the version of silver that a row began with. Without it there"
                  + " is no such column.");

  /** {@code target.valid-to-version-column}. */
  public static final ConfigOption<String> VALID_TO_VERSION =
      ConfigOptions.key("target.valid-to-version-column")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Name of a column with the version of silver that a row ended with, null in current"
                  + " rows. Without it there is no such column.");

  /** {@code target.valid-to-open}. */
  public static final ConfigOption<String> VALID_TO_OPEN =
      ConfigOptions.key("target.valid-to-open")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The instant that stands in the valid-to column of current rows, such as"
                  + " 9999-12-31T23:59:59Z; UTC if it has no zone. Without it they have null.");

  /** {@code target.deletes}. */
  public static final ConfigOption<Deletes> DELETES =
      ConfigOptions.key("target.deletes")
          .enumType(Deletes.class)
          .defaultValue(Deletes.CLOSE)
          .withDescription(
              "What becomes of a key that silver deletes. close: its record is closed; ignore: it"
                  + " stays open, until silver has the key again with other values. The last row of"
                  + " such a key is kept in Flink's state.");

  /** {@code target.columns}. */
  public static final ConfigOption<List<String>> COLUMNS =
      ConfigOptions.key("target.columns")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "The columns of silver that gold has, in this order; the keys must be among them. A"
                  + " change of other columns does nothing. Without it: all of them.");

  /** {@code target.tracked-columns}. */
  public static final ConfigOption<List<String>> TRACKED_COLUMNS =
      ConfigOptions.key("target.tracked-columns")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "The columns whose changes open a new record. A change of other columns of gold alone"
                  + " updates the current row, which keeps its begin. Without it: all of them.");

  /** {@code target.on-duplicate-key}. */
  public static final ConfigOption<OnDuplicateKey> ON_DUPLICATE_KEY =
      ConfigOptions.key("target.on-duplicate-key")
          .enumType(OnDuplicateKey.class)
          .defaultValue(OnDuplicateKey.FAIL)
          .withDescription(
              "What becomes of a key that is not unique in silver. fail: the run ends with an error;"
                  + " keep-last: the row that was added last counts, of several in one version the"
                  + " greatest by target.sequence-by, then by all of its values; the others are"
                  + " counted by a metric. dead-letter: the same, and the others are appended to the"
                  + " table at target.dead-letter-path. With both, Flink's state holds each current"
                  + " row as a whole."
                  + " Gold does not tell the two apart: one may be changed to the other.");

  /** {@code target.sequence-by}. */
  public static final ConfigOption<List<String>> SEQUENCE_BY =
      ConfigOptions.key("target.sequence-by")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "Columns of silver: of several rows of a key in one version the one with the greatest"
                  + " values counts, null being the least. Only with target.on-duplicate-key:"
                  + " keep-last or dead-letter.");

  /** {@code target.on-null-key}. */
  public static final ConfigOption<OnNullKey> ON_NULL_KEY =
      ConfigOptions.key("target.on-null-key")
          .enumType(OnNullKey.class)
          .defaultValue(OnNullKey.FAIL)
          .withDescription(
              "What becomes of a row with null in a key column. fail: the run ends with an error;"
                  + " skip: the row is left out and counted by a metric; dead-letter: the same, and"
                  + " it is appended to the table at target.dead-letter-path.");

  /** {@code target.dead-letter-path}. */
  public static final ConfigOption<String> DEAD_LETTER_PATH =
      ConfigOptions.key("target.dead-letter-path")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Root of the Delta table that rejected rows are appended to, with what happened to"
                  + " them, silver's version and its time, and the reason; created if it does not"
                  + " exist. Only with dead-letter in target.on-null-key or"
                  + " target.on-duplicate-key.");

  /** {@code target.partition-by}. */
  public static final ConfigOption<List<String>> PARTITION_BY =
      ConfigOptions.key("target.partition-by")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription(
              "Gold's partition columns: the is-current column, then columns of silver with few"
                  + " values, since each subtask writes files of its own for each partition and"
                  + " checkpoint. In a partition column Delta reads an empty text as null. Without"
                  + " it: the is-current column alone.");

  static final List<ConfigOption<?>> ALL =
      List.of(
          PATH,
          MODE,
          KEYS,
          COLUMNS,
          TRACKED_COLUMNS,
          DELETES,
          VALID_FROM,
          VALID_TO,
          IS_CURRENT,
          VALID_FROM_VERSION,
          VALID_TO_VERSION,
          VALID_TO_OPEN,
          ON_DUPLICATE_KEY,
          SEQUENCE_BY,
          ON_NULL_KEY,
          DEAD_LETTER_PATH,
          PARTITION_BY,
          ADOPT,
          MIN_COMMIT_INTERVAL,
          ALIGN_MEMORY,
          WRITE_MEMORY,
          FILE_SIZE,
          COMPACTION,
          COMPACTION_MIN_FILES,
          COMPACTION_MAX_BYTES);

  /** Those whose values are lists of columns. */
  static final List<ConfigOption<List<String>>> LISTS =
      List.of(KEYS, COLUMNS, TRACKED_COLUMNS, SEQUENCE_BY, PARTITION_BY);

  private TargetOptions() {}
}
