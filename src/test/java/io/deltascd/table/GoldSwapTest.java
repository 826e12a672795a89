package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.Totals;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Another gold's rows take the place of gold's own. */
class GoldSwapTest {
  @TempDir private Path root;
  private Path directory;
  private GoldFixture fixture;
  private GoldTable gold;
  private DataFile oldFile;

  /** Version 1 has the rows 1 and 2, of which version 2 marks the second. */
  @BeforeEach
  void createGold() throws Exception {
    directory = root.resolve("gold");
    create(new TableLocation(directory.toString(), Map.of()));
  }

  private void create(TableLocation location) throws Exception {
    fixture = new GoldFixture(directory, location);
    gold = fixture.create();
    oldFile = fixture.file(true, 1, 2);
    gold.commit(GoldFixture.next(gold, List.of(oldFile), Map.of()));
    gold.commit(
        GoldFixture.next(
            gold,
            List.of(fixture.file(false, 2)),
            Map.of(oldFile.id(), RoaringBitmap.bitmapOf(1))));
  }

  /** A gold with the rows 5, 6 and 7, of which the last is marked in a second commit. */
  private static DataFile build(GoldSwap swap) throws Exception {
    GoldFixture place = new GoldFixture(path(swap), swap.place());
    GoldTable built = place.create();
    DataFile file = place.file(true, 5, 6, 7);
    built.commit(GoldFixture.next(built, List.of(file), Map.of()));
    built.commit(
        GoldFixture.next(
            built, List.of(place.file(false, 7)), Map.of(file.id(), RoaringBitmap.bitmapOf(2))));
    return file;
  }

  private static Path path(GoldSwap swap) {
    return Path.of(swap.place().path().replaceFirst("^faulty:", ""));
  }

  @Test
  void oneCommitReplacesAllRows() throws Exception {
    Progress before = gold.progress();
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);

    assertThat(swap.commit()).isEqualTo(3);
    swap.discard();

