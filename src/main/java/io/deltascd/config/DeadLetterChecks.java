package io.deltascd.config;

import io.deltascd.config.TargetOptions.NullKeys;
import io.deltascd.config.TargetOptions.OnDuplicateKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The dead-letter table in a pipeline file: there is one exactly if a policy needs it. */
final class DeadLetterChecks {
  private static final String PATH = TargetOptions.DEAD_LETTER_PATH.key();

  private final Map<String, Entry> entries;
  private final Configuration values;
  private final List<Finding> findings;

  /**
   * @param entries as written
   * @param values those of them that could be read
   * @param findings is added to
   */
  DeadLetterChecks(Map<String, Entry> entries, Configuration values, List<Finding> findings) {
    this.entries = entries;
    this.values = values;
    this.findings = findings;
  }

  /** The table as far as it is known; null if there is none. */
  @Nullable
  static DeadLetterConfig config(Configuration values, Map<String, String> hadoop) {
    return values
        .getOptional(TargetOptions.DEAD_LETTER_PATH)
        .map(
            path ->
                new DeadLetterConfig(
                    TableLocation.of(path, hadoop),
                    values.get(TargetOptions.ON_DUPLICATE_KEY) == OnDuplicateKey.DEAD_LETTER))
        .orElse(null);
  }

  void run() {
    Optional<ConfigOption<?>> policy = policy();
    boolean named = entries.containsKey(PATH);
    if (policy.isPresent() && !named) {
      add(
          "A key is missing: " + PATH,
          entries.get(policy.get().key()).valuePlace(),
          policy.get().key() + ": " + NullKeys.DEAD_LETTER + " without " + PATH,
          "the table that rejected rows are appended to",
          "write dead-letter-path below target:");
    } else if (named && policy.isEmpty() && isReadable(TargetOptions.ON_NULL_KEY)) {
      if (isReadable(TargetOptions.ON_DUPLICATE_KEY)) {
        add(
            PATH + " goes with dead-letter only",
            entries.get(PATH).keyPlace(),
            "target.on-null-key: %s, target.on-duplicate-key: %s"
                .formatted(
                    values.get(TargetOptions.ON_NULL_KEY),
                    values.get(TargetOptions.ON_DUPLICATE_KEY)),
            "dead-letter for one of them",
            "write that, or take " + PATH + " away");
      }
    }
    different(TargetOptions.PATH, "gold");
    different(SourceOptions.PATH, "silver");
  }

  /** The option that asks for the table. */
  private Optional<ConfigOption<?>> policy() {
    if (values.get(TargetOptions.ON_NULL_KEY) == NullKeys.DEAD_LETTER) {
      return Optional.of(TargetOptions.ON_NULL_KEY);
    }
    return values.get(TargetOptions.ON_DUPLICATE_KEY) == OnDuplicateKey.DEAD_LETTER
        ? Optional.of(TargetOptions.ON_DUPLICATE_KEY)
        : Optional.empty();
  }

  /** One that could not be read says nothing about its companion. */
  private boolean isReadable(ConfigOption<?> option) {
    return !entries.containsKey(option.key()) || values.contains(option);
  }

  private void different(ConfigOption<String> other, String role) {
    Optional<TableLocation> table = location(TargetOptions.DEAD_LETTER_PATH);
    if (table.isPresent() && table.equals(location(other))) {
      add(
          "The dead-letter table is " + role,
          entries.get(PATH).valuePlace(),
          table.get().path(),
          "another path than " + other.key(),
          "write the path of a table of its own");
    }
  }

  private Optional<TableLocation> location(ConfigOption<String> path) {
    return values.getOptional(path).map(text -> TableLocation.of(text, Map.of()));
  }

  private void add(String what, String where, String found, String expected, String remedy) {
    findings.add(new Finding(what, where, found, expected, remedy));
  }
}
