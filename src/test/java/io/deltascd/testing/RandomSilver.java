package io.deltascd.testing;

import io.deltascd.testing.SilverWriter.Form;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * A silver table with a random workload that a seed decides entirely: inserts, also of keys that
 * were deleted before, updates with and without effect, key changes and swaps, a delete and an
 * insert of one key in one version, deletes, overwrites with mostly equal rows, OPTIMIZE, RESTORE,
 * and versions that change nothing. Keys are unique in every version.
 *
 * <pre>{@code
 * RandomSilver random = RandomSilver.create(directory, seed, Shape.any(seed));
 * … start a job on random.silver().path() …
 * random.grow(5);
 * }</pre>
 */
public final class RandomSilver {

  private final SplittableRandom random;
  private final Shape shape;
  private final Feed feed;
  private boolean feedOn;
  private final RandomRows rows;
  private final SilverWriter silver;
  private long restorable;
  private int added;

  private RandomSilver(Path table, long seed, Shape shape, Feed feed) {
    this.feed = feed;
    this.random = new SplittableRandom(seed);
    this.shape = shape;
    this.rows = new RandomRows(random, shape);
    SilverSpec spec =
        SilverSpec.of(rows.columns().toArray(Column[]::new))
            .withPartitions(shape.partitionBy().toArray(String[]::new))
            .withDeletionVectors(shape.deletionVectors())
            .withTimes(shape.times())
            .withInt96(shape.int96())
            .withFeatures(shape.features())
            .withFeed(feed == Feed.ON)
            .withSeed(seed);
    boolean empty = random.nextInt(4) == 0;
    List<Map<String, Object>> first = empty ? List.of() : rows.fresh(List.of(), shape.keys() / 2);
    this.silver = SilverWriter.create(table, spec, first);
  }

  /** When the change data feed is on. */
  public enum Feed {
    /** Always. */
    ON,
    /** Never. */
    OFF,
    /** Now and then; off at first. */
    CHANGING
  }

  /** Makes the table, with the feed on, with as many commits as the shape says. */
  public static RandomSilver create(Path table, long seed, Shape shape) {
    return create(table, seed, shape, Feed.ON);
  }

  /** Makes the table with as many commits as the shape says. */
  public static RandomSilver create(Path table, long seed, Shape shape, Feed feed) {
    RandomSilver made = new RandomSilver(table, seed, shape, feed);
    made.grow(shape.commits());
    return made;
  }

  /** The table, its contents and its feed. */
  public SilverWriter silver() {
    return silver;
  }

  /** The key columns. */
  public List<String> keys() {
    return rows.keyNames();
  }

  /** Commits more of the same workload. */
  public void grow(int commits) {
    for (int i = 0; i < commits; i++) {
      int rowsOfFile = Math.max(2, shape.keys() / random.nextInt(1, 12));
      silver.limitFiles(rowsOfFile, random.nextInt(3) == 0 ? 3 : 1000);
      commit();
      if (shape.checkpoints() && random.nextInt(12) == 0) {
        silver.checkpoint();
      }
      if (shape.features().contains(SilverFeature.LOG_COMPACTION) && random.nextInt(4) == 0) {
        silver.compactLog(random.nextInt(2, 6));
      }
    }
  }

  private void commit() {
    if (feed == Feed.CHANGING && random.nextInt(6) == 0) {
      feedOn = !feedOn;
      silver.setProperty("delta.enableChangeDataFeed", Boolean.toString(feedOn));
    }
    switch (random.nextInt(shape.newColumns() ? 22 : 20)) {
      case 0, 1, 2 -> silver.append(rows.fresh(silver.rows(), some(shape.keys())));
      case 3, 4, 5, 6, 7, 8 -> merge();
      case 9, 10, 11 -> delete();
      case 12 -> silver.overwrite(successors(silver.rows()));
      case 13 -> overwritePartition();
      case 14, 15 ->
          silver.restore(restorable + random.nextInt((int) (silver.version() + 1 - restorable)));
      case 16, 17 -> silver.optimize();
      case 18 -> silver.idleMerge();
      case 19 -> withoutRows();
      default -> addColumn();
    }
  }

  private void withoutRows() {
    if (random.nextBoolean()) {
      silver.touch();
    } else {
      silver.setProperty("owner", "number " + random.nextInt(10));
    }
  }