    assertThat(fixture.ids()).containsExactly(5L, 6L, 7L);
    assertThat(fixture.ids(OptionalLong.of(2))).containsExactly(1L, 2L);
    DeltaLog.Commit commit = DeltaLog.commits(directory).get(3);
    assertThat(commit.count("remove")).isEqualTo(2);
    assertThat(commit.count("add")).isEqualTo(2);
    assertThat(commit.count("metaData")).isZero();
    String inner = root.relativize(path(swap)).getFileName().toString();
    assertThat(commit.actions("add"))
        .extracting(add -> add.get("path").asText())
        .allMatch(path -> path.startsWith(inner + "/is_current="));
    JsonNode vector =
        commit.actions("add").stream()
            .filter(add -> add.has("deletionVector"))
            .findFirst()
            .orElseThrow()
            .get("deletionVector");
    assertThat(vector.get("storageType").asText()).isEqualTo("u");
    assertThat(vector.get("pathOrInlineDv").asText())
        .startsWith(inner)
        .hasSize(inner.length() + 20);
    assertThat(commit.transaction()).contains(3L);
    Progress after = GoldTable.readProgress(fixture.location);
    assertThat(after.pipelineId()).isEqualTo(before.pipelineId());
    assertThat(after.newest().sequence()).isEqualTo(3);
    assertThat(after.commits().subList(0, 3)).isEqualTo(before.commits());
    assertThat(after.silver().version()).isEqualTo(2);
    // As the two commits of the new gold say.
    assertThat(after.totals()).isEqualTo(new Totals(2, 4, 6, 8));
    assertThat(path(swap).resolve("_delta_log")).doesNotExist();
  }

  /** Its deletion vector is merged with another mark. */
  @Test
  void goldGoesOnWithItsNewFiles() throws Exception {
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    swap.commit();

    GoldTable after = GoldTable.open(fixture.location);
    assertThat(after.index().files()).hasSize(1);
    FileId current = FileId.of(after.index().files().get(0).path());
    after.commit(
        GoldFixture.next(
            after, List.of(fixture.file(true, 50)), Map.of(current, RoaringBitmap.bitmapOf(0))));

    assertThat(fixture.ids()).containsExactly(6L, 7L, 50L);
  }

  @Test
  void otherColumnsKeysSettingsAndPartitions() throws Exception {
    GoldSwap swap = GoldSwap.of(fixture.location);
    HistorySettings settings =
        new HistorySettings(
            new HistoryColumns("since", "until", "now", "since_version", null),
            "9999-12-31T00:00:00Z",
            null,
            List.of("name", "id"),
            null,
            List.of("now", "name"),
            null,
            null);
    GoldSchema schema = GoldSchema.of(GoldFixture.SILVER, List.of("name"), settings);
    GoldTable built = GoldTable.createOrOpen(swap.place(), schema, progress(schema).with(settings));
    DataFile file;
    StringData name = StringData.fromString("n");
    GenericRowData whole = GenericRowData.of(name, 8L);
    try (DataFileWriter writer =
        new DataFileWriter(swap.place(), schema, GoldPartition.of(schema, true, whole), "0")) {
      writer.write(
          GenericRowData.of(
              8L,
              TimestampData.fromEpochMillis(0),
              TimestampData.fromEpochMillis(schema.history().openEndMicros() / 1000),
              4L));
      file = writer.finish();
    }
    built.commit(GoldFixture.next(built, List.of(file), Map.of()));

    swap.commit();

    TableReader reader = TableReader.open(fixture.location, OptionalLong.empty());
    assertThat(reader.schema().getFieldNames())
        .containsExactly("name", "id", "since", "until", "since_version", "now");
    GoldTable after = GoldTable.open(fixture.location);
    assertThat(after.progress().keys()).containsExactly("name");
    assertThat(after.progress().history()).isEqualTo(settings);
    assertThat(after.progress().columns()).isEqualTo(after.schema().fingerprint());
    assertThat(fixture.rows(OptionalLong.empty()))
        .singleElement()
        .satisfies(row -> assertThat(row.getString(0)).hasToString("n"))
        .satisfies(row -> assertThat(row.getBoolean(5)).isTrue());
    RowType earlier = TableReader.open(fixture.location, OptionalLong.of(2)).schema();
    assertThat(earlier.getFieldNames())
        .containsExactly("id", "name", "valid_from", "valid_to", "is_current");
    JsonNode metadata = DeltaLog.commits(directory).get(3).actions("metaData").get(0);
    assertThat(metadata.get("partitionColumns").toString()).isEqualTo("[\"now\",\"name\"]");
    assertThat(metadata.get("id"))
        .isEqualTo(DeltaLog.commits(directory).get(0).actions("metaData").get(0).get("id"));
  }

  @Test
  void aCommitInBetweenIsKept() throws Exception {
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 99)), Map.of()));

    assertThatThrownBy(swap::requireUnchanged).isInstanceOf(PipelineException.class);
    assertThatThrownBy(swap::commit)
        .isInstanceOf(PipelineException.class)
        .message()
        .contains(
            "Gold has changed since its rebuild began",
            "found:    version 3",
            "expected: version 2",
            "stop the job");
    swap.discard();

    assertThat(fixture.ids()).containsExactly(1L, 2L, 99L);
    assertThat(path(swap)).doesNotExist();
  }

  /** An OPTIMIZE as well: its files would stay beside the new ones. */
  @Test
  void someoneElsesCommitInBetweenIsKept() throws Exception {
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    fixture.bringBack(3, "OPTIMIZE", 2, 2, 1);
    assertThatThrownBy(swap::commit)
        .hasMessageContaining("Gold has changed since its rebuild began");
    assertThat(DeltaLog.commits(directory)).hasSize(4);
  }

  @Test
  void aJobThatStillRunsStopsAtItsNextCommit() throws Exception {
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    var late = GoldFixture.next(gold, List.of(fixture.file(true, 99)), Map.of());
    swap.commit();

    assertThatThrownBy(() -> gold.commit(late)).isInstanceOf(CommitConflictException.class);
    gold.refresh();
    assertThat(gold.contains(late.id())).isFalse();
    assertThatThrownBy(() -> gold.commit(late))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Gold is newer than the state of this job")
        .hasMessageContaining("start without state");
    assertThat(fixture.ids()).containsExactly(5L, 6L, 7L);
  }

  @Test
  void goldThatWasSetBackIsMended() throws Exception {
    fixture.bringBack(3, "RESTORE", 2, 1, System.currentTimeMillis());
    assertThatThrownBy(() -> GoldTable.open(fixture.location))
        .hasMessageContaining("delta-scd rebuild");

    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    assertThat(swap.commit()).isEqualTo(4);

    assertThat(GoldTable.open(fixture.location).progress().newest().sequence()).isEqualTo(3);
    assertThat(fixture.ids()).containsExactly(5L, 6L, 7L);
  }

  /**
   * A rebuild of another gold lies there, and one that lost its race; and a stranger's directory.
   */
  @Test
  void theLogsOfOtherRebuildsGoAndTheirFilesStay() throws Exception {
    GoldSwap other = GoldSwap.of(fixture.location);
    build(other);
    Path stranger = directory.resolve("rebuild-of-mine/_delta_log");
    Files.createDirectories(stranger);
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    swap.commit();

    assertThat(path(other).resolve("_delta_log")).doesNotExist();
    assertThat(parquet(path(other))).hasSize(2);
    assertThat(stranger).isDirectory();
    assertThatThrownBy(other::commit)
        .hasMessageContaining("Gold has changed since its rebuild began");
  }

  @Test
  void aFileThatVacuumTookIsMissed() throws Exception {
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    Files.delete(parquet(path(swap)).get(0));
    assertThatThrownBy(swap::commit)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A file of the new gold was deleted before its commit")
        .hasMessageContaining("rebuild again");
    assertThat(DeltaLog.commits(directory)).hasSize(3);
    swap.discard();
    assertThat(path(swap)).doesNotExist();
  }

  @Test
  void commentsAndPropertiesStay() throws Exception {
    Path log = directory.resolve("_delta_log/00000000000000000003.json");
    JsonNode metadata = DeltaLog.commits(directory).get(0).actions("metaData").get(0);
    String changed =
        metadata
            .toString()
            .replace(
                "\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,"
                    + "\\\"metadata\\\":{}",
                "\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,"
                    + "\\\"metadata\\\":{\\\"comment\\\":\\\"the key\\\"}")
            .replace("\"configuration\":{", "\"configuration\":{\"my.property\":\"kept\",");
    assertThat(changed).contains("the key", "my.property");
    Files.writeString(
        log,
        """
        {"commitInfo":{"timestamp":1,"operation":"SET TBLPROPERTIES","operationParameters":{}}}
        {"metaData":%s}
        """
            .formatted(changed));
    GoldSwap swap = GoldSwap.of(fixture.location);
    GoldSchema schema = withStock();
    GoldTable.createOrOpen(swap.place(), schema, progress(schema));

    swap.commit();

    JsonNode after = DeltaLog.commits(directory).get(4).actions("metaData").get(0);
    assertThat(after.get("schemaString").asText()).contains("the key", "stock");
    assertThat(after.get("configuration").get("my.property").asText()).isEqualTo("kept");
    assertThat(fixture.ids()).isEmpty();
    assertThat(GoldTable.open(fixture.location).schema().fingerprint())
        .isEqualTo(schema.fingerprint());
  }

  /** Of a silver with one column more. */
  private static GoldSchema withStock() {
    return GoldFixture.schemaOf(
        RowType.of(
            false,
            new LogicalType[] {
              GoldFixture.SILVER.getTypeAt(0), GoldFixture.SILVER.getTypeAt(1), new IntType(true)
            },
            new String[] {"id", "name", "stock"}),
        List.of("id"));
  }

  private static Progress progress(GoldSchema schema) {
    return Progress.created("test", "scd2", schema.keys(), schema.fingerprint(), 0, "silver-id");
  }

  @Test
  void thereIsNoGold() {
    assertThatThrownBy(
            () -> GoldSwap.of(new TableLocation(root.resolve("none").toString(), Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("There is no Delta table at gold's path")
        .hasMessageContaining("run the pipeline, which creates gold");
    assertThat(root.resolve("none")).doesNotExist();
  }

  @Test
  void goldWithColumnMappingIsRefusedAtOnce() throws Exception {
    JsonNode metadata = DeltaLog.commits(directory).get(0).actions("metaData").get(0);
    Files.writeString(
        directory.resolve("_delta_log/00000000000000000003.json"),
        """
        {"commitInfo":{"timestamp":1,"operation":"SET TBLPROPERTIES","operationParameters":{}}}
        {"protocol":{"minReaderVersion":3,"minWriterVersion":7,\
        "readerFeatures":["deletionVectors","columnMapping"],\
        "writerFeatures":["deletionVectors","columnMapping","domainMetadata"]}}
        {"metaData":%s}
        """
            .formatted(
                metadata
                    .toString()
                    .replace(
                        "\"configuration\":{",
                        "\"configuration\":{\"delta.columnMapping.mode\":\"name\",")
                    .replaceAll(
                        "\\\\\"name\\\\\":\\\\\"(\\w+)\\\\\",(.*?)\\\\\"metadata\\\\\":\\{\\}",
                        "\\\\\"name\\\\\":\\\\\"$1\\\\\",$2\\\\\"metadata\\\\\":{"
                            + "\\\\\"delta.columnMapping.physicalName\\\\\":\\\\\"$1\\\\\","
                            + "\\\\\"delta.columnMapping.id\\\\\":1}")));
    assertThatThrownBy(() -> GoldSwap.of(fixture.location))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Gold has a property under which it cannot be rebuilt")
        .hasMessageContaining("delta.columnMapping.mode = name");
  }

  /** The storage gives no answer once: before a commit, and after one that gives other columns. */
  @Test
  void anUnknownOutcomeIsLookedUp() throws Exception {
    createOnFaultyStorage();
    GoldSwap before = GoldSwap.of(fixture.location);
    build(before);
    try (var fault = FaultyFileSystem.fail(Operation.WRITE, commit(3), 1, GoldSwapTest::silence)) {
      assertThat(before.commit()).isEqualTo(3);
      assertThat(fault.met()).isGreaterThanOrEqualTo(1);
    }
    assertThat(fixture.ids()).containsExactly(5L, 6L, 7L);

    GoldSwap after = GoldSwap.of(fixture.location);
    GoldSchema schema = withStock();
    GoldTable.createOrOpen(after.place(), schema, progress(schema));
    try (var fault = FaultyFileSystem.fail(Operation.OPEN, commit(4), 1, GoldSwapTest::silence)) {
      assertThat(after.commit()).isEqualTo(4);
      assertThat(fault.met()).isGreaterThanOrEqualTo(1);
    }
    assertThat(fixture.ids()).isEmpty();
    assertThat(DeltaLog.commits(directory)).hasSize(5);
  }

  @Test
  void anUnknownOutcomeThatStaysSoDeletesNothing() throws Exception {
    createOnFaultyStorage();
    GoldSwap swap = GoldSwap.of(fixture.location);
    build(swap);
    try (var fault = FaultyFileSystem.fail(Operation.WRITE, commit(3), GoldSwapTest::silence)) {
      assertThatThrownBy(swap::commit)
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("It is unknown whether gold has been rebuilt")
          .hasMessageContaining("if gold is still at version 2");
      assertThat(fault.met()).isGreaterThanOrEqualTo(3);
    }
    swap.discard();
    assertThat(parquet(path(swap))).as("files that may be committed").hasSize(2);
    assertThat(DeltaLog.commits(directory)).hasSize(3);
  }

  private void createOnFaultyStorage() throws Exception {
    directory = root.resolve("faulty");
    create(new TableLocation(FaultyFileSystem.uri(directory), FaultyFileSystem.OPTIONS));
  }

  /** The file of a commit, or a draft of it. */
  private static String commit(long version) {
    return ".*/faulty/_delta_log/[^/]*0%d\\.json.*".formatted(version);
  }

  private static IOException silence() {
    return new IOException("no answer");
  }

  private static List<Path> parquet(Path below) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }
}
