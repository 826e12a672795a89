package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deltascd.config.Finding;
import io.deltascd.config.PipelineFile;
import io.deltascd.table.SmallTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.Fixture;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each finding with its full text; {@code @} stands for the directory that the tables lie in. */
class ValidationTest {
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", LONG), new Column("name", STRING));

  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void followLinks() throws IOException {
    directory = temporary.toRealPath();
  }

  // Nothing wrong.

  @Test
  void aNewPipeline() throws IOException {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a"), SPEC.row(2L, "b")));

    Report report = validate("max-outage: 100 d\n");

    assertThat(report.findings()).isEmpty();
    assertThat(report.status()).isZero();
    assertThat(shown(report.facts().text()))
        .isEqualTo(
            """
            pipeline:     p
            silver:       @/silver, version 1 of %s
            usable from:  version 0 of %s
            kept for:     36,500 days, max-outage 100 days
            key:          id: unique and without null in 2 rows
            gold:         @/gold, does not exist yet
            start:        initial, with silver version 0
            """
                .formatted(micros(silver, 1), micros(silver, 0)));
  }

  @Test
  void aPipelineThatRanBefore() throws Exception {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a")));
    gold("p", List.of("id"), 0).standsAt(1, 7);

    Report report = validate("");

    assertThat(report.findings()).isEmpty();
    assertThat(shown(report.facts().text()))
        .endsWith(
            """
            gold:         @/gold, version 1, at silver version 1
            start:        goes on with silver version 2
            """);
  }

  @Test
  void nothingIsWritten() throws Exception {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a"), SPEC.row(1L, "a")));
    Path file = pipeline("");
    Map<String, String> before = files();
    validate(file);
    assertThat(files()).isEqualTo(before);

    gold("p", List.of("id"), 0);
    before = files();
    validate(file);
    assertThat(files()).isEqualTo(before);
  }

  // Silver.

  @Test
  void noDirectory() throws IOException {
    assertError(
        "",
        """
        There is no Delta table
          where:    file:@/silver
          found:    no such directory
          expected: a Delta table
          remedy:   correct the path, or create the table first\
        """);
  }

  @Test
  void noDeltaTable() throws IOException {
    Files.createDirectories(directory.resolve("silver/_delta_log"));

    assertError(
        "",
        """
        There is no Delta table
          where:    file:@/silver
          found:    a directory with no commits in _delta_log
          expected: a Delta table
          remedy:   correct the path, or create the table first\
        """);
  }

  @Test
  void anUnsupportedFeature() throws IOException {
    SmallTable silver = new SmallTable(directory.resolve("silver"));
    silver.commit(
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
            + "\"readerFeatures\":[\"hovercraft\"],\"writerFeatures\":[\"hovercraft\"]}}",
        SmallTable.feed(true));

    assertError(
        "",
        """
        Silver uses a table feature that is not supported
          where:    file:@/silver
          found:    Unsupported Delta table feature: table requires feature "hovercraft" which is \
        unsupported by this version of Delta Kernel.
          expected: features that Delta Kernel 4.4 reads
          remedy:   drop the feature (ALTER TABLE … DROP FEATURE), or use a release that knows it\
        """);
  }

