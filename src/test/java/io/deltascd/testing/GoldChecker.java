package io.deltascd.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Compares rows as multisets, and checks what must hold for any history. */
public final class GoldChecker {

  private static final int SHOWN = 12;

  private GoldChecker() {}

  /** Fails with the rows that are missing or too many. */
  public static void assertRows(
      Collection<? extends Map<String, ?>> actual, Collection<? extends Map<String, ?>> expected) {
    String difference = difference(actual, expected);
    if (!difference.isEmpty()) {
      throw new AssertionError(difference);
    }
  }

  /** Says which rows are missing and which are too many; empty if none. */
  public static String difference(
      Collection<? extends Map<String, ?>> actual, Collection<? extends Map<String, ?>> expected) {
    Map<String, Integer> surplus = new TreeMap<>();
    Rows.canonical(actual).forEach(row -> surplus.merge(row, 1, Integer::sum));
    Rows.canonical(expected).forEach(row -> surplus.merge(row, -1, Integer::sum));
    List<String> missing = new ArrayList<>();
    List<String> unexpected = new ArrayList<>();
    surplus.forEach(
        (row, count) -> {
          for (int i = 0; i < Math.abs(count); i++) {
            (count < 0 ? missing : unexpected).add(row);
          }
        });
    if (missing.isEmpty() && unexpected.isEmpty()) {
      return "";
    }
    return "%d rows where %d were expected%s%s"
        .formatted(
            actual.size(),
            expected.size(),
            listed("missing", missing),
            listed("unexpected", unexpected));
  }

  /**
   * Fails unless each key's intervals are of positive length, do not overlap, and at most one is
   * open, and {@code is_current} says which. Rows are as {@link DeltaRows} reads them.
   */
  public static void assertIntervals(
      Collection<? extends Map<String, ?>> gold, Collection<String> keys) {
    Map<String, List<Map<String, ?>>> byKey = new LinkedHashMap<>();
    for (Map<String, ?> row : gold) {
      byKey.computeIfAbsent(Rows.canonical(row, keys), key -> new ArrayList<>()).add(row);
    }
    List<String> findings = new ArrayList<>();
    byKey.forEach((key, rows) -> checkIntervals(key, rows, findings));
    if (!findings.isEmpty()) {
      throw new AssertionError("Broken history" + listed("findings", findings));
    }
  }

  private static void checkIntervals(String key, List<Map<String, ?>> rows, List<String> findings) {
    rows.sort((a, b) -> from(a).compareTo(from(b)));
    Map<String, ?> before = null;
    for (Map<String, ?> row : rows) {
      Instant to = to(row);
      if (to != null && !to.isAfter(from(row))) {
        findings.add(key + " has no length: " + row);
      }
      if (!Objects.equals(row.get("is_current"), to == null)) {
        findings.add(key + " has a wrong is_current: " + row);
      }
      if (before != null && to(before) == null) {
        findings.add(key + " goes on after its open row: " + row);
      } else if (before != null && to(before).isAfter(from(row))) {
        findings.add(key + " overlaps: " + before + " and " + row);
      }
      before = row;
    }
  }

  /**
   * Fails unless equal neighbours of a key were kept as one row: no two touching intervals with the
   * same values.
   */
  public static void assertNoEqualNeighbours(
      Collection<? extends Map<String, ?>> gold,
      Collection<String> keys,
      Collection<String> tracked) {
    Map<String, Map<String, ?>> byEnd = new HashMap<>();
    for (Map<String, ?> row : gold) {
      byEnd.put(Rows.canonical(row, keys) + to(row), row);
    }
    for (Map<String, ?> row : gold) {
      Map<String, ?> before = byEnd.get(Rows.canonical(row, keys) + from(row));
      if (before != null && Rows.canonical(before, tracked).equals(Rows.canonical(row, tracked))) {
        throw new AssertionError("Nothing changed between " + before + " and " + row);
      }
    }
  }

  private static Instant from(Map<String, ?> row) {
    return (Instant) row.get("valid_from");
  }

  private static Instant to(Map<String, ?> row) {
    return (Instant) row.get("valid_to");
  }

  private static String listed(String what, List<String> lines) {
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("\n%s (%d):".formatted(what, lines.size()));
    lines.stream().limit(SHOWN).forEach(line -> text.append("\n  ").append(line));
    return lines.size() > SHOWN ? text.append("\n  …").toString() : text.toString();
  }
}
