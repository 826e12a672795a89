package io.deltascd.config;

import io.deltascd.config.TargetOptions.OnDuplicateKey;
import io.deltascd.config.TargetOptions.OnNullKey;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The dead-letter table in a pipeline file: there is one exactly if a policy needs it. */
final class DeadLetterChecks {
  private static final String PATH = TargetOptions.DEAD_LETTER_PATH.key();

  private final Written written;
  private final Configuration values;

  DeadLetterChecks(Written written) {
    this.written = written;
    this.values = written.values();
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
    boolean named = written.names(TargetOptions.DEAD_LETTER_PATH);
    if (policy.isPresent() && !named) {
      written.add(
          "A key is missing: " + PATH,
          written.entry(policy.get()).valuePlace(),
          policy.get().key() + ": " + OnNullKey.DEAD_LETTER + " without " + PATH,
          "the table that rejected rows are appended to",
          "write dead-letter-path below target:");
    } else if (named
        && policy.isEmpty()
        && written.isKnown(TargetOptions.ON_NULL_KEY)
        && written.isKnown(TargetOptions.ON_DUPLICATE_KEY)) {
      written.add(
          PATH + " goes with dead-letter only",
          written.entry(TargetOptions.DEAD_LETTER_PATH).keyPlace(),
          "%s: %s, %s: %s"
              .formatted(
                  TargetOptions.ON_NULL_KEY.key(),
                  values.get(TargetOptions.ON_NULL_KEY),
                  TargetOptions.ON_DUPLICATE_KEY.key(),
                  values.get(TargetOptions.ON_DUPLICATE_KEY)),
          "dead-letter for one of them",
          "write that, or take " + PATH + " away");
    }
    different(TargetOptions.PATH, TableRole.GOLD);
    different(SourceOptions.PATH, TableRole.SILVER);
  }

  /** The option that asks for the table. */
  private Optional<ConfigOption<?>> policy() {
    if (values.get(TargetOptions.ON_NULL_KEY) == OnNullKey.DEAD_LETTER) {
      return Optional.of(TargetOptions.ON_NULL_KEY);
    }
    return values.get(TargetOptions.ON_DUPLICATE_KEY) == OnDuplicateKey.DEAD_LETTER
        ? Optional.of(TargetOptions.ON_DUPLICATE_KEY)
        : Optional.empty();
  }

  private void different(ConfigOption<String> other, TableRole role) {
    written
        .sameTable(TargetOptions.DEAD_LETTER_PATH, other)
        .ifPresent(
            table ->
                written.add(
                    "The dead-letter table is " + role,
                    written.entry(TargetOptions.DEAD_LETTER_PATH).valuePlace(),
                    table.path(),
                    "another path than " + other.key(),
                    "write the path of a table of its own"));
  }
}
