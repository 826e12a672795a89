package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.config.TestSource;
import io.deltascd.model.HistorySettings;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Effect;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.Rows;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import io.deltascd.testing.TableHygiene;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Silver's columns change while a job follows it. */
class SchemaChangesITCase {
  private static final Column ID = new Column("id", ColumnType.LONG);
  private static final Column NAME = new Column("name", ColumnType.STRING);
  private static final Column STOCK = new Column("stock", ColumnType.INTEGER);
  private static final Bounded UNBOUNDED = new Bounded(Bounded.Mode.UNBOUNDED, -1);
  private static final Bounded LATEST = new Bounded(Bounded.Mode.LATEST, -1);

  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  @TempDir private Path directory;
  private SilverWriter silver;
  private Path gold;
  private long accepted = SourceConfig.ACCEPTS_NONE;
  private HistorySettings settings = HistorySettings.DEFAULT;
  @Nullable private DeadLetterConfig deadLetters;

  @BeforeEach
  void makeSilver() {
    gold = directory.resolve("gold");
    silver =
        SilverWriter.create(
            directory.resolve("silver"),
            SilverSpec.of(ID, NAME, STOCK),
            List.of(row(1, "a", 10), row(2, "b", 20), row(3, "c", 30)));
  }

  @Test
  void newColumnsFlowThroughARunningJob() throws Exception {
    JobRun run = start(UNBOUNDED, null);
    set(1, "stock", 11);
    followed();
    silver.addColumn(new Column("note", ColumnType.STRING));
    followed(); // by a commit of its own
    silver.update(Form.COPY_ON_WRITE, row -> Effect.update(row)); // null in each row
    set(2, "note", "new");
    silver.delete(Form.DELETION_VECTOR, row -> row.get("id").equals(3L));
    ColumnType part = ColumnType.struct(new Column("a", ColumnType.INTEGER));
    silver.addColumn(new Column("part", part));
    set(2, "part", Map.of("a", 1));
    followed();
    silver.append(List.of(row(4, "d", 40)));
    followed();
    run.cancel();

    assertThat(columns())
        .containsExactly(
            "id", "name", "stock", "note", "part", "valid_from", "valid_to", "is_current");
    assertHistory();
    start(LATEST, null).awaitEnd();
    assertHistory();
  }

  @Test
  void newFieldsOfAStructFlowThrough() throws Exception {
    Column a = new Column("a", ColumnType.INTEGER);
    Column b = new Column("b", ColumnType.STRING);
    silver.addColumn(new Column("part", ColumnType.struct(a)));
    set(1, "part", Map.of("a", 1));
    set(2, "part", Map.of("a", 2));
    JobRun run = start(UNBOUNDED, null);
    followed();
    silver.replace(
        List.of(ID, NAME, STOCK, new Column("part", ColumnType.struct(b, a))), silver.rows());
    set(2, "part", Map.of("a", 2, "b", "x"));
    followed();
    run.cancel();

    Map<String, Object> withoutB = new LinkedHashMap<>();
    withoutB.put("a", 1);
    withoutB.put("b", null);
    assertOpen(
        List.of(
            with(row(1, "a", 10), "part", withoutB),
            with(row(2, "b", 20), "part", Map.of("a", 2, "b", "x")),
            with(row(3, "c", 30), "part", null)));
    // Two before the first struct, one before the new field.
    assertThat(DeltaRows.of(gold)).hasSize(6);
  }

  @Test
  void goldsColumnsHaveSilversOrder() throws Exception {
    JobRun run = start(UNBOUNDED, null);
    followed();
    Column first = new Column("first", ColumnType.DOUBLE);
    silver.replace(List.of(first, ID, STOCK, NAME), silver.rows());
    set(1, "first", 0.5);
    followed();
    run.cancel();

    assertThat(columns())
        .containsExactly("first", "id", "stock", "name", "valid_from", "valid_to", "is_current");
    assertHistory();
  }

