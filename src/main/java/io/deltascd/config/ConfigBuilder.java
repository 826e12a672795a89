package io.deltascd.config;

import io.deltascd.config.Entry.Shape;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.OnHistoryLost;
import io.deltascd.config.SourceConfig.ResyncPolicy;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.model.HistorySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/** Makes typed settings of the entries of a pipeline file, and notes all that is wrong. */
final class ConfigBuilder {

  /** A mode of {@code source.scan.startup.mode} that history cannot begin with. */
  private static final String CHANGES_ONLY = "latest";

  private final YamlReader file;
  private final Map<String, Entry> entries;
  private final List<Finding> findings;
  private final Configuration values = new Configuration();
  private final Map<String, String> hadoop = new HashMap<>();
  private final Map<String, String> flink = new HashMap<>();

  ConfigBuilder(YamlReader file, Map<String, Entry> entries, List<Finding> findings) {
    this.file = file;
    this.entries = entries;
    this.findings = findings;
  }

  /** What there is of the pipeline. */
  PipelineDraft build(String defaultName) {
    classify();
    Written written = new Written(entries, values, findings);
    new PipelineChecks(file, written).run();
    new HistoryChecks(written).run();
    new DeadLetterChecks(written).run();
    findings.addAll(FlinkRules.check(Configuration.fromMap(flink), this::flinkPlace));
    return new PipelineDraft(
        values.getOptional(PipelineOptions.NAME).orElse(defaultName),
        values.getOptional(SourceOptions.PATH).map(this::source),
        values.getOptional(TargetOptions.PATH).map(this::target),
        flink,
        values.getOptional(PipelineOptions.MAX_OUTAGE),
        findings);
  }

  /** Where something is wrong, options that depend on others have their defaults. */
  private SourceConfig source(String path) {
    boolean right = findings.isEmpty();
    return new SourceConfig(
        TableLocation.of(path, hadoop),
        right ? startup() : Startup.of(StartupMode.INITIAL),
        right ? bounded() : new Bounded(Bounded.Mode.UNBOUNDED, -1),
        values.get(SourceOptions.CHANGE_CAPTURE),
        values.get(SourceOptions.ON_HISTORY_LOST) == OnHistoryLost.RESYNC
            ? ResyncPolicy.IF_LOST
            : ResyncPolicy.NEVER,
        values.get(SourceOptions.DISCOVERY_INTERVAL),
        values.getOptional(SourceOptions.ACCEPT_VERSION).orElse(SourceConfig.ACCEPTS_NONE));
  }

  private TargetConfig target(String path) {
    return new TargetConfig(
        0,
        TableLocation.of(path, hadoop),
        values.getOptional(TargetOptions.KEYS).orElse(List.of()),
        findings.isEmpty() ? HistoryChecks.settings(values) : HistorySettings.DEFAULT,
        values.get(TargetOptions.ON_NULL_KEY),
        values.get(TargetOptions.MIN_COMMIT_INTERVAL),
        values.get(TargetOptions.ALIGN_MEMORY),
        values.get(TargetOptions.WRITE_MEMORY),
        values.get(TargetOptions.FILE_SIZE),
        compaction(),
        DeadLetterChecks.config(values, hadoop),
        values.get(TargetOptions.ADOPT));
  }

  @Nullable
  private CompactionConfig compaction() {
    return values.get(TargetOptions.COMPACTION)
        ? new CompactionConfig(
            values.get(TargetOptions.COMPACTION_MIN_FILES),
            values.get(TargetOptions.COMPACTION_MAX_BYTES),
            values.get(TargetOptions.FILE_SIZE))
        : null;
  }

  private Startup startup() {
    StartupMode mode = values.get(SourceOptions.STARTUP_MODE);
    return switch (mode) {
      case INITIAL, LATEST_FULL -> Startup.of(mode);
      case FROM_VERSION -> new Startup(mode, values.get(SourceOptions.STARTUP_VERSION), null);
      case FROM_TIMESTAMP -> new Startup(mode, -1, time(SourceOptions.STARTUP_TIMESTAMP));
    };
  }

  private Bounded bounded() {
    Bounded.Mode mode = values.get(SourceOptions.BOUNDED_MODE);
    return switch (mode) {
      case UNBOUNDED, LATEST -> new Bounded(mode, -1);
      case VERSION -> new Bounded(mode, values.get(SourceOptions.BOUNDED_VERSION));
      case TIMESTAMP -> new Bounded(mode, -1, time(SourceOptions.BOUNDED_TIMESTAMP));
    };
  }

  private Instant time(ConfigOption<String> option) {
    return TimestampText.parse(values.get(option));
  }

  private void classify() {
    Set<String> unknown = new HashSet<>();
    for (Entry entry : entries.values()) {
      String key = entry.key();
      Optional<ConfigOption<?>> option = PipelineKeys.option(key);
      if (option.isPresent()) {
        take(option.get(), entry);
      } else if (PipelineKeys.isPassedThrough(key)) {
        passThrough(entry);
      } else if (PipelineKeys.isSection(key)) {
        if (entry.shape() != Shape.NOTHING) {
          add(
              key + " is a section",
              entry.valuePlace(),
              entry.shape().toString(),
              "indented keys below " + key + ":",
              "write its keys on lines of their own, indented");
        }
      } else if (unknown.add(PipelineKeys.unknownPart(key))) {
        unknown(entry);
      }
    }
  }

