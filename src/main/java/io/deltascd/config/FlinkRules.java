package io.deltascd.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.FallbackKey;
import org.apache.flink.core.execution.CheckpointingMode;

/** What a Flink configuration must be like for gold to be exact. */
public final class FlinkRules {

  private final Configuration flink;
  private final Function<String, String> place;
  private final List<Finding> findings = new ArrayList<>();

  private FlinkRules(Configuration flink, Function<String, String> place) {
    this.flink = flink;
    this.place = place;
  }

  /**
   * Looks at the options that are set; an option that is not set breaks no rule.
   *
   * @param flink Flink's configuration, or the part of it that a user wrote
   * @param place of a key that is set, for the findings
   */
  public static List<Finding> check(Configuration flink, Function<String, String> place) {
    FlinkRules rules = new FlinkRules(flink, place);
    rules.require(
        ExecutionOptions.RUNTIME_MODE,
        RuntimeExecutionMode.STREAMING::equals,
        "Only the runtime mode STREAMING keeps versions in order",
        "STREAMING; BATCH emits no watermark between versions",
        "take it away; a bounded run needs no batch mode");
    rules.require(
        CheckpointingOptions.ENABLE_UNALIGNED,
        unaligned -> !unaligned,
        "Unaligned checkpoints cannot be used",
        "false; with them the parts of a commit would not be of one version of silver",
        "take it away");
    rules.require(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
        CheckpointingMode.EXACTLY_ONCE::equals,
        "Checkpoints must be exactly once",
        "EXACTLY_ONCE; otherwise changes would be applied twice after a restart",
        "take it away");
    rules.require(
        CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH,
        enabled -> enabled,
        "Checkpoints after the end of a task cannot be switched off",
        "true; the last commit of a bounded run needs the final checkpoint",
        "take it away");
    rules.require(
        CheckpointingOptions.CHECKPOINTING_INTERVAL,
        interval -> interval.compareTo(Duration.ZERO) > 0,
        "Checkpoints cannot be switched off",
        "a duration above zero, such as 10 s; gold is committed with checkpoints",
        "give an interval, or take the option away for the default");
    rules.require(
        CoreOptions.DEFAULT_PARALLELISM,
        parallelism -> parallelism > 0,
        "The parallelism must be at least 1",
        "1 or more",
        "give a number, or take the option away for the default");
    return rules.findings;
  }

  private <T> void require(
      ConfigOption<T> option, Predicate<T> rule, String what, String expected, String remedy) {
    String key =
        Stream.concat(Stream.of(option.key()), fallbackKeys(option))
            .filter(flink::containsKey)
            .findFirst()
            .orElse(null);
    if (key == null) {
      return;
    }
    boolean kept;
    try {
      kept = rule.test(flink.get(option));
    } catch (IllegalArgumentException e) {
      kept = false;
    }
    if (!kept) {
      String found = key + ": " + flink.getString(key, "");
      findings.add(new Finding(what, place.apply(key), found, expected, remedy));
    }
  }

  private static Stream<String> fallbackKeys(ConfigOption<?> option) {
    List<String> keys = new ArrayList<>();
    for (FallbackKey fallback : option.fallbackKeys()) {
      keys.add(fallback.getKey());
    }
    return keys.stream();
  }
}
