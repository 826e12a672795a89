package io.deltascd.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says what SCD2 history must be, by the plainest means: for each version it compares each key's
 * row before and after. It knows neither files nor feed.
 *
 * <pre>{@code
 * HistoryModel model = HistoryModel.keyedBy("id");
 * GoldChecker.assertRows(DeltaRows.of(gold), model.history(silver, 0, silver.version()));
 * }</pre>
 */
public final class HistoryModel {

  private final List<String> keys;
  private final List<String> columns;
  private final List<String> tracked;
  private final boolean versions;
  private final boolean ignoringDeletes;

  private HistoryModel(
      List<String> keys,
      List<String> columns,
      List<String> tracked,
      boolean versions,
      boolean ignoringDeletes) {
    this.keys = keys;
    this.columns = columns;
    this.tracked = tracked;
    this.versions = versions;
    this.ignoringDeletes = ignoringDeletes;
  }

  /** Keeps and tracks all columns. */
  public static HistoryModel keyedBy(String... keys) {
    return new HistoryModel(List.of(keys), List.of(), List.of(), false, false);
  }

  /** Keeps only some columns of silver; the keys must be among them. */
  public HistoryModel keeping(String... names) {
    return new HistoryModel(keys, List.of(names), tracked, versions, ignoringDeletes);
  }

  /** Opens a new row only if one of these columns changes. */
  public HistoryModel tracking(String... names) {
    return new HistoryModel(keys, columns, List.of(names), versions, ignoringDeletes);
  }

  /** Adds {@code valid_from_version} and {@code valid_to_version}. */
  public HistoryModel withVersions() {
    return new HistoryModel(keys, columns, tracked, true, ignoringDeletes);
  }

  /** Leaves keys open that silver deletes, until they come back with other values. */
  public HistoryModel ignoringDeletes() {
    return new HistoryModel(keys, columns, tracked, versions, true);
  }

  /** A row of history while it is built. */
  private static final class Interval {
    private final Instant from;
    private final long fromVersion;
    private Map<String, Object> row;
    private Instant to;
    private Long toVersion;

    Interval(Map<String, Object> row, Instant from, long fromVersion) {
      this.row = row;
      this.from = from;
      this.fromVersion = fromVersion;
    }
  }

  /**
   * Gold as of a version.
   *
   * @param start the version whose snapshot history begins with
   * @param end the version that gold has reached
   */
  public List<Map<String, Object>> history(VersionedRows silver, long start, long end) {
    List<Interval> all = new ArrayList<>();
    Map<String, Interval> open = new LinkedHashMap<>();
    for (long version = start; version <= end; version++) {
      apply(byKey(silver.rows(version)), silver.time(version), version, open, all);
    }
    return goldRows(all, silver.columnNames(end));
  }

  /**
   * The same from a snapshot and the feed after it, which must give the same rows.
   *
   * @param feed the versions after {@code start} up to {@code end}, in order of versions
   */
  public List<Map<String, Object>> history(
      VersionedRows silver, long start, long end, List<FeedRow> feed) {
    List<Interval> all = new ArrayList<>();
    Map<String, Interval> open = new LinkedHashMap<>();
    Map<String, Map<String, Object>> current = byKey(silver.rows(start));
    apply(current, silver.time(start), start, open, all);
    for (long version = start + 1; version <= end; version++) {
      long now = version;
      List<FeedRow> changes = feed.stream().filter(row -> row.version() == now).toList();
      for (FeedRow taken : changes) {
        if (!taken.change().adds() && current.remove(key(taken.row())) == null) {
          throw new IllegalStateException("Taken away but not there: " + taken);
        }
      }
      for (FeedRow added : changes) {
        if (added.change().adds() && current.put(key(added.row()), added.row()) != null) {
          throw new IllegalStateException("Added but there already: " + added);
        }
      }
      Instant time = changes.isEmpty() ? silver.time(version) : changes.get(0).time();
      apply(current, time, version, open, all);
    }
    return goldRows(all, silver.columnNames(end));
  }

  private void apply(
      Map<String, Map<String, Object>> after,
      Instant time,
      long version,
      Map<String, Interval> open,
      List<Interval> all) {
    open.entrySet()
        .removeIf(
            entry -> {
              Interval interval = entry.getValue();
              Map<String, Object> row = after.get(entry.getKey());
              if (row == null && ignoringDeletes) {
                return false;
              }
              if (row != null && sameTracked(interval.row, row)) {
                interval.row = row;
                return false;
              }
              interval.to = time;
              interval.toVersion = version;
              return true;
            });
    after.forEach(
        (key, row) -> {
          if (!open.containsKey(key)) {
            Interval interval = new Interval(row, time, version);
            open.put(key, interval);
            all.add(interval);
          }
        });
  }

  private Map<String, Map<String, Object>> byKey(List<Map<String, Object>> rows) {
    Map<String, Map<String, Object>> byKey = new LinkedHashMap<>();
    for (Map<String, Object> row : rows) {
      if (byKey.put(key(row), row) != null) {
        throw new IllegalStateException("The key is not unique: " + row);
      }
    }
    return byKey;
  }

  private String key(Map<String, Object> row) {
    return Rows.canonical(row, keys);
  }

  /** A column that a row lacks is null in it. */
  private boolean sameTracked(Map<String, Object> before, Map<String, Object> after) {
    List<String> names =
        !tracked.isEmpty() ? tracked : !columns.isEmpty() ? columns : List.copyOf(after.keySet());
    return Rows.canonical(before, names).equals(Rows.canonical(after, names));
  }

  /** Rows that ended before a column came have null in it. */
  private List<Map<String, Object>> goldRows(List<Interval> intervals, List<String> newest) {
    List<String> names = columns.isEmpty() ? newest : columns;
    return intervals.stream().map(interval -> goldRow(interval, names)).toList();
  }

  private Map<String, Object> goldRow(Interval interval, List<String> names) {
    Map<String, Object> gold = new LinkedHashMap<>();
    names.forEach(name -> gold.put(name, interval.row.get(name)));
    gold.put("valid_from", interval.from);
    gold.put("valid_to", interval.to);
    gold.put("is_current", interval.to == null);
    if (versions) {
      gold.put("valid_from_version", interval.fromVersion);
      gold.put("valid_to_version", interval.toVersion);
    }
    return gold;
  }
}