  @Test
  void widerTypesFlowThroughARunningJob() throws Exception {
    silver.addColumn(new Column("price", ColumnType.decimal(6, 2)));
    silver.addColumn(new Column("weight", ColumnType.INTEGER));
    silver.update(
        Form.COPY_ON_WRITE,
        row -> Effect.update(with(with(row, "price", new BigDecimal("1.50")), "weight", 7)));
    JobRun run = start(UNBOUNDED, null);
    followed();
    silver.widenColumn("stock", ColumnType.LONG);
    silver.widenColumn("price", ColumnType.decimal(20, 4));
    followed();
    set(1, "stock", 1L << 40);
    silver.widenColumn("weight", ColumnType.DOUBLE);
    // Equal values in another type: nothing.
    silver.update(Form.COPY_ON_WRITE, row -> Effect.update(row));
    silver.overwrite(silver.rows());
    set(2, "weight", 7.5);
    silver.delete(Form.DELETION_VECTOR, row -> row.get("id").equals(3L));
    followed();
    run.cancel();

    assertHistory();
    DeltaLog.Commit last =
        DeltaLog.commits(gold).stream()
            .filter(commit -> commit.count("metaData") > 0)
            .reduce((before, after) -> after)
            .orElseThrow();
    String metadata = last.actions("metaData").get(0).toString();
    assertThat(metadata)
        .contains("delta.typeChanges")
        .contains("\"delta.enableTypeWidening\":\"true\"");
    set(1, "weight", 9.25);
    start(LATEST, null).awaitEnd();
    assertHistory();
  }

  @Test
  void aDroppedColumnStopsTheRunUntilItIsAccepted() throws Exception {
    JobRun run = start(UNBOUNDED, null);
    set(1, "stock", 11);
    followed();
    String savepoint = run.stop(directory.resolve("savepoint"), false);
    run = start(UNBOUNDED, savepoint);
    set(2, "stock", 21);
    silver.touch(); // of no effect, and to be in gold all the same
    long before = silver.version();
    long dropped = silver.dropColumn("stock");
    set(1, "name", "aa");

    String error = error(run);
    assertThat(error)
        .contains("A column of silver was dropped or renamed")
        .contains(", version " + dropped)
        .contains("no column stock")
        .contains("source.scan.schema-change.accept-version: " + dropped);
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(before);
    assertThat(error(start(LATEST, null))).contains("no column stock");
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(before);

    accepted = dropped;
    start(LATEST, null).awaitEnd();
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(silver.version());
    assertThat(columns())
        .containsExactly("id", "name", "stock", "valid_from", "valid_to", "is_current");
    assertOpen(List.of(row(1, "aa", null), row(2, "b", 21), row(3, "c", 30)));
    TableHygiene.assertClean(gold);
  }

  @Test
  void aRenamedColumnIsAcceptedUnderARunningJob() throws Exception {
    accepted = 100;
    JobRun run = start(UNBOUNDED, null);
    set(1, "stock", 11);
    followed();
    String savepoint = run.stop(directory.resolve("savepoint"), false);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Map<String, Object> row : silver.rows()) {
      Map<String, Object> renamed = new LinkedHashMap<>(row);
      renamed.put("amount", renamed.remove("stock"));
      rows.add(renamed);
    }
    silver.replace(List.of(ID, NAME, new Column("amount", ColumnType.INTEGER)), rows);
    run = start(UNBOUNDED, savepoint);
    followed();
    set(1, "amount", 12);
    silver.delete(Form.DELETION_VECTOR, row -> row.get("id").equals(3L));
    followed();
    run.cancel();

