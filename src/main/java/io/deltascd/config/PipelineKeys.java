package io.deltascd.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;

/** Which keys a pipeline file can have, and which one a misspelled key was meant to be. */
final class PipelineKeys {

  private static final Map<String, ConfigOption<?>> OPTIONS = new LinkedHashMap<>();
  private static final Set<String> SECTIONS = new TreeSet<>();

  /** Documented for later releases: "not yet" is a better answer than "unknown". */
  private static final Map<String, Set<String>> LATER_VALUES =
      Map.of(TargetOptions.MODE.key(), Set.of("scd1", "archive", "kpi"));

  static {
    SECTIONS.add(PipelineOptions.HADOOP);
    SECTIONS.add(PipelineOptions.FLINK);
    for (ConfigOption<?> option : PipelineOptions.all()) {
      OPTIONS.put(option.key(), option);
      prefixes(option.key()).forEach(SECTIONS::add);
    }
  }

  private PipelineKeys() {}

  static Optional<ConfigOption<?>> option(String key) {
    return Optional.ofNullable(OPTIONS.get(key));
  }

  /** The option of that key if its value is a list of columns. */
  static Optional<ConfigOption<List<String>>> listOption(String key) {
    return TargetOptions.LISTS.stream().filter(option -> option.key().equals(key)).findFirst();
  }

  /** The keys and sections at the top of a file, in its order. */
  static List<String> topLevel() {
    return Stream.concat(
            OPTIONS.keySet().stream().map(key -> key.replaceFirst("\\..*", "")),
            Stream.of(PipelineOptions.HADOOP, PipelineOptions.FLINK))
        .distinct()
        .toList();
  }

  /** Whether other keys lie below this one. */
  static boolean isSection(String key) {
    return SECTIONS.contains(key);
  }

  static boolean isLaterValue(String key, String value) {
    return LATER_VALUES.getOrDefault(key, Set.of()).contains(value);
  }

  /** Whether the key lies in a section whose keys are not ours to know. */
  static boolean isPassedThrough(String key) {
    return key.startsWith(PipelineOptions.HADOOP + ".")
        || key.startsWith(PipelineOptions.FLINK + ".");
  }

  /** The shortest beginning of an unknown key that is neither a section nor an option. */
  static String unknownPart(String key) {
    return prefixes(key).stream().filter(prefix -> !isSection(prefix)).findFirst().orElse(key);
  }

  /** {@code a} and {@code a.b} of {@code a.b.c}. */
  static List<String> prefixes(String key) {
    return IntStream.range(0, key.length())
        .filter(i -> key.charAt(i) == '.')
        .mapToObj(i -> key.substring(0, i))
        .toList();
  }

  /** The known key or section that is nearest, if it is near. */
  static Optional<String> nearest(String key) {
    Set<String> candidates = new TreeSet<>(OPTIONS.keySet());
    candidates.addAll(SECTIONS);
    return NearestName.of(key, candidates);
  }
}
