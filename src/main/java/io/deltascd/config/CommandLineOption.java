package io.deltascd.config;

import io.deltascd.config.Entry.Shape;
import java.util.List;
import java.util.Map;

/** {@code -D key=value} on the command line. */
final class CommandLineOption {

  /** How the place of such an option begins. */
  static final String PLACE = "command line";

  private CommandLineOption() {}

  /** Puts the option into the entries of the file, or notes that it has no value. */
  static void apply(String option, Map<String, Entry> entries, List<Finding> findings) {
    int equals = option.indexOf('=');
    if (equals <= 0) {
      findings.add(
          new Finding(
              "An option after -D has no value",
              PLACE,
              "-D " + YamlReader.shown(option),
              "-D key=value",
              "write the key, an equals sign and the value, without blanks between them"));
      return;
    }
    String key = key(option.substring(0, equals).strip());
    String value = option.substring(equals + 1).strip();
    String place = PLACE + ", -D " + key;
    Shape shape = value.isEmpty() ? Shape.NOTHING : Shape.TEXT;
    List<String> values = List.of(value);
    if (PipelineKeys.listOption(key).isPresent() && shape == Shape.TEXT) {
      shape = Shape.LIST;
      values = List.of(value.replaceAll("^\\[|\\]$", "").strip().split("\\s*[,;]\\s*", -1));
    }
    entries.put(key, new Entry(key, shape, values, place, place));
  }

  /** An option that is neither ours nor a misspelled one of ours is Flink's. */
  private static String key(String key) {
    return isOurs(key) ? key : PipelineOptions.FLINK + "." + key;
  }

  private static boolean isOurs(String key) {
    String first = key.replaceFirst("\\..*", "");
    boolean nearly =
        PipelineKeys.nearest(key).filter(near -> NearestName.distance(key, near) <= 2).isPresent();
    return nearly
        || PipelineKeys.topLevel().stream()
            .anyMatch(ours -> NearestName.distance(first, ours) <= 1);
  }
}
