package io.deltascd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.SilverSpec.Times;
import io.deltascd.testing.SilverWriter.Form;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Delta Spark reads what {@link SilverWriter} writes: the same rows of the versions, the same feed,
 * and the same history as {@link HistoryModel}. Spark's reading decides.
 */
class SilverWriterSparkITCase {

  @TempDir private Path directory;

  /** A table, what is asked of Spark about it, and what the answers are called in a failure. */
  private record Case(
      String name, SilverWriter silver, List<String> keys, Map<Long, DeltaSpark.Result> rows) {}

  /** All tables in one run: a Spark JVM takes some twenty seconds to start. */
  @Test
  void readsEveryFormAndRandomTables() throws Exception {
    List<Case> tables = new ArrayList<>();
    tables.add(everyForm("every form", false));
    tables.add(everyForm("every form, partitioned", true));
    Shape small = Shape.plain().withCommits(12).withKeys(30);
    tables.add(random(1, small.withDeletionVectors(false)));
    tables.add(random(2, small.withTimes(Times.UNSTEADY).withPartitions("region")));
    tables.add(random(3, small.withTimes(Times.IN_COMMIT).withPartitions("region", "active")));
    tables.add(random(4, small.withNewColumns(true).withKeys(60, ColumnType.STRING)));
    for (long seed = 5; seed <= 8; seed++) {
      tables.add(random(seed, Shape.any(seed).withCommits(12).withCheckpoints(true)));
    }
    for (long seed = 20; seed <= 23; seed++) {
      tables.add(random(seed, Shape.odd(seed)));
    }
    compare(tables);
  }

  private void compare(List<Case> tables) throws Exception {
    DeltaSpark spark = new DeltaSpark(Files.createDirectory(directory.resolve("spark")));
    Map<Case, DeltaSpark.Result> feeds = new LinkedHashMap<>();
    Map<Case, DeltaSpark.Result> histories = new LinkedHashMap<>();
    for (Case table : tables) {
      SilverWriter silver = table.silver();
      long newest = silver.version();
      for (long version : new long[] {newest / 2, newest}) {
        table.rows().put(version, spark.rows(silver.path(), version));
      }
      feeds.put(table, spark.feed(silver.path(), 0, newest));
      histories.put(table, spark.history(silver.path(), table.keys(), newest / 3));
    }
    spark.run();

    List<String> differences = new ArrayList<>();
    for (Case table : feeds.keySet()) {
      SilverWriter silver = table.silver();
      long newest = silver.version();
      table
          .rows()
          .forEach(
              (version, result) ->
                  compare(
                      differences,
                      table.name() + " rows of version " + version,
                      result,
                      silver.rows(version)));
      List<Map<String, Object>> feed = new ArrayList<>();
      silver.feed(0, newest).forEach(row -> feed.add(wide(silver, row)));
      compare(differences, table.name() + " feed", feeds.get(table), feed);
      HistoryModel model = HistoryModel.keyedBy(table.keys().toArray(String[]::new));
      compare(
          differences,
          table.name() + " history",
          histories.get(table),
          model.history(silver, newest / 3, newest));
    }
    assertThat(differences).isEmpty();
  }

  private Case random(long seed, Shape shape) {
    RandomSilver random = RandomSilver.create(directory.resolve("random-" + seed), seed, shape);
    String name = "seed " + seed + " " + shape;
    return new Case(name, random.silver(), random.keys(), new LinkedHashMap<>());
  }

  /** Each kind of statement once, several rows and files. */
  private Case everyForm(String name, boolean partitioned) {
    SilverSpec plain =
        SilverSpec.of(
            new Column("id", ColumnType.LONG),
            new Column("name", ColumnType.STRING),
            new Column("region", ColumnType.STRING));
    SilverSpec spec = partitioned ? plain.withPartitions("region") : plain;
    List<Map<String, Object>> rows = new ArrayList<>();
    for (long id = 1; id <= 12; id++) {
      rows.add(spec.row(id, "name " + id, id % 3 == 0 ? null : id % 3 == 1 ? "a b" : "x:y/%41"));
    }
    SilverWriter silver = SilverWriter.create(directory.resolve(name.replace(' ', '-')), spec);
    silver.limitFiles(4, 2);
    silver.append(rows);
    for (Form form : Form.values()) {
      silver.update(form, row -> is(row, 1) ? renamed(spec, row) : Effect.keep());
      silver.update(form, row -> is(row, 2) ? Effect.update(row) : Effect.keep());
      silver.merge(
          form,
          row -> is(row, 3) ? Effect.delete() : is(row, 4) ? renamed(spec, row) : Effect.keep(),
          List.of(spec.row(3L, "again", "a b")));
      silver.delete(form, row -> is(row, 5));
      silver.delete(form, row -> row.get("region") == null);
      silver.checkpoint();
      silver.restore(1);
    }
    silver.delete(Form.DELETION_VECTOR, row -> is(row, 7) || is(row, 8));
    silver.delete(Form.DELETION_VECTOR, row -> is(row, 10));
    silver.restore(silver.version() - 1);
    silver.optimize();
    silver.idleMerge();
    silver.touch();
    silver.setProperty("owner", "nobody");
    if (partitioned) {
      silver.overwrite(
          partition -> partition.get("region") == null, List.of(spec.row(6L, "new", null)));
    }
    silver.overwrite(silver.rows());
    silver.append(List.of());
    silver.overwrite(List.of());
    silver.append(rows);
    return new Case(name, silver, List.of("id"), new LinkedHashMap<>());
  }

  private static boolean is(Map<String, Object> row, long id) {
    return row.get("id").equals(id);
  }

  private static Effect renamed(SilverSpec spec, Map<String, Object> row) {
    return Effect.update(spec.row(row.get("id"), row.get("name") + "!", row.get("region")));
  }

  /** Spark reads a whole range with the newest columns. */
  private static Map<String, Object> wide(SilverWriter silver, FeedRow row) {
    Map<String, Object> all = new LinkedHashMap<>(row.withFeedColumns());
    silver.columnNames(silver.version()).forEach(name -> all.putIfAbsent(name, null));
    return all;
  }

  private static void compare(
      List<String> differences,
      String what,
      DeltaSpark.Result spark,
      List<Map<String, Object>> expected) {
    String difference = GoldChecker.difference(Rows.ofJson(spark.lines()), expected);
    if (!difference.isEmpty()) {
      differences.add(what + ": " + difference);
    }
  }
}
