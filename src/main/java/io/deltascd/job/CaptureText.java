package io.deltascd.job;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.table.UsableVersions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where silver's changes come from, in words. */
final class CaptureText {

  private CaptureText() {}

  /**
   * Such as {@code files up to version 3, change data feed from version 4 on}; empty if all changes
   * are in the feed.
   */
  static Optional<String> of(UsableVersions usable) {
    return Set.copyOf(usable.captured().values()).equals(Set.of(ChangeCapture.CDF))
        ? Optional.empty()
        : Optional.of(ranges(usable));
  }

  private static String ranges(UsableVersions usable) {
    List<String> parts = new ArrayList<>();
    Iterator<Map.Entry<Long, ChangeCapture>> ranges = usable.captured().entrySet().iterator();
    Map.Entry<Long, ChangeCapture> range = ranges.next();
    boolean first = true;
    while (ranges.hasNext()) {
      Map.Entry<Long, ChangeCapture> next = ranges.next();
      String from = first ? " up to version " : " from version " + range.getKey() + " to ";
      parts.add(name(range.getValue()) + from + (next.getKey() - 1));
      range = next;
      first = false;
    }
    parts.add(name(range.getValue()) + (first ? "" : " from version " + range.getKey() + " on"));
    return String.join(", ", parts);
  }

  /**
   * The warning that VACUUM ends history sooner than one may think.
   *
   * @param where silver with its newest version
   * @param statement that switches the feed on
   * @return empty if the changes of versions to come are in the feed
   */
  static Optional<Finding> warning(UsableVersions usable, String where, String statement) {
    ChangeCapture latest = usable.captured().lastEntry().getValue();
    if (latest == ChangeCapture.CDF) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            Kind.WARNING,
            "VACUUM ends the history of a table that is followed without its change data feed",
            where,
            "changes from "
                + name(latest)
                + ", for which the files must exist that commits removed",
            "these files, until gold has applied their versions",
            "run VACUUM only when gold stands at silver's newest version, or let files live longer"
                + " (delta.deletedFileRetentionDuration). With the feed a change needs smaller"
                + " files, and history reads less: "
                + statement));
  }

  /** Why else than by a lost file a version may not be readable; with a comma in front. */
  static String offReason(ChangeCapture capture) {
    return switch (capture) {
      case CDF -> ", or the change data feed was off";
      case ROW_TRACKING -> ", or row tracking was off";
      case FILES, AUTO -> "";
    };
  }

  private static String name(ChangeCapture capture) {
    return switch (capture) {
      case CDF -> "change data feed";
      case ROW_TRACKING -> "row ids";
      case FILES, AUTO -> "files";
    };
  }
}