  @Test
  void anUnknownFileSystem() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            "source.path: zz://host/silver\ntarget: {path: %s/gold, keys: [id]}\n"
                .formatted(directory));

    assertThat(shown(validate(file).text()))
        .isEqualTo(
            """
            The file system of silver is not known
              where:    zz://host/silver
              found:    UnsupportedFileSystemException: No FileSystem for scheme "zz"
              expected: a scheme that Hadoop has a file system for, such as file: or hdfs:
              remedy:   correct source.path, or put the file system's jar onto the class path\
            """);
  }

  @Test
  void aStorageThatRefuses() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            """
            source.path: hdfs://127.0.0.1:1/silver
            target: {path: %s/gold, keys: [id]}
            hadoop: {ipc.client.connect.max.retries: 0}
            """
                .formatted(directory));

    Report report = validate(file);

    assertThat(report.text())
        .isEqualTo(
            """
            The storage of silver cannot be reached
              where:    hdfs://127.0.0.1:1/silver
              found:    ConnectException: Connection refused
              expected: an answer
              remedy:   check the network, the path and the options below hadoop:, and try again\
            """);
    assertThat(report.status()).isEqualTo(1);
  }

  @Test
  void theFeedIsOff() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC.withFeed(false));

    assertError(
        "source.scan.change-capture: cdf\n",
        """
        The change data feed of silver is off
          where:    file:@/silver, version 0
          found:    delta.enableChangeDataFeed=false
          expected: delta.enableChangeDataFeed=true
          remedy:   ALTER TABLE delta.`file:@/silver` SET TBLPROPERTIES \
        (delta.enableChangeDataFeed = true); only changes made afterwards can be followed. Or do \
        without it (scan.change-capture: auto)\
        """);
  }

  @Test
  void theFeedIsOnOnlyLately() throws IOException {
    Files.move(Fixture.named("feed-late").unzip(directory), directory.resolve("silver"));

    Report report = validate("source.scan.change-capture: cdf\n");

    assertThat(report.status()).isZero();
    assertThat(shown(report.text()))
        .isEqualTo(
            """
            Warning: The change data feed of silver is on only since version 6
              where:    @/silver
              found:    no changes of the versions before
              expected: a feed from the first version on, if history is to reach back that far
              remedy:   nothing, if history may begin with version 6; scan.change-capture: auto \
            reads older changes from files, where these exist\
            """);
    assertThat(report.facts().text()).contains("start:        initial, with silver version 6\n");
    assertThat(
            validate("source.scan.change-capture: cdf\nsource.scan.startup.mode: latest-full\n")
                .facts()
                .text())
        .contains("start:        latest-full, with silver version 9\n");
  }

  @Test
  void changesComeFromWhatEachVersionOffers() throws IOException {
    Files.move(Fixture.named("feed-late").unzip(directory), directory.resolve("silver"));

    Report report = validate("");

    assertThat(report.findings()).isEmpty();
    assertThat(report.facts().text())
        .contains(
            "changes from:",
            "files up to version 1, change data feed from version 2 to 3, files from version 4 to"
                + " 5, change data feed from version 6 on\n",
            "initial, with silver version 0\n");
  }

  @Test
  void historyWithoutTheFeedEndsWithVacuum() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC.withFeed(false));

    Report report = validate("");

    assertThat(report.status()).isZero();
    assertThat(shown(report.text()))
        .startsWith(
            """
            Warning: VACUUM ends the history of a table that is followed without its change data \
            feed
              where:    @/silver, version 0
              found:    changes from files, for which\
            """)
        .endsWith(
            "ALTER TABLE delta.`file:@/silver` SET TBLPROPERTIES"
                + " (delta.enableChangeDataFeed = true)");
    assertThat(report.facts().text()).contains("changes from:  files\n");
  }

  @Test
  void rowTrackingThatIsAskedForHasToBeOn() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);

    assertThat(validate("source.scan.change-capture: row-tracking\n").text())
        .contains("Row tracking of silver is off", "(delta.enableRowTracking = true)");
  }

  @Test
  void versionsLostToVacuumAreNoFinding() throws IOException {
    SmallTable silver = SmallTable.withFeed(directory.resolve("silver"));
    silver.commit(
        SmallTable.metadata(
            SmallTable.ID_AND_NAME,
            "",
            "\"delta.enableChangeDataFeed\":\"true\",\"delta.logRetentionDuration\":\"7 days\""));
    String gone = silver.write("a.parquet", SmallTable.row(1L, "a"));
    silver.commit(silver.add(gone));
    silver.commit(silver.remove(gone));
    Files.delete(directory.resolve("silver/a.parquet"));

    Report report = validate("");

    assertThat(report.findings()).isEmpty();
    assertThat(report.facts().text()).contains("start:        initial, with silver version 3\n");
  }

  @Test
  void theRetentionsAreDeltasOwn() throws IOException {
    SmallTable.withFeed(directory.resolve("silver"));

    assertThat(shown(validate("max-outage: 10 d\n").text()))
        .isEqualTo(
            """
            1 error, 1 warning

            Silver does not keep its versions for as long as the job may be down
              where:    @/silver
              found:    delta.logRetentionDuration 30 days, delta.deletedFileRetentionDuration 7 days
              expected: both not below max-outage, 10 days
              remedy:   ALTER TABLE … SET TBLPROPERTIES \
            ('delta.deletedFileRetentionDuration' = 'interval 10 days')

            Warning: Silver keeps its log and its files for different times
              where:    @/silver
              found:    delta.logRetentionDuration 30 days, delta.deletedFileRetentionDuration 7 days
              expected: both the same: a version can be followed for the shorter time only
              remedy:   ALTER TABLE … SET TBLPROPERTIES \
            ('delta.deletedFileRetentionDuration' = 'interval 30 days'), if the longer one is meant\
            """);
  }

  @Test
  void aRetentionThatIsNone() throws IOException {
    SilverWriter.create(
        directory.resolve("silver"), SPEC.withProperty("delta.logRetentionDuration", "2 months"));

    assertError(
        "",
        """
        A retention of the table cannot be read
          where:    file:@/silver, property delta.logRetentionDuration
          found:    2 months
          expected: an interval such as interval 30 days, without months and years
          remedy:   ALTER TABLE … SET TBLPROPERTIES \
        ('delta.logRetentionDuration' = 'interval 30 days')\
        """);
  }

  // Keys.

  @Test
  void aMisspelledKey() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);

    assertThat(shown(validate(pipeline("", "ids")).text()))
        .isEqualTo(
            """
            A key column is missing in silver
              where:    @/silver, target.keys
              found:    ids
              expected: id
              remedy:   write id in the pipeline file\
            """);
  }

  @Test
  void duplicatesAndNullsInTheKey() throws IOException {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(
        List.of(
            SPEC.row(7L, "a"),
            SPEC.row(null, "b"),
            SPEC.row(7L, "c"),
            SPEC.row(8L, "d"),
            SPEC.row(7L, "e")));

    assertError(
        "",
        """
        2 errors

        The key of silver has nulls
          where:    @/silver, version 1
          found:    1 row with a null in the key, for example id = null
          expected: no null in id
          remedy:   correct these rows, choose other key columns, or leave such rows out (target.on-null-key: skip)

        The key of silver is not unique
          where:    @/silver, version 1
          found:    1 key in more than one row, 3 rows together, for example id = 7 in 3 rows
          expected: no two rows with the same id
          remedy:   remove the duplicates, choose key columns that identify a row, or let the last row count (target.on-duplicate-key: keep-last)\
        """);
  }

  // Gold.

  @Test
  void goldIsSilverByALink() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    Files.createSymbolicLink(directory.resolve("gold"), directory.resolve("silver"));

    assertError(
        "",
        """
        Silver and gold are the same table
          where:    target.path
          found:    @/gold, which is @/silver
          expected: another path than source.path
          remedy:   write the path of the table that is to be maintained\
        """);
  }

  @Test
  void theSameTableIsToldOnce() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            "source.path: %s/silver\ntarget: {path: %s/silver/, keys: [id]}\n"
                .formatted(directory, directory));

    assertThat(validate(file).findings())
        .extracting(Finding::what)
        .containsExactly("Silver and gold are the same table");
  }

  @Test
  void goldInsideOfSilver() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    Path inside = Files.createDirectories(directory.resolve("silver/_gold"));
    Files.createSymbolicLink(directory.resolve("gold"), inside);

    assertError(
        "",
        """
        Gold lies inside of silver
          where:    target.path
          found:    @/gold, below @/silver
          expected: two directories beside each other: VACUUM of the outer table deletes the inner one
          remedy:   choose another path for gold\
        """);
  }

  @Test
  void silverInsideOfGold() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    Files.createSymbolicLink(directory.resolve("gold"), directory);

    assertError(
        "",
        """
        Silver lies inside of gold
          where:    target.path
          found:    @/silver, below @/gold
          expected: two directories beside each other: VACUUM of the outer table deletes the inner one
          remedy:   choose another path for gold\
        """);
  }

  @Test
  void goldIsSomeoneElses() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    SmallTable.withFeed(directory.resolve("gold"));

    assertError(
        "",
        """
        The table at gold's path is not one of flink-delta-scd
          where:    @/gold, version 0
          found:    no domain metadata flink-delta-scd.progress
          expected: no table, or one that flink-delta-scd created
          remedy:   choose another path for gold, or move that table away\
        """);
  }

  @Test
  void goldOfAnotherPipelineWithOtherKeys() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    gold("sales", List.of("id", "name"), 0);

    assertError(
        "",
        """
        2 errors

        Gold belongs to another pipeline
          where:    @/gold
          found:    pipeline sales
          expected: pipeline p
          remedy:   choose another path for gold; if it is the same pipeline under a new name, \
        write name: sales

        Gold was built with other keys
          where:    @/gold
          found:    keys [id, name]
          expected: keys [id]
          remedy:   restore the earlier keys in the pipeline file, or build gold anew with \
        delta-scd rebuild\
        """);
  }

  @Test
  void goldOfAnotherSilver() throws IOException {
    SilverWriter other = SilverWriter.create(directory.resolve("other"), SPEC.withSeed(2));
    TestGold.create(directory.resolve("gold"), other.path(), "p", List.of("id"), 0);
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);

    assertError(
        "",
        """
        Gold is the history of another silver table
          where:    @/gold
          found:    silver table %s
          expected: silver table %s
          remedy:   correct source.path; if silver was dropped and made anew, write \
        source.on-history-lost: resync, or run with --resync, to compare gold with silver as it is \
        now, or build gold anew at another path\
        """
            .formatted(other.tableId(), silver.tableId()));
  }

  @Test
  void somethingElseInGoldsDirectory() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    Files.createDirectories(directory.resolve("gold/photos"));

    assertError(
        "",
        """
        Gold's directory holds something else than a Delta table
          where:    @/gold
          found:    photos
          expected: no directory, an empty one, or a gold of this pipeline
          remedy:   choose another path for gold, or clear the directory\
        """);
  }

  @Test
  void goldCannotBeCreated() throws IOException {
    SilverWriter.create(directory.resolve("silver"), SPEC);
    Files.writeString(directory.resolve("file"), "");
    Files.createSymbolicLink(directory.resolve("gold"), directory.resolve("file"));

    assertError(
        "",
        """
        Gold cannot be created in its directory
          where:    @/gold
          found:    @/gold is a file
          expected: a directory that can be written
          remedy:   give the permission, or choose another path for gold\
        """);
  }

  @Test
  void aColumnWithTheNameOfAHistoryColumn() throws IOException {
    SilverWriter.create(
        directory.resolve("silver"),
        SilverSpec.of(new Column("id", LONG), new Column("Valid_From", STRING)));

    assertThat(validate("").findings())
        .extracting(Finding::what, Finding::found)
        .containsExactly(
            tuple("A column of silver has the name of a history column", "column Valid_From"));
  }

  // Where a run would begin.

  @Test
  void aNeededVersionIsGone() throws Exception {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a"))); // 1
    silver.touch(); // 2
    silver.append(List.of(SPEC.row(2L, "b"))); // 3
    silver.checkpoint();
    gold("p", List.of("id"), 0).standsAt(1, 7);
    for (long version = 0; version <= 2; version++) {
      Files.delete(DeltaLog.commitFile(directory.resolve("silver"), version));
    }

    assertError(
        "",
        """
        A version that gold needs can no longer be read
          where:    @/silver, version 2
          found:    its log entry or one of its files is gone
          expected: every version from 2 to 3
          remedy:   write source.on-history-lost: resync, or run with --resync, to compare gold with \
        silver as it is now; or build gold anew at another path; the oldest usable version is 3\
        """);
  }

  @Test
  void theStartOfAnEmptyGoldIsGone() throws IOException {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a")));
    silver.checkpoint();
    gold("p", List.of("id"), 0);
    Files.delete(DeltaLog.commitFile(directory.resolve("silver"), 0));

    assertError(
        "",
        """
        A version that gold needs can no longer be read
          where:    @/silver, version 0
          found:    its log entry or one of its files is gone
          expected: version 0, which gold was created to begin with
          remedy:   write source.on-history-lost: resync, or run with --resync, to compare gold with \
        silver as it is now; or build gold anew at another path; the oldest usable version is 1\
        """);
  }

  /** With a resync a needed version that is gone is no obstacle, but worth to be known. */
  @Test
  void aNeededVersionIsGoneAndGoldWillLeap() throws Exception {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a"))); // 1
    silver.append(List.of(SPEC.row(2L, "b"))); // 2
    silver.append(List.of(SPEC.row(3L, "c"))); // 3
    silver.checkpoint();
    gold("p", List.of("id"), 0).standsAt(1, 7);
    for (long version = 0; version <= 2; version++) {
      Files.delete(DeltaLog.commitFile(directory.resolve("silver"), version));
    }

    Report report = validate("source.on-history-lost: resync\n");

    assertThat(report.findings())
        .extracting(Finding::kind, Finding::what)
        .containsExactly(
            tuple(Finding.Kind.WARNING, "A version that gold needs can no longer be read"));
    assertThat(report.facts().text())
        .contains("start:        compares gold with silver as it is (resync)\n");
  }

  // All at once.

  @Test
  void theFileAndTheTablesInOneReport() throws IOException {
    SilverWriter.create(
        directory.resolve("silver"),
        SPEC.withFeed(false).withProperty("delta.logRetentionDuration", "1 day"));
    Files.createDirectories(directory.resolve("gold/photos"));

    Report report =
        validate(
            pipeline(
                """
                max-outage: 2 d
                nme: x
                source.scan.change-capture: cdf
                source.discovery-interval: soon
                flink:
                  execution.runtime-mode: BATCH
                  execution.checkpointing.unaligned.enabled: true
                  execution.checkpointing.interval: 0
                """,
                "ids"));

    assertThat(report.findings())
        .extracting(Finding::what)
        .containsExactly(
            "Unknown key: nme",
            "source.discovery-interval cannot be read",
            "Only the runtime mode STREAMING keeps versions in order",
            "Unaligned checkpoints cannot be used",
            "Checkpoints cannot be switched off",
            "The change data feed of silver is off",
            "Silver does not keep its versions for as long as the job may be down",
            "Silver keeps its log and its files for different times",
            "A key column is missing in silver",
            "Gold's directory holds something else than a Delta table");
    assertThat(report.text()).startsWith("9 errors, 1 warning\n\nUnknown key: nme\n");
    assertThat(report.status()).isEqualTo(2);
  }

  @Test
  void tablesAreCheckedAsFarAsTheFileNamesThem() throws IOException {
    Path file = Files.writeString(directory.resolve("p.yaml"), "source.path: %s\n".formatted("x"));

    assertThat(validate(file).findings())
        .extracting(Finding::what)
        .containsExactly(
            "A key is missing: target.path",
            "A key is missing: target.keys",
            "There is no Delta table");
  }

  private void assertError(String options, String text) throws IOException {
    Report report = validate(options);
    assertThat(shown(report.text())).isEqualTo(text);
    assertThat(report.status()).isEqualTo(2);
  }

  private Report validate(String options) throws IOException {
    return validate(pipeline(options));
  }

  private static Report validate(Path file) {
    return Validation.of(PipelineFile.examine(file, List.of()), Duration.ofMinutes(2));
  }

  private Path pipeline(String options) throws IOException {
    return pipeline(options, "id");
  }

  private Path pipeline(String options, String key) throws IOException {
    return Files.writeString(
        directory.resolve("p.yaml"),
        "source.path: %s/silver\ntarget: {path: %s/gold, keys: [%s]}\n%s"
            .formatted(directory, directory, key, options));
  }

  private TestGold gold(String pipeline, List<String> keys, long start) throws IOException {
    return TestGold.create(
        directory.resolve("gold"), directory.resolve("silver"), pipeline, keys, start);
  }

  private String shown(String text) {
    return text.replace(directory.toString(), "@");
  }

  private static String micros(SilverWriter silver, long version) {
    return silver.time(version).toString().replace("Z", "000Z");
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
