package io.deltascd.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Says what SCD2 history must be where a key may have several rows and the last one counts: of the
 * rows that a version adds, the greatest by a sequence of columns that must tell any two different
 * rows apart. Rows with null in the key do not count. Nor do rows that a version takes away and
 * adds unaltered: equal ones cancel out one for one.
 */
public final class LastRowModel {
  private final List<String> keys;
  private final List<String> sequence;

  /**
   * @param keys the key columns
   * @param sequence all columns of silver, in the order in which they decide
   */
  public LastRowModel(List<String> keys, List<String> sequence) {
    this.keys = keys;
    this.sequence = sequence;
  }

  /**
   * Gold as of a version.
   *
   * @param start the version whose snapshot history begins with
   * @param rows the feed of the versions after it up to the one that gold has reached
   */
  public List<Map<String, Object>> history(VersionedRows silver, long start, List<FeedRow> rows) {
    List<FeedRow> feed = net(rows);
    List<Map<String, Object>> gold = new ArrayList<>();
    Map<String, Map<String, Object>> open = new HashMap<>();
    last(silver.rows(start).stream())
        .forEach((key, row) -> open.put(key, opened(gold, row, silver.time(start))));
    List<Long> versions = feed.stream().map(FeedRow::version).distinct().sorted().toList();
    for (long version : versions) {
      List<FeedRow> changes = feed.stream().filter(row -> row.version() == version).toList();
      Map<String, Map<String, Object>> added =
          last(changes.stream().filter(row -> row.change().adds()).map(FeedRow::row));
      for (FeedRow change : changes) {
        String key = key(change.row());
        Map<String, Object> current = open.get(key);
        boolean taken = !change.change().adds() && current != null && same(current, change.row());
        if (taken && !added.containsKey(key)) {
          close(open.remove(key), change.time());
        }
      }
      added.forEach(
          (key, row) -> {
            Map<String, Object> current = open.get(key);
            if (current == null || !same(current, row)) {
              close(current, changes.get(0).time());
              open.put(key, opened(gold, row, changes.get(0).time()));
            }
          });
    }
    return gold;
  }

  /**
   * The rows of the snapshot and the feed that do not count, with the columns of the feed and
   * {@code reason}: those with null in the key; of several that a version adds to a key all but the
   * greatest; and of those that it takes away all but one that is the open row.
   *
   * @param start as for {@link #history}
   * @param feed likewise
   */
  public List<Map<String, Object>> rejected(VersionedRows silver, long start, List<FeedRow> feed) {
    List<FeedRow> all = new ArrayList<>();
    for (Map<String, Object> row : silver.rows(start)) {
      all.add(new FeedRow(FeedRow.Change.INSERT, start, silver.time(start), row));
    }
    all.addAll(net(feed));
    List<Map<String, Object>> rejected = new ArrayList<>();
    Map<String, Map<String, Object>> open = new HashMap<>();
    for (long version : all.stream().map(FeedRow::version).distinct().sorted().toList()) {
      Map<String, List<FeedRow>> changes = new LinkedHashMap<>();
      for (FeedRow row : all) {
        if (row.version() == version && keys.stream().anyMatch(k -> row.row().get(k) == null)) {
          rejected.add(rejected(row, "null key"));
        } else if (row.version() == version) {
          changes.computeIfAbsent(key(row.row()), key -> new ArrayList<>()).add(row);
        }
      }
      changes.forEach((key, rows) -> rejectOfKey(key, rows, open, rejected));
    }
    return rejected;
  }

  /** Without equal rows; those without key are left out only if they were deleted and inserted. */
  private List<FeedRow> net(List<FeedRow> feed) {
    List<FeedRow> copied =
        cancel(
            feed,
            row -> row.change() == FeedRow.Change.DELETE || row.change() == FeedRow.Change.INSERT);
    return cancel(copied, row -> keys.stream().allMatch(key -> row.row().get(key) != null));
  }

  private List<FeedRow> cancel(List<FeedRow> feed, Predicate<FeedRow> comesIntoQuestion) {
    Map<String, Deque<FeedRow>> taken = new HashMap<>();
    for (FeedRow row : feed) {
      if (!row.change().adds() && comesIntoQuestion.test(row)) {
        taken.computeIfAbsent(values(row), values -> new ArrayDeque<>()).add(row);
      }
    }
    Set<FeedRow> cancelled = Collections.newSetFromMap(new IdentityHashMap<>());
    for (FeedRow row : feed) {
      Deque<FeedRow> equal = taken.get(values(row));
      if (row.change().adds() && comesIntoQuestion.test(row) && equal != null && !equal.isEmpty()) {
        cancelled.add(equal.remove());
        cancelled.add(row);
      }
    }
    return feed.stream().filter(row -> !cancelled.contains(row)).toList();
  }

  private String values(FeedRow row) {
    return row.version() + Rows.canonical(row.row(), sequence);
  }

  private void rejectOfKey(
      String key,
      List<FeedRow> rows,
      Map<String, Map<String, Object>> open,
      List<Map<String, Object>> rejected) {
    Map<String, Object> before = open.get(key);
    boolean ended = false;
    FeedRow greatest = null;
    for (FeedRow row : rows) {
      if (row.change().adds()) {
        boolean greater = greatest == null || compare(row.row(), greatest.row()) > 0;
        FeedRow loser = greater ? greatest : row;
        greatest = greater ? row : greatest;
        if (loser != null) {
          rejected.add(rejected(loser, "duplicate key"));
        }
      } else if (!ended && before != null && same(before, row.row())) {
        ended = true;
      } else {
        rejected.add(rejected(row, "duplicate key"));
      }
    }
    if (greatest != null) {
      open.put(key, greatest.row());
    } else if (ended) {
      open.remove(key);
    }
  }

  private static Map<String, Object> rejected(FeedRow row, String reason) {
    Map<String, Object> rejected = row.withFeedColumns();
    rejected.put("reason", reason);
    return rejected;
  }

  private static Map<String, Object> opened(
      List<Map<String, Object>> gold, Map<String, Object> row, Object time) {
    Map<String, Object> opened = new LinkedHashMap<>(row);
    opened.put("valid_from", time);
    opened.put("valid_to", null);
    opened.put("is_current", true);
    gold.add(opened);
    return opened;
  }

  private static void close(Map<String, Object> row, Object time) {
    if (row != null) {
      row.put("valid_to", time);
      row.put("is_current", false);
    }
  }

  private boolean same(Map<String, Object> one, Map<String, Object> other) {
    return Rows.canonical(one, sequence).equals(Rows.canonical(other, sequence));
  }

  private String key(Map<String, Object> row) {
    return Rows.canonical(row, keys);
  }

  private Map<String, Map<String, Object>> last(Stream<Map<String, Object>> rows) {
    Map<String, Map<String, Object>> last = new LinkedHashMap<>();
    rows.filter(row -> keys.stream().allMatch(name -> Objects.nonNull(row.get(name))))
        .forEach(row -> last.merge(key(row), row, (a, b) -> compare(a, b) >= 0 ? a : b));
    return last;
  }

  private int compare(Map<String, Object> one, Map<String, Object> other) {
    for (String column : sequence) {
      int order =
          Comparator.nullsFirst(Comparator.<Comparable<Object>>naturalOrder())
              .compare(comparable(one.get(column)), comparable(other.get(column)));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Zeros of both signs are one value. */
  @SuppressWarnings("unchecked")
  private static Comparable<Object> comparable(Object value) {
    return (Comparable<Object>) (value instanceof Double number ? (Object) (number + 0.0) : value);
  }
}
