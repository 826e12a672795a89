package io.deltascd.config;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.StartupMode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/** What must hold between the options of a pipeline, once each has its type. */
final class PipelineChecks {

  private final YamlReader file;
  private final Written written;
  private final Configuration values;

  /**
   * @param file that the entries come from
   */
  PipelineChecks(YamlReader file, Written written) {
    this.file = file;
    this.written = written;
    this.values = written.values();
  }

  void run() {
    require(SourceOptions.PATH, "the silver table that is followed");
    require(TargetOptions.PATH, "the gold table that is maintained");
    require(TargetOptions.KEYS, "the columns that identify a row of silver");
    goesWith(
        SourceOptions.STARTUP_VERSION,
        SourceOptions.STARTUP_MODE,
        StartupMode.FROM_VERSION,
        "the version of silver to begin with");
    goesWith(
        SourceOptions.STARTUP_TIMESTAMP,
        SourceOptions.STARTUP_MODE,
        StartupMode.FROM_TIMESTAMP,
        "when the version of silver to begin with was the newest");
    goesWith(
        SourceOptions.BOUNDED_VERSION,
        SourceOptions.BOUNDED_MODE,
        Bounded.Mode.VERSION,
        "the last version of silver to apply");
    goesWith(
        SourceOptions.BOUNDED_TIMESTAMP,
        SourceOptions.BOUNDED_MODE,
        Bounded.Mode.TIMESTAMP,
        "when the last version of silver to apply was the newest");
    positive();
    TargetOptions.LISTS.forEach(this::list);
    credentials(SourceOptions.PATH);
    credentials(TargetOptions.PATH);
    credentials(TargetOptions.DEAD_LETTER_PATH);
    differentTables();
  }

  private void credentials(ConfigOption<String> path) {
    Optional<String> found = values.getOptional(path).flatMap(Credentials::in);
    if (found.isPresent()) {
      written.add(Credentials.finding(path.key(), written.entry(path).valuePlace(), found.get()));
      values.removeConfig(path);
    }
  }

  private void require(ConfigOption<?> option, String meaning) {
    if (!written.names(option)) {
      String section = option.key().substring(0, option.key().indexOf('.'));
      written.add(
          "A key is missing: " + option.key(),
          file.place(section),
          "no " + option.key(),
          meaning,
          "write it below " + section + ":");
    }
  }

  /** An option that completes a mode: needed with it, and out of place without it. */
  private <M> void goesWith(
      ConfigOption<?> option, ConfigOption<M> modeOption, M mode, String meaning) {
    boolean named = written.names(option);
    boolean wanted = values.getOptional(modeOption).filter(mode::equals).isPresent();
    // A mode that could not be read says nothing about its companions, and one from the command
    // line replaces the file's together with them.
    Entry modeEntry = written.entry(modeOption);
    boolean judged = written.isKnown(modeOption) && (modeEntry == null || !modeEntry.isOverride());
    String name = withoutSection(option);
    String modeName = withoutSection(modeOption) + ": ";
    if (wanted && !named) {
      written.add(
          "A key is missing: " + option.key(),
          modeEntry.valuePlace(),
          modeName + mode + " without " + name,
          meaning,
          "write " + name + " below source:");
    } else if (named && !wanted && judged) {
      written.add(
          name + " goes with " + modeName + mode + " only",
          written.entry(option).keyPlace(),
          modeName + values.get(modeOption),
          modeName + mode,
          "write that mode, or take " + name + " away");
    }
  }

  private static String withoutSection(ConfigOption<?> option) {
    return option.key().substring(option.key().indexOf('.') + 1);
  }

  private void positive() {
    notBelow(SourceOptions.STARTUP_VERSION, 0L, "a version, 0 or more");
    notBelow(SourceOptions.BOUNDED_VERSION, 0L, "a version, 0 or more");
    notBelow(SourceOptions.ACCEPT_VERSION, 0L, "a version, 0 or more");
    notBelow(SourceOptions.DISCOVERY_INTERVAL, Duration.ofMillis(1), "1 ms or more");
    notBelow(TargetOptions.MIN_COMMIT_INTERVAL, Duration.ZERO, "0 s or more");
    notBelow(TargetOptions.ALIGN_MEMORY, MemorySize.parse("1 mb"), "1 mb or more");
    notBelow(TargetOptions.WRITE_MEMORY, MemorySize.parse("1 mb"), "1 mb or more");
    notBelow(TargetOptions.FILE_SIZE, MemorySize.parse("1 mb"), "1 mb or more");
    notBelow(TargetOptions.COMPACTION_MIN_FILES, 2, "2 or more");
    notBelow(TargetOptions.COMPACTION_MAX_BYTES, MemorySize.parse("1 mb"), "1 mb or more");
  }

  private <T extends Comparable<T>> void notBelow(
      ConfigOption<T> option, T least, String expected) {
    Optional<T> value = values.getOptional(option);
    if (value.isPresent() && value.get().compareTo(least) < 0) {
      Entry entry = written.entry(option);
      written.add(
          option.key() + " is too small",
          entry.valuePlace(),
          entry.text(),
          expected,
          "write " + expected);
    }
  }

  private void list(ConfigOption<List<String>> option) {
    List<String> columns = values.getOptional(option).orElse(null);
    if (columns == null) {
      return;
    }
    String key = option.key();
    boolean empty = columns.isEmpty() || columns.stream().anyMatch(String::isBlank);
    if (empty || new HashSet<>(columns).size() < columns.size()) {
      String name = key.substring(key.indexOf('.') + 1);
      written.add(
          key + (empty ? " names no column" : " names a column twice"),
          written.entry(option).valuePlace(),
          columns.toString(),
          option.equals(TargetOptions.KEYS)
              ? "the columns that identify a row, each once"
              : "columns, each once",
          "write them as " + name + ": [column, …]");
    }
  }

  private void differentTables() {
    written
        .sameTable(SourceOptions.PATH, TargetOptions.PATH)
        .ifPresent(
            table ->
                written.add(
                    SameTable.finding(
                        written.entry(TargetOptions.PATH).valuePlace(),
                        values.get(TargetOptions.PATH))));
  }
}