    assertThat(columns())
        .containsExactly("id", "name", "amount", "stock", "valid_from", "valid_to", "is_current");
    assertOpen(
        List.of(with(row(1, "a", null), "amount", 12), with(row(2, "b", null), "amount", 20)));
    assertThat(DeltaRows.of(gold))
        .hasSize(8)
        .anyMatch(row -> row.get("id").equals(2L) && Integer.valueOf(20).equals(row.get("stock")));
    TableHygiene.assertClean(gold);
  }

  @Test
  void aRowThatCameBackWithoutADroppedColumnGoesOn() throws Exception {
    accepted = 1;
    JobRun run = start(UNBOUNDED, null);
    followed();
    silver.replace(List.of(ID, NAME), silver.rows());
    set(1, "name", "aa");
    followed();
    run.cancel();

    assertOpen(List.of(row(1, "aa", null), row(2, "b", 20), row(3, "c", 30)));
    assertThat(DeltaRows.of(gold)).hasSize(4);
  }

  @Test
  void aTypeThatIsNotWiderStopsTheRunForGood() throws Exception {
    accepted = 100;
    JobRun run = start(UNBOUNDED, null);
    followed();
    long before = silver.version();
    silver.replace(List.of(ID, NAME, new Column("stock", ColumnType.STRING)), List.of());
    assertThat(error(run))
        .contains("A column of silver has got another type")
        .contains("integer, or a wider type")
        .contains("build gold anew at another path");
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(before);
  }

  @Test
  void columnsThatGoldDoesNotKeepDoNotMatter() throws Exception {
    settings = new HistorySettings(null, null, null, List.of("name", "id"), null, null, null, null);
    JobRun run = start(UNBOUNDED, null);
    followed();
    silver.addColumn(new Column("note", ColumnType.STRING));
    silver.replace(List.of(new Column("stock", ColumnType.STRING), ID, NAME), stocksAsTexts());
    silver.dropColumn("stock");
    set(2, "name", "bb");
    followed();
    run.cancel();

    assertThat(columns()).containsExactly("name", "id", "valid_from", "valid_to", "is_current");
    assertThat(DeltaLog.commits(gold).stream().filter(c -> c.count("metaData") > 0)).hasSize(1);
    GoldChecker.assertRows(
        DeltaRows.of(gold),
        HistoryModel.keyedBy("id").keeping("name", "id").history(silver, 0, silver.version()));
  }

  @Test
  void theDeadLetterTableGetsTheColumnsToo() throws Exception {
    Path letters = directory.resolve("letters");
    deadLetters = new DeadLetterConfig(new TableLocation(letters.toString(), Map.of()), false);
    JobRun run = start(UNBOUNDED, null);
    followed();
    silver.append(List.of(keyless("first")));
    silver.addColumn(new Column("note", ColumnType.STRING));
    followed();
    silver.append(List.of(with(keyless("second"), "note", "why"), row(5, "e", 50)));
    followed();
    run.cancel();

    assertThat(DeltaRows.of(letters))
        .extracting(letter -> letter.get("name") + " " + letter.get("note"))
        .containsExactlyInAnyOrder("first null", "second why");
    assertThat(columns()).contains("note");
  }

  private List<Map<String, Object>> stocksAsTexts() {
    return silver.rows().stream().map(row -> with(row, "stock", "" + row.get("stock"))).toList();
  }

  private static Map<String, Object> keyless(String name) {
    return with(row(0, name, 1), "id", null);
  }

  private static Map<String, Object> row(long id, String name, Integer stock) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", id);
    row.put("name", name);
    row.put("stock", stock);
    return row;
  }

  private static Map<String, Object> with(Map<String, Object> row, String column, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(row);
    changed.put(column, value);
    return changed;
  }

  private void set(long id, String column, Object value) {
    silver.update(
        Form.COPY_ON_WRITE,
        row -> row.get("id").equals(id) ? Effect.update(with(row, column, value)) : Effect.keep());
  }

  private JobRun start(Bounded bounded, String savepoint) throws Exception {
    PipelineConfig plain =
        JobRun.pipeline(
            silver.path(),
            gold,
            List.of("id"),
            settings,
            deadLetters == null ? OnNullKey.FAIL : OnNullKey.DEAD_LETTER,
            deadLetters,
            bounded);
    PipelineConfig pipeline = TestSource.in(plain, source -> source.accepting(accepted));
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(40));
    return JobRun.start(
        CLUSTER.get(), pipeline, flink, new FaultPoint("schema", 0, 0, Long.MAX_VALUE), savepoint);
  }

  /** Waits until gold has all of silver. */
  private void followed() {
    JobRun.awaitGold(gold, silver.version());
  }

  private static String error(JobRun run) throws Exception {
    return ExceptionUtils.stringifyException(run.result().getSerializedThrowable().orElseThrow());
  }

  private List<String> columns() {
    List<String> names = new ArrayList<>();
    DeltaLog.Commit newest =
        DeltaLog.commits(gold).stream()
            .filter(commit -> commit.count("metaData") > 0)
            .reduce((before, after) -> after)
            .orElseThrow();
    String schema = newest.actions("metaData").get(0).get("schemaString").asText();
    Rows.ofJson(schema)
        .forEach(
            (name, fields) -> {
              if (fields instanceof List<?> list) {
                list.forEach(field -> names.add((String) ((Map<?, ?>) field).get("name")));
              }
            });
    return names;
  }

  /** After each single commit. */
  private void assertHistory() {
    HistoryModel model = HistoryModel.keyedBy("id");
    for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
      long claimed = commit.silverVersion();
      GoldChecker.assertRows(
          DeltaRows.of(gold, commit.version()),
          claimed < 0 ? List.of() : model.history(silver, 0, claimed));
    }
    TableHygiene.assertClean(gold);
  }

  private void assertOpen(List<Map<String, Object>> rows) {
    List<Map<String, Object>> open = new ArrayList<>();
    for (Map<String, Object> row : DeltaRows.of(gold)) {
      if (Boolean.TRUE.equals(row.get("is_current"))) {
        Map<String, Object> silverColumns = new LinkedHashMap<>(row);
        silverColumns.keySet().removeAll(List.of("valid_from", "valid_to", "is_current"));
        open.add(silverColumns);
      }
    }
    GoldChecker.assertRows(open, rows);
  }
}
