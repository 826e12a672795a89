package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.Finding;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.PipelineFile;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import io.deltascd.table.FollowedColumns;
import io.deltascd.table.NotebookGold;
import io.deltascd.table.SilverChangedException;
import io.deltascd.table.SilverTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.Effect;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What stands against the adoption of a notebook's gold: each fault with its message, told by
 * validate and by the run, and nothing is written. Gold stands at silver version 2, and the next
 * batch has version 3, which deletes 3, and version 4, which changes 2 and brings 5.
 */
class AdoptionTest {
  private static final Column ID = new Column("id", LONG);
  private static final Column NAME = new Column("name", STRING);
  private static final SilverSpec SPEC = SilverSpec.of(ID, NAME);
  private static final HistoryModel MODEL = HistoryModel.keyedBy("id");
  private static final String VERSIONS =
      "valid-from-version-column: valid_from_version\n  valid-to-version-column: valid_to_version";
  private static final String HALF_APPLIED = "let the notebook finish its batch";

  @TempDir private Path directory;
  private SilverWriter silver;

  @BeforeEach
  void createSilver() {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC); // 0
    silver.append(rows(1, 4)); // 1
    set(1L, "one"); // 2
    silver.delete(Form.COPY_ON_WRITE, row -> row.get("id").equals(3L)); // 3
    silver.merge(
        Form.COPY_ON_WRITE,
        row -> row.get("id").equals(2L) ? Effect.update(SPEC.row(2L, "two")) : Effect.keep(),
        rows(5, 5)); // 4
  }

  /**
   * A fault.
   *
   * @param name of the case
   * @param make gold
   * @param options below target:, beside the usual ones
   * @param what each finding is about, in order
   * @param texts that the findings have in them
   */
  private record Fault(
      String name,
      Consumer<AdoptionTest> make,
      String options,
      List<String> what,
      List<String> texts) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Fault fault(
      String name, Consumer<AdoptionTest> make, String what, String... texts) {
    return new Fault(name, make, "", List.of(what), List.of(texts));
  }

  /** Where gold stands; they are gone by now, and so are the rows without a key beside them. */
  private static Fault duplicates(String name, String options) {
    return new Fault(
        name,
        test -> {
          test.silver.append(List.of(SPEC.row(1L, "again"), SPEC.row(null, "again"))); // 5
          test.silver.delete(Form.COPY_ON_WRITE, row -> row.get("name").equals("again")); // 6
          test.gold(spec -> spec, 4, "5");
        },
        options,
        List.of("The key of silver is not unique"),
        List.of(
            "silver, version 5",
            "1 key in more than one row, 2 rows together, for example id = 1 in 2 rows",
            "let the notebook go on to a version without them"));
  }

  static Stream<Fault> faults() {
    return Stream.of(
        fault("no table", test -> {}, "There is no gold to adopt", "take target.adopt away"),
        fault(
            "no property",
            test -> test.gold(spec -> spec, 2, null),
            "Gold does not say which version of silver it stands at",
            "no table property scd2.last_processed_version",
            "ALTER TABLE … SET TBLPROPERTIES ('scd2.last_processed_version' = 'N')"),
        fault(
            "no number",
            test -> test.gold(spec -> spec, 2, "two"),
            "The version of silver that gold stands at is not a number",
            "scd2.last_processed_version = two"),
        fault(
            "a version to come",
            test -> test.gold(spec -> spec, 2, "7"),
            "Gold stands at a version that silver does not have",
            "scd2.last_processed_version = 7",
            "version 4 of "),
        fault(
            "changes that are gone",
            test -> test.gold().then(() -> test.vacuum(4)),
            "The version of silver that gold stands at can no longer be read",
            "a version from 4 to 4"),
        duplicates("duplicates in silver", ""),
        duplicates("duplicates of which the last one is kept", "on-duplicate-key: keep-last"),
        duplicates(
            "duplicates beside nulls that are left out",
            "on-duplicate-key: keep-last\n  on-null-key: skip"),
        fault(
            "a column too few",
            test ->
                test.gold(
                    NotebookTable.spec(List.of(ID), false),
                    test.history(2, row -> without(row, "name")),
                    "2"),
            "Gold's columns are not those of silver's history",
            "no column name",
            "columns [id, name, valid_from, valid_to, is_current], in any order"),
        fault(
            "a column too many, and one of another type",
            test ->
                test.gold(
                    NotebookTable.spec(
                        List.of(ID, new Column("name", LONG), new Column("batch", LONG)), false),
                    List.of(),
                    "0"),
            "Gold's columns are not those of silver's history",
            "column name BIGINT instead of ",
            "column batch, which silver does not have"),
        fault(
            "history columns of another type",
            test ->
                test.gold(
                    SilverSpec.of(
                            ID,
                            NAME,
                            new Column("valid_from", ColumnType.DATE),
                            new Column("valid_to", ColumnType.TIMESTAMP),
                            new Column("is_current", STRING))
                        .withFeed(false),
                    List.of(),
                    "0"),
            "Gold's columns are not those of silver's history",
            "column valid_from DATE instead of TIMESTAMP_LTZ(6)",
            "column is_current "),
        new Fault(
            "history columns of other names",
            AdoptionTest::gold,
            "valid-to-column: hasta",
            List.of("Gold's columns are not those of silver's history"),
            List.of("no column hasta", "column valid_to, which silver does not have")),
        fault(
            "partitions by time",
            test ->
                test.gold(
                    NotebookTable.spec(List.of(ID, NAME), false, "valid_from"), List.of(), "0"),
            "Gold is partitioned by a time or version of its history",
            "partition columns [valid_from]"),
        fault(
            "partitions that have to be asked for",
            test -> test.gold(spec -> spec.withPartitions("is_current", "name"), 2, "2"),
            "Gold was built with other settings of history",
            "target.partition-by: [is_current, name]",
            "target.partition-by: [is_current]"),
        fault(
            "a feed of its own",
            test -> test.gold(spec -> spec.withFeed(true), 2, "2"),
            "Gold has a property under which it cannot be maintained",
            "delta.enableChangeDataFeed = true",
            "ALTER TABLE … SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false')"),
        fault(
            "column mapping",
            test ->
                test.gold()
                    .then(
                        () ->
                            test.upgrade(
                                "columnMapping",
                                "\"delta.columnMapping.mode\":\"name\",\"delta.columnMapping.maxColumnId\":\"5\"")),
            "Gold has a property under which it cannot be adopted",
            "delta.columnMapping.mode = name"),
        fault(
            "a feature that is not known",
            test ->
                test.gold()
                    .then(
                        () ->
                            test.feature("checkConstraints", "\"delta.constraints.a\":\"id > 0\"")),
            "Gold is a table that cannot be written",
            "ALTER TABLE … DROP FEATURE checkConstraints"),
        fault(
            "not null",
            test -> test.gold().then(() -> test.notNull("name")),
            "Gold forbids null where its history may need it",
            "NOT NULL in [name]",
            "ALTER TABLE … ALTER COLUMN name DROP NOT NULL"),
        new Fault(
            "two current rows of a key, and none",
            test ->
                test.gold(
                    test.spec(),
                    test.more(
                        List.of(
                            test.current(1L, "one", 2),
                            test.current(4L, "d", 1),
                            test.current(null, "e", 1))),
                    "2"),
            "",
            List.of(
                "Current rows of gold have no key",
                "Gold has more than one current row of a key",
                "Current rows of gold have other values than silver"),
            List.of("1 row, for example id = null", "2 keys in 4 current rows, for example id = ")),
        fault(
            "rows that say nothing",
            test ->
                test.gold(
                    test.spec(),
                    test.more(
                        List.of(NotebookTable.with(test.current(9L, "i", 1), "is_current", null))),
                    "2"),
            "Rows of gold do not say whether they are current, or since when they count",
            "1 row, for example id = 9, valid_from = "),
        new Fault(
            "current rows without their version",
            test ->
                test.gold(
                    test.versionedSpec(),
                    test.versioned(
                        row ->
                            row.get("id").equals(1L)
                                ? NotebookTable.with(row, "valid_from_version", null)
                                : row),
                    "2"),
            VERSIONS,
            List.of("Rows of gold do not say whether they are current, or since when they count"),
            List.of(
                "1 row, for example id = 1, valid_from = ",
                "valid_from_version = null",
                "no null in is_current and valid_from, and none in valid_from_version of current"
                    + " rows")),
        fault(
            "rows that contradict themselves",
            test ->
                test.gold(
                    test.spec(),
                    test.more(
                        List.of(NotebookTable.with(test.current(9L, "i", 1), "is_current", false))),
                    "2"),
            "Rows of gold are current although they have ended, or closed without an end",
            "1 row, for example id = 9, ",
            "valid_to null where is_current is true"),
        new Fault(
            "another end of current rows",
            AdoptionTest::gold,
            "valid-to-open: 9999-12-31T23:59:59Z",
            List.of("Rows of gold are current although they have ended, or closed without an end"),
            List.of(
                "4 rows, for example", "valid_to 9999-12-31T23:59:59Z where is_current is true")),
        new Fault(
            "a batch that has closed rows",
            test -> test.gold().then(() -> test.close()),
            "",
            List.of(
                "Gold has records that begin or end after the version that it stands at",
                "Keys of silver have no current row in gold"),
            List.of("2 rows, for example id = ", "2 keys, for example id = ", HALF_APPLIED)),
        new Fault(
            "a batch that has not moved the property",
            test -> test.gold().then(() -> test.append(test.close())),
            "",
            List.of(
                "Gold has records that begin or end after the version that it stands at",
                "Keys of silver have no current row in gold",
                "Gold has current rows of keys that silver does not have",
                "Current rows of gold have other values than silver"),
            List.of(
                "4 rows, for example id = ",
                "1 key, for example id = 3",
                "1 key, for example id = 5",
                "1 key, for example id = 2",
                HALF_APPLIED)),
        new Fault(
            "a property that has moved too far",
            test -> test.gold(spec -> spec, 2, "4"),
            "",
            List.of(
                "Keys of silver have no current row in gold",
                "Gold has current rows of keys that silver does not have",
                "Current rows of gold have other values than silver"),
            List.of(
                "1 key, for example id = 5",
                "1 key, for example id = 3",
                "1 key, for example id = 2")),
        fault(
            "another silver",
            test ->
                test.gold(
                    test.spec(),
                    test.history(2, row -> NotebookTable.with(row, "name", "x" + row.get("name"))),
                    "2"),
            "Current rows of gold have other values than silver",
            "4 keys, for example id = ",
            "compared in id, name"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isRefused(Fault fault) throws IOException {
    fault.make().accept(this);
    Path file = pipeline("adopt: true\n  " + fault.options());
    Map<String, String> before = files();

    Report report = Validation.of(PipelineFile.examine(file, List.of()), Duration.ofMinutes(2));

    assertThat(report.findings()).extracting(Finding::what).isEqualTo(fault.what());
    assertThat(report.text()).contains(fault.texts());
    assertThat(report.status()).isEqualTo(2);
    assertThatThrownBy(() -> JobRun.prepare(config(file), SavedState.NONE))
        .isInstanceOf(PipelineException.class)
        .hasMessage(report.findings().get(0).text());
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void withoutBeingAskedForTheRemedyIsNamed() throws IOException {
    gold();
    Path file = pipeline("");
    Map<String, String> before = files();

    Report report = Validation.of(PipelineFile.examine(file, List.of()), Duration.ofMinutes(2));

    assertThat(report.text())
        .startsWith("The table at gold's path is not one of flink-delta-scd\n")
        .contains("remedy:   write target.adopt: true");
    assertThatThrownBy(() -> JobRun.prepare(config(file), SavedState.NONE))
        .hasMessage(report.text());
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void validateTellsOfItAndTheRunDoesIt() throws IOException {
    gold();
    Path file = pipeline("adopt: true");
    Map<String, String> before = files();

    Report report = Validation.of(PipelineFile.examine(file, List.of()), Duration.ofMinutes(2));

    assertThat(report.findings()).isEmpty();
    assertThat(report.facts().text())
        .contains("version 1, of a notebook, at silver version 2")
        .contains("the next run makes gold this pipeline's")
        .contains("goes on with silver version 3");
    assertThat(files()).isEqualTo(before);

    Progress progress = JobRun.prepare(config(file), SavedState.NONE).gold().progress();

    assertThat(progress.newest().sequence()).isZero();
    assertThat(progress.silver().version()).isEqualTo(2);
    assertThat(progress.silver().tableId()).isEqualTo(silver.tableId().toString());
    assertThat(progress.history().partitionBy()).isEmpty();
    assertThat(progress.startVersion()).as("whose time the first records begin at").isEqualTo(1);
    assertThat(progress.olderHistory()).isFalse();
    assertThat(DeltaLog.commits(directory.resolve("gold"))).hasSize(3);
    // Once it is ours, the pipeline file may say so still, or not any more.
    assertThat(JobRun.prepare(config(file), SavedState.NONE).gold().progress()).isEqualTo(progress);
    assertThat(JobRun.prepare(config(pipeline("")), SavedState.NONE).gold().progress())
        .isEqualTo(progress);
    assertThat(DeltaLog.commits(directory.resolve("gold"))).hasSize(3);
  }

  /** The first records are older than any commit that silver's log has. */
  @Test
  void historyThatSilverCannotTell() throws IOException {
    gold(
        spec(),
        more(
            List.of(
                NotebookTable.with(
                    NotebookTable.with(
                        NotebookTable.with(current(8L, "h", 1), "valid_from", Instant.EPOCH),
                        "valid_to",
                        silver.time(1)),
                    "is_current",
                    false))),
        "2");

    Progress progress =
        JobRun.prepare(config(pipeline("adopt: true")), SavedState.NONE).gold().progress();

    assertThat(progress.olderHistory()).isTrue();
    assertThat(progress.startVersion()).isEqualTo(2);
    assertThat(Progress.fromJson(progress.toJson(), "gold")).isEqualTo(progress);
  }

  /** A key that silver has deleted may stay open then. */
  @Test
  void ignoredDeletes() throws IOException {
    gold(spec -> spec, 2, "3");

    Progress progress =
        JobRun.prepare(config(pipeline("adopt: true\n  deletes: ignore")), SavedState.NONE)
            .gold()
            .progress();

    assertThat(progress.silver().version()).isEqualTo(3);
  }

  /** A pipeline file cannot ask for them, but silver's columns are followed as they allow. */
  @Test
  void partitionsThatGoldAloneHas() throws IOException {
    gold(spec -> spec.withPartitions("name"), 2, "2");
    FollowedColumns columns =
        new FollowedColumns(
            JobRun.prepare(config(pipeline("adopt: true")), SavedState.NONE).pipeline().target(),
            Long.MAX_VALUE);
    SilverSchema before = schema(2, field("id", "long"), field("name", "date"));

    assertThatThrownBy(() -> columns.next(before, schema(3, field("id", "long")), "version 3"))
        .isInstanceOf(SilverChangedException.class)
        .hasMessageContaining("version 3, target.partition-by")
        .hasMessageContaining("no column name");
    SilverSchema wider = schema(3, field("id", "long"), field("name", "timestamp_ntz"));
    assertThatThrownBy(() -> columns.next(before, wider, "version 3"))
        .isInstanceOf(SilverChangedException.class)
        .hasMessageStartingWith("A column that target.partition-by names");
  }

  private static SilverSchema schema(long id, String... fields) {
    return new SilverSchema(
        id,
        "{\"type\":\"struct\",\"fields\":[%s]}".formatted(String.join(",", fields)),
        List.of(),
        "none");
  }

  private static String field(String name, String type) {
    return "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}"
        .formatted(name, type);
  }

  /** Of another column's values nothing is asked, and they need not be there. */
  @Test
  void trackedAndKeptColumns() throws IOException {
    gold(spec(), history(2, row -> NotebookTable.with(row, "name", "x" + row.get("name"))), "2");
    assertThat(
            JobRun.prepare(
                    config(pipeline("adopt: true\n  tracked-columns: [id]")), SavedState.NONE)
                .gold()
                .progress()
                .silver()
                .version())
        .isEqualTo(2);
  }

  /** Rows without a key are in no record of gold. */
  @Test
  void nullsInTheKeyOfSilver() throws IOException {
    silver.append(List.of(SPEC.row(null, "f"))); // 5
    gold(spec -> spec, 4, "5");

    Progress progress =
        JobRun.prepare(
                config(pipeline("adopt: true\n  on-duplicate-key: keep-last\n  on-null-key: skip")),
                SavedState.NONE)
            .gold()
            .progress();

    assertThat(progress.silver().version()).isEqualTo(5);
  }

  /** A job that starts from state belongs to a gold that is ours already. */
  @Test
  void isNotDoneFromState() throws IOException {
    gold();
    Path file = pipeline("adopt: true");
    Map<String, String> before = files();
    assertThatThrownBy(() -> JobRun.prepare(config(file), SavedState.OF_PIPELINE))
        .hasMessageContaining("is not one of flink-delta-scd");
    assertThat(files()).isEqualTo(before);
  }

  /** What was checked is no longer what would be adopted. */
  @Test
  void aNotebookThatCommitsMeanwhile() throws IOException {
    gold();
    PipelineConfig pipeline = config(pipeline("adopt: true"));
    NotebookGold looked = NotebookGold.find(pipeline.target().gold()).orElseThrow();
    Progress progress =
        new Adoption(
                pipeline.name(),
                pipeline.source(),
                pipeline.target(),
                looked,
                SilverTable.open(pipeline.source().silver(), pipeline.source().capture()))
            .check()
            .progress()
            .orElseThrow();
    made.append(List.of(current(5L, "e", 4)));

    assertThatThrownBy(() -> looked.adopt(progress))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Gold has changed while it was being adopted")
        .hasMessageContaining("version 1, which was checked")
        .hasMessageContaining("stop the notebook");
    assertThat(DeltaLog.commits(directory.resolve("gold"))).hasSize(3);
  }

  /** Of closed rows the notebook may not have known it: they are not written again. */
  @Test
  void closedRowsWithoutTheirVersion() throws IOException {
    gold(
        versionedSpec(),
        versioned(
            row ->
                row.get("is_current").equals(false)
                    ? NotebookTable.with(row, "valid_from_version", null)
                    : row),
        "2");

    Progress progress =
        JobRun.prepare(config(pipeline("adopt: true\n  " + VERSIONS)), SavedState.NONE)
            .gold()
            .progress();

    assertThat(progress.silver().version()).isEqualTo(2);
  }

  // Golds.

  /** What becomes of a gold after it was made. */
  private record Gold(SilverWriter table) {
    Gold then(Runnable change) {
      change.run();
      return this;
    }
  }

  private SilverWriter made;

  private Gold gold() {
    return gold(spec -> spec, 2, "2");
  }

  private Gold gold(Function<SilverSpec, SilverSpec> change, long version, String property) {
    return gold(change.apply(spec()), MODEL.history(silver, 0, version), property);
  }

  private Gold gold(SilverSpec spec, List<Map<String, Object>> rows, String property) {
    made =
        SilverWriter.create(
            directory.resolve("gold"),
            property == null ? spec : spec.withProperty(NotebookTable.LAST_VERSION, property));
    made.append(rows);
    return new Gold(made);
  }

  private SilverSpec spec() {
    return NotebookTable.spec(List.of(ID, NAME), false);
  }

  private SilverSpec versionedSpec() {
    return NotebookTable.spec(
        List.of(
            ID, NAME, new Column("valid_from_version", LONG), new Column("valid_to_version", LONG)),
        false);
  }

  private List<Map<String, Object>> versioned(
      Function<Map<String, Object>, Map<String, Object>> change) {
    return MODEL.withVersions().history(silver, 0, 2).stream().map(change).toList();
  }

  private List<Map<String, Object>> history(
      long version, Function<Map<String, Object>, Map<String, Object>> change) {
    return MODEL.history(silver, 0, version).stream().map(change).toList();
  }

  private List<Map<String, Object>> more(List<Map<String, Object>> rows) {
    List<Map<String, Object>> all = new ArrayList<>(MODEL.history(silver, 0, 2));
    all.addAll(rows);
    return all;
  }

  private Map<String, Object> current(Long id, String name, long version) {
    return spec().row(id, name, true, silver.time(version), null);
  }

  private static Map<String, Object> without(Map<String, Object> row, String column) {
    Map<String, Object> less = new LinkedHashMap<>(row);
    less.remove(column);
    return less;
  }

  /** The MERGE of the next batch. */
  private SilverWriter close() {
    NotebookTable.close(made, 3L, silver.time(3));
    NotebookTable.close(made, 2L, silver.time(4));
    return made;
  }

  /** The records that it appends then. */
  private void append(SilverWriter gold) {
    gold.append(List.of(current(2L, "two", 4), current(5L, "e", 4)));
  }

  /** Takes away the files that no version from this one on needs. */
  private void vacuum(int version) {
    for (int earlier = 0; earlier <= version; earlier++) {
      for (String action : List.of("cdc", "remove")) {
        DeltaLog.commits(silver.path())
            .get(earlier)
            .actions(action)
            .forEach(file -> delete(silver.path().resolve(file.get("path").asText())));
      }
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void upgrade(String feature, String property) {
    rewrite(
        line ->
            line.contains("\"protocol\"")
                ? ("{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
                        + "\"readerFeatures\":[\"%s\"],\"writerFeatures\":[\"%s\"]}}")
                    .formatted(feature, feature)
                : line.replace("\"configuration\":{", "\"configuration\":{" + property + ","));
  }

  private void feature(String feature, String property) {
    rewrite(
        line ->
            line.contains("\"protocol\"")
                ? ("{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":7,"
                        + "\"writerFeatures\":[\"%s\"]}}")
                    .formatted(feature)
                : line.replace("\"configuration\":{", "\"configuration\":{" + property + ","));
  }

  private void notNull(String column) {
    rewrite(
        line ->
            line.replace(
                "\\\"name\\\":\\\"%s\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":true"
                    .formatted(column),
                "\\\"name\\\":\\\"%s\\\",\\\"type\\\":\\\"string\\\",\\\"nullable\\\":false"
                    .formatted(column)));
  }

  /** Changes the lines of gold's first commit. */
  private void rewrite(Function<String, String> change) {
    Path commit = DeltaLog.commitFile(directory.resolve("gold"), 0);
    try {
      List<String> lines = Files.readAllLines(commit);
      List<String> changed = lines.stream().map(change).toList();
      assertThat(changed).isNotEqualTo(lines);
      Files.write(commit, changed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // Silver, and the pipeline.

  private static List<Map<String, Object>> rows(long from, long to) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (long id = from; id <= to; id++) {
      rows.add(SPEC.row(id, Character.toString((int) ('a' + id - 1))));
    }
    return rows;
  }

  private void set(Long id, String name) {
    silver.update(
        Form.COPY_ON_WRITE,
        row -> row.get("id").equals(id) ? Effect.update(SPEC.row(id, name)) : Effect.keep());
  }

  private Path pipeline(String options) throws IOException {
    return Files.writeString(
        directory.resolve("p.yaml"),
        """
        source:
          path: %s
        target:
          path: %s
          keys: [id]
          %s
        """
            .formatted(silver.path(), directory.resolve("gold"), options));
  }

  private static PipelineConfig config(Path file) {
    return PipelineFile.read(file, List.of());
  }

  /** All files below the directory with their times. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.toList()) {
        files.put(path.toString(), Files.getLastModifiedTime(path).toString());
      }
    }
    return files;
  }
}