  private void unknown(Entry entry) {
    String key = entry.key();
    String part = PipelineKeys.unknownPart(key);
    Optional<String> nearest = PipelineKeys.nearest(part).or(() -> PipelineKeys.nearest(key));
    String shown = YamlReader.shown(part);
    add(
        "Unknown key: " + shown,
        part.equals(key) || entry.isOverride() ? entry.keyPlace() : file.place(part),
        shown,
        nearest.orElseGet(ConfigBuilder::topLevel),
        nearest.map(n -> "write " + n).orElse("take it away; Flink options go below flink:"));
  }

  /** The keys that can stand there, such as {@code a, b or c}. */
  private static String topLevel() {
    List<String> keys = PipelineKeys.topLevel();
    int last = keys.size() - 1;
    return String.join(", ", keys.subList(0, last)) + " or " + keys.get(last);
  }

  private void passThrough(Entry entry) {
    int dot = entry.key().indexOf('.');
    String section = entry.key().substring(0, dot);
    String key = entry.key().substring(dot + 1);
    if (entry.shape() == Shape.NOTHING || entry.shape() == Shape.OTHER) {
      add(
          "An option of " + section + " has no value: " + YamlReader.shown(key),
          entry.keyPlace(),
          entry.shape().toString(),
          "one value",
          "give it a value, or take it away");
    } else if (section.equals(PipelineOptions.HADOOP)) {
      hadoop.put(key, String.join(",", entry.values()));
    } else {
      entry.values().stream()
          .flatMap(value -> Credentials.inOption(key, value).stream())
          .findFirst()
          .ifPresent(
              found -> findings.add(Credentials.finding(entry.key(), entry.valuePlace(), found)));
      flink.put(
          key,
          entry.shape() == Shape.LIST
              ? entry.values().stream().map(ConfigBuilder::quoted).collect(Collectors.joining(";"))
              : entry.text());
    }
  }

  /** As Flink separates the values of a list in one text. */
  private static String quoted(String value) {
    return value.matches("[^;'\"]*") ? value : "'" + value.replace("'", "''") + "'";
  }

  private <T> void take(ConfigOption<T> option, Entry entry) {
    String key = entry.key();
    if (entry.shape() == Shape.NOTHING) {
      add(
          key + " has no value",
          entry.keyPlace(),
          "nothing behind the colon",
          expected(option),
          "give it a value, or take it away");
    } else if (PipelineKeys.listOption(key).isPresent() && entry.shape() != Shape.OTHER) {
      values.set(PipelineKeys.listOption(key).get(), entry.values());
    } else if (entry.shape() != Shape.TEXT) {
      add(
          key + " has one value",
          entry.valuePlace(),
          entry.shape().toString(),
          expected(option),
          "write one value");
    } else if (option.equals(SourceOptions.STARTUP_MODE)
        && entry.text().equalsIgnoreCase(CHANGES_ONLY)) {
      add(
          key + ": " + entry.text() + " does not go with target.mode: scd2",
          entry.valuePlace(),
          entry.text() + ", changes without the rows that were there before them",
          expected(option),
          "write latest-full: it begins with the newest version's snapshot, and changes follow");
    } else if (PipelineKeys.isLaterValue(key, entry.text())) {
      add(
          key + ": " + entry.text() + " is not supported yet in this release",
          entry.valuePlace(),
          entry.text(),
          expected(option),
          "use one of these");
    } else {
      convert(option, entry);
    }
  }

  private <T> void convert(ConfigOption<T> option, Entry entry) {
    Configuration one = new Configuration();
    one.setString(option.key(), entry.text());
    try {
      if (SourceOptions.TIMESTAMPS.contains(option)) {
        TimestampText.parse(entry.text());
      }
      values.set(option, one.get(option));
    } catch (IllegalArgumentException e) {
      add(
          entry.key() + " cannot be read",
          entry.valuePlace(),
          entry.text(),
          expected(option),
          "write " + expected(option));
    }
  }

  private String flinkPlace(String key) {
    Entry entry = entries.get(PipelineOptions.FLINK + "." + key);
    return entry == null ? file.place(PipelineOptions.FLINK) : entry.valuePlace();
  }

  private static String expected(ConfigOption<?> option) {
    Object value = option.defaultValue();
    if (value instanceof Enum<?> mode) {
      return Arrays.stream(mode.getDeclaringClass().getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(", "));
    }
    if (value instanceof Duration || option.equals(PipelineOptions.MAX_OUTAGE)) {
      return "a duration such as 10 s";
    }
    if (value instanceof Boolean) {
      return "true or false";
    }
    if (value instanceof Integer) {
      return "a whole number";
    }
    if (value instanceof MemorySize) {
      return "a memory size such as 64 mb";
    }
    if (option.equals(SourceOptions.STARTUP_VERSION)
        || option.equals(SourceOptions.BOUNDED_VERSION)) {
      return "a version number";
    }
    if (SourceOptions.TIMESTAMPS.contains(option)) {
      return TimestampText.EXPECTED;
    }
    return PipelineKeys.listOption(option.key()).isPresent() ? "a list of columns" : "text";
  }

  private void add(String what, String where, String found, String expected, String remedy) {
    findings.add(new Finding(what, where, found, expected, remedy));
  }
}
