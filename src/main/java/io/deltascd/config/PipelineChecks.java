package io.deltascd.config;

import io.deltascd.config.SourceConfig.Bounded;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/** What must hold between the options of a pipeline, once each has its type. */
final class PipelineChecks {

  private final YamlReader file;
  private final Map<String, Entry> entries;
  private final Configuration values;
  private final List<Finding> findings;

  /**
   * @param entries as written
   * @param values those of them that could be read
   * @param findings is added to
   */
  PipelineChecks(
      YamlReader file, Map<String, Entry> entries, Configuration values, List<Finding> findings) {
    this.file = file;
    this.entries = entries;
    this.values = values;
    this.findings = findings;
  }

  void run() {
    require(SourceOptions.PATH, "the silver table that is followed");
    require(TargetOptions.PATH, "the gold table that is maintained");
    require(TargetOptions.KEYS, "the columns that identify a row of silver");
    bounds();
    positive();
    keys();
    credentials(SourceOptions.PATH);
    credentials(TargetOptions.PATH);
    differentTables();
  }

  private void credentials(ConfigOption<String> path) {
    Optional<String> found = values.getOptional(path).flatMap(Credentials::in);
    if (found.isPresent()) {
      findings.add(
          Credentials.finding(path.key(), entries.get(path.key()).valuePlace(), found.get()));
      values.removeConfig(path);
    }
  }

  private void require(ConfigOption<?> option, String meaning) {
    if (!entries.containsKey(option.key())) {
      String section = option.key().substring(0, option.key().indexOf('.'));
      add(
          "A key is missing: " + option.key(),
          file.place(section),
          "no " + option.key(),
          meaning,
          "write it below " + section + ":");
    }
  }

  private void bounds() {
    boolean named = entries.containsKey(SourceOptions.BOUNDED_VERSION.key());
    boolean wanted =
        values
            .getOptional(SourceOptions.BOUNDED_MODE)
            .filter(Bounded.Mode.VERSION::equals)
            .isPresent();
    // A mode that could not be read says nothing about the version, and one from the command line
    // replaces the file's together with its version.
    Entry mode = entries.get(SourceOptions.BOUNDED_MODE.key());
    boolean judged =
        mode == null || (values.contains(SourceOptions.BOUNDED_MODE) && !mode.isOverride());
    if (wanted && !named) {
      add(
          "A key is missing: " + SourceOptions.BOUNDED_VERSION.key(),
          entries.get(SourceOptions.BOUNDED_MODE.key()).valuePlace(),
          "scan.bounded.mode: version without scan.bounded.version",
          "the last version of silver to apply",
          "write scan.bounded.version below source:");
    } else if (named && !wanted && judged) {
      Entry version = entries.get(SourceOptions.BOUNDED_VERSION.key());
      add(
          "scan.bounded.version goes with scan.bounded.mode: version only",
          version.keyPlace(),
          "scan.bounded.mode: " + values.get(SourceOptions.BOUNDED_MODE),
          "scan.bounded.mode: version",
          "write that mode, or take scan.bounded.version away");
    }
  }

  private void positive() {
    notBelow(SourceOptions.BOUNDED_VERSION, 0L, "a version, 0 or more");
    notBelow(SourceOptions.DISCOVERY_INTERVAL, Duration.ofMillis(1), "1 ms or more");
    notBelow(TargetOptions.MIN_COMMIT_INTERVAL, Duration.ZERO, "0 s or more");
    notBelow(TargetOptions.ALIGN_MEMORY, MemorySize.parse("1 mb"), "1 mb or more");
    notBelow(TargetOptions.WRITE_MEMORY, MemorySize.parse("1 mb"), "1 mb or more");
    notBelow(TargetOptions.FILE_SIZE, MemorySize.parse("1 mb"), "1 mb or more");
  }

  private <T extends Comparable<T>> void notBelow(
      ConfigOption<T> option, T least, String expected) {
    Optional<T> value = values.getOptional(option);
    if (value.isPresent() && value.get().compareTo(least) < 0) {
      Entry entry = entries.get(option.key());
      add(
          option.key() + " is too small",
          entry.valuePlace(),
          entry.text(),
          expected,
          "write " + expected);
    }
  }

  private void keys() {
    List<String> keys = values.getOptional(TargetOptions.KEYS).orElse(null);
    if (keys == null) {
      return;
    }
    Entry entry = entries.get(TargetOptions.KEYS.key());
    boolean empty = keys.isEmpty() || keys.stream().anyMatch(String::isBlank);
    if (empty || new HashSet<>(keys).size() < keys.size()) {
      add(
          empty ? "target.keys names no column" : "target.keys names a column twice",
          entry.valuePlace(),
          keys.toString(),
          "the columns that identify a row, each once",
          "write them as keys: [column, …]");
    }
  }

  private void differentTables() {
    Optional<String> silver = values.getOptional(SourceOptions.PATH);
    Optional<String> gold = values.getOptional(TargetOptions.PATH);
    if (silver.isPresent()
        && gold.isPresent()
        && silver
            .map(path -> TableLocation.of(path, Map.of()))
            .equals(gold.map(path -> TableLocation.of(path, Map.of())))) {
      add(
          "Silver and gold are the same table",
          entries.get(TargetOptions.PATH.key()).valuePlace(),
          gold.get(),
          "another path than source.path",
          "write the path of the table that is to be maintained");
    }
  }

  private void add(String what, String where, String found, String expected, String remedy) {
    findings.add(new Finding(what, where, found, expected, remedy));
  }
}
