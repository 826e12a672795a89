package io.deltascd.config;

import io.deltascd.config.TargetOptions.OnDuplicateKey;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The settings of history in a pipeline file, and what must hold between them. */
final class HistoryChecks {

  /** Names that need no quotation marks in SQL and no encoding in a path. */
  private static final Pattern COLUMN_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

  private static final List<ConfigOption<String>> NAMES =
      List.of(
          TargetOptions.VALID_FROM,
          TargetOptions.VALID_TO,
          TargetOptions.IS_CURRENT,
          TargetOptions.VALID_FROM_VERSION,
          TargetOptions.VALID_TO_VERSION);

  private final Written written;
  private final Configuration values;

  HistoryChecks(Written written) {
    this.written = written;
    this.values = written.values();
  }

  /** The settings, once there are no findings. */
  static HistorySettings settings(Configuration values) {
    return new HistorySettings(
        new HistoryColumns(
            values.get(TargetOptions.VALID_FROM),
            values.get(TargetOptions.VALID_TO),
            values.get(TargetOptions.IS_CURRENT),
            values.get(TargetOptions.VALID_FROM_VERSION),
            values.get(TargetOptions.VALID_TO_VERSION)),
        values
            .getOptional(TargetOptions.VALID_TO_OPEN)
            .map(text -> instant(text).toString())
            .orElse(null),
        values.get(TargetOptions.DELETES),
        values.get(TargetOptions.COLUMNS),
        values.get(TargetOptions.TRACKED_COLUMNS),
        values.get(TargetOptions.PARTITION_BY),
        values.get(TargetOptions.ON_DUPLICATE_KEY).meaning(),
        values.get(TargetOptions.SEQUENCE_BY));
  }

  void run() {
    names();
    openEnd();
    kept(TargetOptions.KEYS, 0);
    kept(TargetOptions.TRACKED_COLUMNS, 0);
    kept(TargetOptions.PARTITION_BY, 1);
    partitions();
    sequence();
  }

  private void names() {
    Map<String, String> seen = new HashMap<>();
    for (ConfigOption<String> option : NAMES) {
      String name = values.get(option);
      if (name == null) {
        continue;
      }
      String before = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), option.key());
      if (!COLUMN_NAME.matcher(name).matches()) {
        add(
            option,
            option.key() + " is not a column name",
            name,
            "letters, digits and underscores, a letter first",
            "write another name");
      } else if (before != null) {
        // The other one may be a default, which stands nowhere.
        ConfigOption<?> place = written.names(option) ? option : option(before);
        add(
            place,
            "Two history columns have the same name",
            before + ": " + name + ", " + option.key() + ": " + name,
            "another name for each, in whatever case",
            "change one of them");
      }
    }
  }

  private static ConfigOption<?> option(String key) {
    return PipelineKeys.option(key).orElseThrow();
  }

  private void openEnd() {
    values
        .getOptional(TargetOptions.VALID_TO_OPEN)
        .ifPresent(
            text -> {
              try {
                instant(text);
              } catch (DateTimeException e) {
                add(
                    TargetOptions.VALID_TO_OPEN,
                    TargetOptions.VALID_TO_OPEN.key() + " cannot be read",
                    text,
                    "an instant such as 9999-12-31T23:59:59Z, years 1 to 9999, at most six digits"
                        + " of a second",
                    "write such an instant");
              }
            });
  }

  /** With a zone, or in UTC. */
  private static Instant instant(String text) {
    Instant instant =
        DateTimeFormatter.ISO_DATE_TIME
            .withZone(ZoneOffset.UTC)
            .parse(text.strip().replace(' ', 'T'), Instant::from);
    int year = instant.atOffset(ZoneOffset.UTC).get(ChronoField.YEAR);
    if (year < 1 || year > 9999 || !instant.equals(instant.truncatedTo(ChronoUnit.MICROS))) {
      throw new DateTimeException("Out of the range of a Delta timestamp");
    }
    return instant;
  }

  /** Columns that gold must have are among those that it keeps. */
  private void kept(ConfigOption<List<String>> option, int from) {
    List<String> columns = values.get(TargetOptions.COLUMNS);
    List<String> named = values.getOptional(option).orElse(List.of());
    if (columns == null || named.size() <= from) {
      return;
    }
    List<String> missing =
        named.subList(from, named.size()).stream().filter(name -> !columns.contains(name)).toList();
    if (!missing.isEmpty()) {
      add(
          TargetOptions.COLUMNS,
          TargetOptions.COLUMNS.key() + " leaves out columns of " + option.key(),
          columns.toString(),
          "also " + missing,
          "add them, or take them out of " + option.key());
    }
  }

  private void partitions() {
    List<String> columns = values.get(TargetOptions.PARTITION_BY);
    String current = values.get(TargetOptions.IS_CURRENT);
    if (columns != null && !columns.isEmpty() && !columns.get(0).equals(current)) {
      add(
          TargetOptions.PARTITION_BY,
          TargetOptions.PARTITION_BY.key() + " does not begin with the is-current column",
          columns.toString(),
          "["
              + current
              + ", …]: a commit looks for the rows that it ends in files of current rows"
              + " only",
          "write " + current + " first");
    }
  }

  private void sequence() {
    boolean keepsLast =
        values.get(TargetOptions.ON_DUPLICATE_KEY).meaning() == DuplicateKeys.KEEP_LAST;
    if (values.contains(TargetOptions.SEQUENCE_BY)
        && written.isKnown(TargetOptions.ON_DUPLICATE_KEY)
        && !keepsLast) {
      String policy = TargetOptions.ON_DUPLICATE_KEY.key() + ": ";
      String needed = policy + OnDuplicateKey.KEEP_LAST + " or " + OnDuplicateKey.DEAD_LETTER;
      add(
          TargetOptions.SEQUENCE_BY,
          TargetOptions.SEQUENCE_BY.key() + " goes with " + needed + " only",
          policy + values.get(TargetOptions.ON_DUPLICATE_KEY),
          needed,
          "write one of them, or take " + TargetOptions.SEQUENCE_BY.key() + " away");
    }
  }

  private void add(
      ConfigOption<?> option, String what, String found, String expected, String remedy) {
    written.add(what, written.entry(option).valuePlace(), found, expected, remedy);
  }
}
