package io.deltascd.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Amounts for people to read. */
final class Amounts {

  private Amounts() {}

  /** The two largest units of a duration that is not negative, such as 1 day 2 hours. */
  static String time(Duration duration) {
    List<String> parts = new ArrayList<>();
    add(parts, duration.toDays(), "day");
    add(parts, duration.toHoursPart(), "hour");
    add(parts, duration.toMinutesPart(), "minute");
    add(parts, duration.toSecondsPart(), "second");
    return parts.isEmpty()
        ? count(duration.toMillis(), "millisecond")
        : String.join(" ", parts.subList(0, Math.min(2, parts.size())));
  }

  /** A number of things. */
  static String count(long number, String thing) {
    return number(number) + " " + thing + (number == 1 ? "" : "s");
  }

  /** A number in groups of three digits. */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static void add(List<String> parts, long number, String unit) {
    if (number > 0) {
      parts.add(count(number, unit));
    }
  }
}