  private void addColumn() {
    Column column = new Column("added" + added++, ColumnType.decimal(20, 4));
    rows.addColumn(column);
    restorable = silver.addColumn(column);
  }

  /** Mostly a few rows, now and then up to all. */
  private int some(int of) {
    int bound = random.nextInt(5) == 0 ? of : Math.max(1, of / 10);
    return 1 + random.nextInt(bound);
  }

  private Form form() {
    return shape.deletionVectors() && random.nextInt(3) != 0
        ? Form.DELETION_VECTOR
        : Form.COPY_ON_WRITE;
  }

  private void delete() {
    List<Map<String, Object>> all = silver.rows();
    if (!all.isEmpty() && random.nextInt(4) == 0) {
      Object region = all.get(random.nextInt(all.size())).get("region");
      silver.delete(form(), row -> Objects.equals(row.get("region"), region));
      return;
    }
    Map<String, Effect> effects = new HashMap<>();
    rows.shuffled(all).stream()
        .limit(some(shape.keys()))
        .forEach(row -> effects.put(rows.key(row), Effect.delete()));
    silver.delete(form(), row -> effects.containsKey(rows.key(row)));
  }

  private void merge() {
    List<Map<String, Object>> all = silver.rows();
    List<Map<String, Object>> met = rows.shuffled(all).stream().limit(some(shape.keys())).toList();
    List<Map<String, Object>> fresh =
        new ArrayList<>(rows.fresh(all, random.nextInt(3) * some(shape.keys())));
    List<Map<String, Object>> inserted = new ArrayList<>();
    Map<String, Effect> effects = new LinkedHashMap<>();
    for (int i = 0; i < met.size(); i++) {
      Map<String, Object> row = met.get(i);
      switch (random.nextInt(10)) {
        case 0 -> effects.put(rows.key(row), Effect.update(row));
        case 1 -> effects.put(rows.key(row), Effect.delete());
        case 2 -> {
          effects.put(rows.key(row), Effect.delete());
          inserted.add(random.nextInt(3) == 0 ? row : rows.changed(row));
        }
        case 3 -> {
          boolean free = !fresh.isEmpty();
          Map<String, Object> target = free ? fresh.remove(fresh.size() - 1) : row;
          effects.put(rows.key(row), Effect.update(rows.withKeyOf(row, target)));
        }
        case 4 -> {
          Map<String, Object> other = met.get(Math.min(i + 1, met.size() - 1));
          effects.put(rows.key(row), Effect.update(rows.withKeyOf(rows.changed(row), other)));
          effects.put(rows.key(other), Effect.update(rows.withKeyOf(other, row)));
          i++;
        }
        default -> effects.put(rows.key(row), Effect.update(rows.changed(row)));
      }
    }
    inserted.addAll(fresh);
    silver.merge(form(), row -> effects.getOrDefault(rows.key(row), Effect.keep()), inserted);
  }

  private void overwritePartition() {
    List<Map<String, Object>> all = silver.rows();
    if (!silver.spec().partitionBy().contains("region") || all.isEmpty()) {
      silver.overwrite(successors(all));
      return;
    }
    Object region = all.get(random.nextInt(all.size())).get("region");
    List<Map<String, Object>> in =
        all.stream().filter(row -> Objects.equals(row.get("region"), region)).toList();
    List<Map<String, Object>> after = new ArrayList<>();
    for (Map<String, Object> row : successors(in, all)) {
      Map<String, Object> kept = new LinkedHashMap<>(row);
      kept.put("region", region);
      after.add(kept);
    }
    silver.overwrite(partition -> Objects.equals(partition.get("region"), region), after);
  }

  private List<Map<String, Object>> successors(List<Map<String, Object>> all) {
    return successors(all, all);
  }

  /** What an overwrite puts in place of some rows: most of them again, some changed, some new. */
  private List<Map<String, Object>> successors(
      List<Map<String, Object>> some, List<Map<String, Object>> all) {
    List<Map<String, Object>> after = new ArrayList<>();
    for (Map<String, Object> row : some) {
      switch (random.nextInt(10)) {
        case 0, 1 -> after.add(rows.changed(row));
        case 2 -> {}
        default -> after.add(row);
      }
    }
    after.addAll(rows.fresh(all, random.nextInt(3)));
    return rows.shuffled(after);
  }
}
