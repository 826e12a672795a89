package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.config.CompactionConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.table.Compaction;
import io.deltascd.table.GoldTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.DeltaSpark;
import io.deltascd.testing.Effect;
import io.deltascd.testing.Fixture;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Rows;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Delta Spark reads and optimizes what the product wrote. All jobs run first, then one Spark
 * answers all questions at once, since its start takes longest.
 */
class GoldSparkITCase {
  private static final String RANDOM = "random";
  private static final String COLUMNS = "changed-columns";
  private static final List<String> FIXTURES =
      List.of("demo-silver", "types", "nested", "partitioned", "deletion-vectors");

  @TempDir private static Path directory;
  private static RandomSilver silver;
  private static DeltaSpark.Result sparksHistory;
  private static DeltaSpark.Result updated;
  private static final List<Compacted> COMPACTED = new ArrayList<>();
  private static final Map<String, Gold> GOLDS = new LinkedHashMap<>();

  /**
   * A copy of a gold that was compacted once.
   *
   * @param rows as of the version before, and as of the compaction
   * @param log as {@code DESCRIBE HISTORY} tells it
   */
  private record Compacted(
      String name, long removed, List<DeltaSpark.Result> rows, DeltaSpark.Result log) {

    static Compacted ask(DeltaSpark spark, String name, Path path) throws Exception {
      Path copy = copy(path, path.resolveSibling(name + "-compacted"));
      MemorySize size = MemorySize.ofMebiBytes(16);
      GoldTable gold =
          GoldTable.open(
              new TableLocation(copy.toString(), Map.of()), new CompactionConfig(2, size, size));
      long before = gold.version();
      Compaction done = gold.compact();
      return new Compacted(
          name,
          done.removed(),
          List.of(spark.rows(copy, before), spark.rows(copy)),
          spark.query("DESCRIBE HISTORY " + DeltaSpark.sqlName(copy)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** One gold, and what Spark says of it. */
  private record Gold(
      String name,
      Path path,
      Instant pointInTime,
      DeltaSpark.Result newest,
      List<DeltaSpark.Result> versions,
      DeltaSpark.Result current,
      DeltaSpark.Result asOf,
      DeltaSpark.Result log,
      DeltaSpark.Result optimized,
      DeltaSpark.Result optimizedLog) {

    static Gold ask(DeltaSpark spark, String name, Path path) throws IOException {
      List<DeltaSpark.Result> versions = new ArrayList<>();
      for (DeltaLog.Commit commit : DeltaLog.commits(path)) {
        versions.add(spark.rows(path, commit.version()));
      }
      // Half of the rows have begun.
      List<Instant> starts =
          DeltaRows.of(path).stream().map(row -> (Instant) row.get("valid_from")).sorted().toList();
      Instant time = starts.get(starts.size() / 2);
      String table = DeltaSpark.sqlName(path);
      Path copy = copy(path, path.resolveSibling(name + "-copy"));
      DeltaSpark.Result newest = spark.rows(path);
      DeltaSpark.Result current = spark.query("SELECT * FROM " + table + " WHERE is_current");
      DeltaSpark.Result asOf =
          spark.query(
              "SELECT * FROM %s WHERE valid_from <= '%s' AND (valid_to IS NULL OR valid_to > '%s')"
                  .formatted(table, time, time));
      DeltaSpark.Result log = spark.query("DESCRIBE HISTORY " + table);
      spark.sql("OPTIMIZE " + DeltaSpark.sqlName(copy));
      return new Gold(
          name,
          path,
          time,
          newest,
          versions,
          current,
          asOf,
          log,
          spark.rows(copy),
          spark.query("DESCRIBE HISTORY " + DeltaSpark.sqlName(copy)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  @SuppressWarnings("try") // close() may be interrupted
  static void askSpark() throws Exception {
    Map<String, Path> golds = new LinkedHashMap<>();
    try (MiniCluster cluster = JobRun.cluster(1)) {
      for (String name : FIXTURES) {
        Fixture fixture = Fixture.named(name);
        Path gold = directory.resolve(name + "-gold");
        start(cluster, fixture.unzip(directory), gold, fixture.keys(), Bounded.Mode.LATEST)
            .awaitEnd();
        golds.put(name, gold);
      }
      golds.put(RANDOM, growing(cluster));
      golds.put(COLUMNS, changingColumns(cluster));
    }
    DeltaSpark spark = new DeltaSpark(directory);
    for (Map.Entry<String, Path> gold : golds.entrySet()) {
      GOLDS.put(gold.getKey(), Gold.ask(spark, gold.getKey(), gold.getValue()));
    }
    for (String name : List.of("nested", RANDOM, COLUMNS)) {
      COMPACTED.add(Compacted.ask(spark, name, golds.get(name)));
    }
    Path copy = copy(golds.get(COLUMNS), directory.resolve("updated"));
    spark.sql("UPDATE " + DeltaSpark.sqlName(copy) + " SET amount = amount + 0.5, note = 'x'");
    updated = spark.rows(copy);
    sparksHistory = spark.history(silver.silver().path(), silver.keys(), 0);
    spark.run();
  }

  /** A silver that grows while the job runs, so that gold gets several commits and marks. */
  private static Path growing(MiniCluster cluster) throws Exception {
    silver =
        RandomSilver.create(
            directory.resolve("random-silver"),
            7,
            Shape.plain().withCommits(4).withKeys(60).withDeletionVectors(true));
    Path gold = directory.resolve("random-gold");
    JobRun run =
        start(cluster, silver.silver().path(), gold, silver.keys(), Bounded.Mode.UNBOUNDED);
    for (int round = 0; round < 6; round++) {
      silver.grow(1);
      // A version without effect makes no commit of its own.
      while (silver.silver().feed(silver.silver().version(), silver.silver().version()).isEmpty()) {
        silver.grow(1);
      }
      JobRun.awaitGold(gold, silver.silver().version());
    }
    run.stop(directory.resolve("savepoint"), true);
    return gold;
  }

  /** Gold gets a column, and wider types twice, between files of each kind. */
  private static Path changingColumns(MiniCluster cluster) throws Exception {
    SilverSpec spec =
        SilverSpec.of(
            new Column("id", ColumnType.INTEGER),
            new Column("amount", ColumnType.INTEGER),
            new Column("price", ColumnType.decimal(5, 2)));
    SilverWriter table =
        SilverWriter.create(
            directory.resolve("columns-silver"),
            spec,
            List.of(
                spec.row(1, 10, new BigDecimal("1.50")),
                spec.row(2, 20, new BigDecimal("-2.25")),
                spec.row(3, 30, null)));
    Path gold = directory.resolve("columns-gold");
    JobRun run = start(cluster, table.path(), gold, List.of("id"), Bounded.Mode.UNBOUNDED);
    set(table, 1, "amount", 11);
    JobRun.awaitGold(gold, table.version());
    table.addColumn(new Column("note", ColumnType.STRING));
    set(table, 2, "note", "added");
    JobRun.awaitGold(gold, table.version());
    table.widenColumn("id", ColumnType.LONG);
    table.widenColumn("amount", ColumnType.DOUBLE);
    table.widenColumn("price", ColumnType.decimal(20, 4));
    JobRun.awaitGold(gold, table.version());
    set(table, 3, "amount", 0.25);
    JobRun.awaitGold(gold, table.version());
    run.stop(directory.resolve("columns-savepoint"), true);
    return gold;
  }

  private static void set(SilverWriter table, long id, String column, Object value) {
    table.update(
        SilverWriter.Form.COPY_ON_WRITE,
        row -> {
          Map<String, Object> changed = new LinkedHashMap<>(row);
          changed.put(column, value);
          return ((Number) row.get("id")).longValue() == id
              ? Effect.update(changed)
              : Effect.keep();
        });
  }

  private static JobRun start(
      MiniCluster cluster, Path silver, Path gold, List<String> keys, Bounded.Mode mode)
      throws Exception {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    return JobRun.start(
        cluster,
        JobRun.pipeline(silver, gold, keys, new Bounded(mode, -1)),
        flink,
        new FaultPoint("spark " + gold, 0, 0, Long.MAX_VALUE),
        null);
  }

  @AfterAll
  static void forget() {
    GOLDS.clear();
    COMPACTED.clear();
  }

  static Stream<Gold> golds() {
    return GOLDS.values().stream();
  }

  @ParameterizedTest
  @MethodSource("golds")
  void everyVersionReadsAlike(Gold gold) {
    List<DeltaLog.Commit> commits = DeltaLog.commits(gold.path());
    for (int i = 0; i < commits.size(); i++) {
      GoldChecker.assertRows(
          rows(gold.versions().get(i)), DeltaRows.of(gold.path(), commits.get(i).version()));
    }
    GoldChecker.assertRows(rows(gold.newest()), DeltaRows.of(gold.path()));
  }

  @ParameterizedTest
  @MethodSource("golds")
  void queriesByStateAndTime(Gold gold) {
    List<Map<String, Object>> all = DeltaRows.of(gold.path());
    GoldChecker.assertRows(
        rows(gold.current()), all.stream().filter(row -> row.get("valid_to") == null).toList());
    GoldChecker.assertRows(
        rows(gold.asOf()), all.stream().filter(row -> holds(row, gold.pointInTime())).toList());
    assertThat(gold.asOf().lines()).isNotEmpty();
  }

  private static boolean holds(Map<String, Object> row, Instant time) {
    Instant to = (Instant) row.get("valid_to");
    return !((Instant) row.get("valid_from")).isAfter(time) && (to == null || to.isAfter(time));
  }

  @ParameterizedTest
  @MethodSource("golds")
  void describeHistoryListsTheCommits(Gold gold) {
    List<JsonNode> lines = new ArrayList<>(gold.log().rows());
    Collections.reverse(lines); // newest first
    assertThat(lines)
        .extracting(line -> line.get("version").asLong())
        .containsExactlyElementsOf(
            DeltaLog.commits(gold.path()).stream().map(DeltaLog.Commit::version).toList());
    assertThat(lines.subList(1, lines.size()))
        .allSatisfy(
            line -> {
              assertThat(line.get("operation").asText()).isIn("STREAMING UPDATE", "OPTIMIZE");
              assertThat(line.get("engineInfo").asText()).contains("flink-delta-scd");
            });
  }

  @ParameterizedTest
  @MethodSource("golds")
  void optimizeChangesNoRow(Gold gold) {
    GoldChecker.assertRows(rows(gold.optimized()), DeltaRows.of(gold.path()));
    List<JsonNode> log = gold.optimizedLog().rows();
    if (gold.name().equals(RANDOM)) {
      assertThat(log.get(0).get("operation").asText()).isEqualTo("OPTIMIZE");
    }
  }

  static List<Compacted> compacted() {
    return COMPACTED;
  }

  @ParameterizedTest
  @MethodSource("compacted")
  void ourCompactionChangesNoRow(Compacted gold) {
    List<Map<String, Object>> rows = DeltaRows.of(GOLDS.get(gold.name()).path());
    GoldChecker.assertRows(rows(gold.rows().get(0)), rows);
    GoldChecker.assertRows(rows(gold.rows().get(1)), rows);
    if (gold.removed() > 0) { // else the job itself had compacted all that there was
      JsonNode newest = gold.log().rows().get(0);
      assertThat(newest.get("operation").asText()).isEqualTo("OPTIMIZE");
      assertThat(newest.toString()).contains("numRemovedFiles");
    }
  }

  @Test
  void historyOfGrowingSilverIsSparks() {
    Path gold = GOLDS.get(RANDOM).path();
    assertThat(DeltaLog.commits(gold)).hasSizeGreaterThanOrEqualTo(6);
    GoldChecker.assertRows(DeltaRows.of(gold), rows(sparksHistory));
    HistoryModel model = HistoryModel.keyedBy(silver.keys().toArray(String[]::new));
    for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
      long version = commit.silverVersion();
      GoldChecker.assertRows(
          rows(GOLDS.get(RANDOM).versions().get((int) commit.version())),
          version < 0 ? List.of() : model.history(silver.silver(), 0, version));
    }
  }

  /** Rows from before and after the changes, in files of narrower types, too. */
  @Test
  void sparkUpdatesAGoldWhoseColumnsHaveChanged() {
    List<Map<String, Object>> expected = new ArrayList<>();
    for (Map<String, Object> row : DeltaRows.of(GOLDS.get(COLUMNS).path())) {
      Map<String, Object> changed = new LinkedHashMap<>(row);
      changed.put("amount", ((Number) row.get("amount")).doubleValue() + 0.5);
      changed.put("note", "x");
      expected.add(changed);
    }
    assertThat(expected).hasSize(6);
    GoldChecker.assertRows(rows(updated), expected);
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void historyOfFixtureIsSparks(String name) {
    GoldChecker.assertRows(
        rows(GOLDS.get(name).newest()), Rows.ofJson(Fixture.named(name).history()));
  }

  static List<String> fixtures() {
    return FIXTURES;
  }

  private static List<Map<String, Object>> rows(DeltaSpark.Result result) {
    return Rows.ofJson(result.lines());
  }

  private static Path copy(Path table, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(table)) {
      files.forEach(
          file -> {
            try {
              Files.copy(file, to.resolve(table.relativize(file).toString()));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return to;
  }
}
