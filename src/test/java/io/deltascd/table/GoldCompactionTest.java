package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.Operation;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.CompactionConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.TableHygiene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Three small files of a partition are enough here. */
class GoldCompactionTest {
  private static final CompactionConfig CONFIG =
      new CompactionConfig(3, MemorySize.ofMebiBytes(1), MemorySize.ofMebiBytes(1));

  private static final String ROW_TRACKING =
      "\"delta.enableRowTracking\":\"true\","
          + "\"delta.rowTracking.materializedRowIdColumnName\":\"_id\","
          + "\"delta.rowTracking.materializedRowCommitVersionColumnName\":\"_version\",";

  @TempDir Path directory;
  private Path path;
  private GoldFixture fixture;
  private GoldTable gold;

  @BeforeEach
  void createGold() throws IOException {
    path = directory.resolve("gold table");
    fixture =
        new GoldFixture(
            path, new TableLocation(FaultyFileSystem.uri(path), FaultyFileSystem.OPTIONS));
    fixture.create();
    gold = GoldTable.open(fixture.location, CONFIG);
  }

  @Test
  void smallFilesOfEachPartitionBecomeOne() throws Exception {
    commit(fixture.file(true, 1, 2), fixture.file(false, 1));
    commit(fixture.file(true, 3), fixture.file(false, 2));
    assertThat(gold.compact()).isEqualTo(Compaction.NONE);
    assertThat(gold.version()).isEqualTo(2);
    commit(fixture.file(true, 4, 5, 6));
    Progress progress = gold.progress();
    List<Map<String, Object>> rows = DeltaRows.of(path);
    Set<Path> files = dataFiles();

    Compaction done = gold.compact();

    assertThat(done.removed()).isEqualTo(3);
    assertThat(done.added()).isEqualTo(1);
    assertThat(gold.version()).isEqualTo(4);
    GoldChecker.assertRows(DeltaRows.of(path), rows);
    assertThat(dataFiles()).as("nothing is deleted").containsAll(files).hasSize(6);
    assertThat(gold.progress()).isEqualTo(progress);
    assertThat(gold.index().files()).hasSize(1);
    assertSameAsReopened();
    assertThat(gold.compact()).isEqualTo(Compaction.NONE);
    // Rows are found where they are now.
    FileId merged = FileId.of(gold.index().files().get(0).path());
    gold.commit(
        GoldFixture.next(
            gold, List.of(fixture.file(false, 9)), Map.of(merged, RoaringBitmap.bitmapOf(0))));
    assertThat(gold.compact().removed()).as("three files of closed rows").isEqualTo(3);
    assertThat(fixture.ids()).hasSize(5 + 3);
    TableHygiene.assertClean(path);
  }

  @Test
  void theCommitSaysThatItChangesNothing() throws Exception {
    for (int i = 0; i < 3; i++) {
      commit(fixture.file(false, i));
    }
    Compaction done = gold.compact();

    DeltaLog.Commit commit = DeltaLog.commits(path).get(4);
    assertThat(commit.count("add")).isEqualTo(1);
    assertThat(commit.count("remove")).isEqualTo(3);
    assertThat(commit.actions("add")).allMatch(add -> !add.get("dataChange").asBoolean());
    assertThat(commit.actions("remove")).allMatch(add -> !add.get("dataChange").asBoolean());
    assertThat(commit.actions())
        .as("no transaction, no progress, no other columns")
        .extracting(action -> action.fieldNames().next())
        .containsOnly("commitInfo", "add", "remove");
    JsonNode info = commit.actions("commitInfo").get(0);
    assertThat(info.get("operation").asText()).isEqualTo("OPTIMIZE");
    assertThat(info.get("engineInfo").asText()).contains("flink-delta-scd/");
    assertThat(info.get("operationMetrics").get("numRemovedFiles").asText()).isEqualTo("3");
    assertThat(info.get("operationMetrics").get("numAddedBytes").asText())
        .isEqualTo(Long.toString(done.addedBytes()));
    JsonNode add = commit.actions("add").get(0);
    assertThat(add.get("path").asText()).startsWith("is_current=false/part-compacted-");
    assertThat(DeltaLog.parse(add.get("stats").asText()).get("numRecords").asLong()).isEqualTo(3);
    assertThat(path.resolve("_delta_log/%020d.crc".formatted(4))).exists();
  }

  @Test
  void deletionVectorsAreGoneAfterwards() throws Exception {
    DataFile a = fixture.file(true, 1, 2, 3, 4);
    DataFile b = fixture.file(true, 5, 6, 7, 8);
    DataFile c = fixture.file(true, 9, 10, 11, 12);
    commit(a, b, c);
    mark(a, 0, 1, 3);
    mark(b, 0, 1, 2);
    mark(c, 0, 2, 3);
    List<Map<String, Object>> rows = DeltaRows.of(path);
    assertThat(fixture.ids()).containsExactly(3L, 8L, 10L);

    assertThat(gold.compact().removed()).isEqualTo(3);
    GoldChecker.assertRows(DeltaRows.of(path), rows);
    assertThat(DeltaLog.commits(path).get((int) gold.version()).actions("add"))
        .singleElement()
        .matches(add -> !add.has("deletionVector"));
    assertSameAsReopened();
    TableHygiene.assertClean(path);
  }

  @Test
  void everyVersionReadsAsTheOneBefore() throws Exception {
    GoldTable follower = GoldTable.open(fixture.location, CONFIG);
    for (long i = 0; i < 30; i++) {
      DataFile current = fixture.file(true, 10 * i, 10 * i + 1, 10 * i + 2);
      Map<FileId, RoaringBitmap> marks = new HashMap<>();
      gold.index().files().stream()
          .filter(file -> file.deletionVector() == null)
          .findFirst()
          .ifPresent(file -> marks.put(FileId.of(file.path()), RoaringBitmap.bitmapOf(0, 2)));
      gold.commit(GoldFixture.next(gold, List.of(current, fixture.file(false, i)), marks));
      gold.compact();
      if (i % 7 == 0) {
        follower.refresh();
        assertThat(follower.progress().changedByOthers()).isFalse();
        GoldFixture.assertSameFiles(follower, gold);
      }
    }
    List<DeltaLog.Claim> claims = DeltaLog.claims(path);
    int compactions = 0;
    for (int version = 1; version < claims.size(); version++) {
      if (claims.get(version).progress().equals(claims.get(version - 1).progress())) {
        GoldChecker.assertRows(DeltaRows.of(path, version), DeltaRows.of(path, version - 1));
        compactions++;
      }
    }
    assertThat(claims).hasSize(31 + compactions);
    assertThat(compactions).isGreaterThan(10);
    // A file has 1 to 2 KiB. Of both partitions at most two in each of the tiers up to 1,707 bytes,
    // 5,120 bytes and three times that, and two that are mostly marked; and those just added.
    assertThat(liveFiles()).isLessThanOrEqualTo(2 * 2 * 4 + 2);
    assertThat(path.resolve("_delta_log/%020d.checkpoint.parquet".formatted(40))).exists();
    assertSameAsReopened();
    TableHygiene.assertClean(path);
  }

  @Test
  void furtherPartitionsAreKeptApart() throws Exception {
    HistorySettings settings =
        new HistorySettings(
            null, null, null, null, null, List.of("is_current", "name"), null, null);
    GoldSchema schema = GoldSchema.of(GoldFixture.SILVER, List.of("id"), settings);
    Path partitioned = directory.resolve("partitioned");
    TableLocation location = new TableLocation(partitioned.toString(), Map.of());
    GoldTable.createOrOpen(
        location,
        schema,
        Progress.created("t", "scd2", schema.keys(), schema.fingerprint(), 0, "s").with(settings));
    GoldTable table = GoldTable.open(location, CONFIG);
    for (int i = 0; i < 3; i++) {
      List<DataFile> files = new ArrayList<>();
      for (String name : Arrays.asList("a b", "x:y/z%41", "ñ", null, i == 2 ? "rare" : "seldom")) {
        files.add(partitionedFile(location, schema, i, name));
      }
      table.commit(GoldFixture.next(table, files, Map.of()));
    }
    List<Map<String, Object>> rows = DeltaRows.of(partitioned);
    assertThat(rows).hasSize(15);

    Compaction done = table.compact();
    assertThat(done.removed()).isEqualTo(12);
    assertThat(done.added()).isEqualTo(4);
    GoldChecker.assertRows(DeltaRows.of(partitioned), rows);
    GoldFixture.assertSameFiles(GoldTable.open(location, CONFIG), table);
    for (JsonNode add : DeltaLog.commits(partitioned).get(4).actions("add")) {
      String file = add.get("path").asText();
      assertThat(partitioned.resolve(java.net.URI.create(file).getPath())).exists();
      assertThat(file).startsWith("is_current=true/name=");
    }
    TableHygiene.assertClean(partitioned);
  }

  private static DataFile partitionedFile(
      TableLocation location, GoldSchema schema, long id, String name) throws IOException {
    GoldPartition partition =
        GoldPartition.of(schema, true, GenericRowData.of(StringData.fromString(name)));
    try (DataFileWriter writer = new DataFileWriter(location, schema, partition, "0")) {
      writer.write(GenericRowData.of(id, TimestampData.fromEpochMillis(id), null));
      return writer.finish();
    }
  }

  /** Files from before a column came, and from before one was widened. */
  @Test
  void rowsGetTheColumnsOfToday() throws Exception {
    commit(fixture.file(true, 1, 2));
    SilverSchema narrow = FollowedColumnsTest.schema(5, "id long, name string, n integer");
    SilverSchema wide = FollowedColumnsTest.schema(6, "id long, name string, n decimal(12,1)");
    follow(narrow);
    GoldSchema before = gold.schema();
    gold.commit(GoldFixture.next(gold, List.of(widerFile(before, 3, 7)), Map.of()));
    follow(wide);
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 4)), Map.of()));
    List<Map<String, Object>> rows = DeltaRows.of(path);
    assertThat(rows.stream().map(row -> row.get("n")))
        .containsExactlyInAnyOrder(null, null, new java.math.BigDecimal("7.0"), null);

    assertThat(gold.compact().removed()).isEqualTo(3);
    GoldChecker.assertRows(DeltaRows.of(path), rows);
  }

  private void follow(SilverSchema schema) throws Exception {
    var commit = GoldFixture.next(gold, List.of(), Map.of());
    gold.commit(
        new io.deltascd.model.GoldCommit(
            commit.target(),
            commit.pipelineId(),
            commit.id(),
            commit.parent(),
            commit.kind(),
            commit.silver(),
            List.of(),
            Map.of(),
            commit.done(),
            List.of(),
            List.of(schema),
            null));
  }

  private DataFile widerFile(GoldSchema schema, long id, int n) throws IOException {
    GoldPartition partition = GoldPartition.of(schema, true);
    try (DataFileWriter writer = new DataFileWriter(fixture.location, schema, partition, "0")) {
      writer.write(GenericRowData.of(id, null, n, TimestampData.fromEpochMillis(0), null));
      return writer.finish();
    }
  }

  /** Someone deletes a file while others are compacted: it stays deleted. */
  @Test
  void aConflictLeavesTheOthersCommitAsItIs() throws Exception {
    DataFile deleted = fixture.file(false, 1);
    commit(deleted, fixture.file(false, 2), fixture.file(false, 3));
    DataFile appended = fixture.file(false, 77);
    commitAsSomeoneElse(List.of(GoldFile.of(deleted).remove(1), GoldFile.of(appended).add()));

    assertThatThrownBy(gold::compact).isInstanceOf(CommitConflictException.class);
    assertThat(fixture.ids()).containsExactly(2L, 3L, 77L);
    gold.refresh();
    assertThat(gold.progress().changedByOthers()).isTrue();
    assertSameAsReopened();
    assertThat(gold.compact().removed()).isEqualTo(3);
    assertThat(fixture.ids()).containsExactly(2L, 3L, 77L);
    assertSameAsReopened();
  }

  @Test
  void aCommitOfUnknownOutcomeIsFoundByTheNextLook() throws Exception {
    commit(fixture.file(false, 1), fixture.file(false, 2), fixture.file(true, 3));
    commit(fixture.file(false, 4));
    List<Map<String, Object>> rows = DeltaRows.of(path);
    try (Fault lost =
        FaultyFileSystem.strike(
            FaultyFileSystem.Operation.RENAME,
            FaultyFileSystem.Moment.AFTER,
            ".*/%020d.json".formatted(3),
            0,
            1,
            entry -> {
              throw new IOException("connection lost");
            })) {
      assertThatThrownBy(gold::compact)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("it is unknown whether the commit is done");
      assertThat(lost.met()).isPositive();
    }
    assertThat(path.resolve("_delta_log/%020d.json".formatted(3))).exists();
    assertThat(gold.version()).isEqualTo(2);
    GoldChecker.assertRows(DeltaRows.of(path), rows);

    gold.refresh();
    assertThat(gold.progress().changedByOthers()).isFalse();
    assertThat(gold.version()).isEqualTo(3);
    assertSameAsReopened();
    assertThat(gold.compact()).isEqualTo(Compaction.NONE);
    commit(fixture.file(false, 5));
    assertThat(fixture.ids()).containsExactly(1L, 2L, 3L, 4L, 5L);
    TableHygiene.assertClean(path);
  }

  @Test
  void aFullDiskLeavesGoldAsItIsAndTheNextCommitGoesOn() throws Exception {
    commit(fixture.file(false, 1), fixture.file(false, 2), fixture.file(false, 3));
    for (String full : List.of(".*part-compacted-.*", ".*/[.]?0*2.json.*")) {
      try (Fault disk =
          FaultyFileSystem.fail(
              FaultyFileSystem.Operation.WRITE,
              full,
              () -> new IOException("No space left on device"))) {
        assertThatThrownBy(gold::compact)
            .isInstanceOf(PipelineException.class)
            .hasMessageContaining("There is no space left");
        assertThat(disk.met()).isPositive();
      }
      assertThat(fixture.ids()).containsExactly(1L, 2L, 3L);
      assertThat(GoldTable.open(fixture.location).version()).isEqualTo(1);
    }
    gold.refresh();
    commit(fixture.file(true, 4));
    assertThat(gold.compact().removed()).isEqualTo(3);
    assertThat(fixture.ids()).containsExactly(1L, 2L, 3L, 4L);
    TableHygiene.assertClean(path);
  }

  /** Which someone has replaced by another one of the same length, for instance. */
  @Test
  void aFileWithOtherRowsThanTheLogSaysIsNotReplaced() throws Exception {
    DataFile file = fixture.file(false, 1);
    DataFile wrong =
        new DataFile(
            file.path(),
            file.partitionValues(),
            file.size(),
            file.modificationTime(),
            2,
            file.stats().replace("\"numRecords\":1", "\"numRecords\":2"));
    commit(wrong, fixture.file(false, 2), fixture.file(false, 3));
    assertThatThrownBy(gold::compact)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(file.path())
        .hasMessageContaining("1 rows that count");
    assertThat(gold.version()).isEqualTo(1);
  }

  @Test
  void aMissingFileIsAnErrorOfItsOwnAndNothingIsLost() throws Exception {
    DataFile file = fixture.file(false, 1);
    commit(file, fixture.file(false, 2), fixture.file(false, 3));
    Files.delete(path.resolve(file.path()));
    assertThatThrownBy(gold::compact)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A file of gold is gone");
    commit(fixture.file(true, 4));
  }

  @Test
  void aGoldWhoseRowsKeepTheirIdsIsNotCompacted() throws Exception {
    String created = Files.readString(path.resolve("_delta_log/%020d.json".formatted(0)));
    List<String> altered =
        created
            .replace("\"configuration\":{", "\"configuration\":{" + ROW_TRACKING)
            .replace("\"writerFeatures\":[", "\"writerFeatures\":[\"rowTracking\",")
            .lines()
            .filter(line -> line.contains("\"metaData\"") || line.contains("\"protocol\""))
            .toList();
    Files.write(path.resolve("_delta_log/%020d.json".formatted(1)), altered);
    gold.refresh();
    commit(fixture.file(false, 1), fixture.file(false, 2), fixture.file(false, 3));
    assertThat(gold.compact()).isEqualTo(Compaction.NONE);
  }

  @Test
  void withoutSettingsThereIsNoCompaction() throws Exception {
    GoldTable plain = GoldTable.open(fixture.location);
    plain.commit(
        GoldFixture.next(
            plain,
            List.of(fixture.file(false, 1), fixture.file(false, 2), fixture.file(false, 3)),
            Map.of()));
    assertThat(plain.compact()).isEqualTo(Compaction.NONE);
    assertThat(plain.version()).isEqualTo(1);
  }

  private void commit(DataFile... files) throws Exception {
    gold.commit(GoldFixture.next(gold, List.of(files), Map.of()));
  }

  private void mark(DataFile file, int... rows) throws Exception {
    gold.commit(GoldFixture.next(gold, List.of(), Map.of(file.id(), RoaringBitmap.bitmapOf(rows))));
  }

  private void commitAsSomeoneElse(List<Row> actions) throws IOException {
    Engine engine = KernelEngines.engine(fixture.location);
    TableSnapshots.latest(engine, KernelEngines.rootUri(fixture.location))
        .buildUpdateTableTransaction("someone else", Operation.WRITE)
        .build(engine)
        .commit(
            engine,
            CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator())));
  }

  /** What is kept in memory is what reading the log as a whole gives. */
  private void assertSameAsReopened() throws IOException {
    GoldTable reopened = GoldTable.open(fixture.location, CONFIG);
    assertThat(reopened.version()).isEqualTo(gold.version());
    GoldFixture.assertSameFiles(reopened, gold);
    assertThat(reopened.progress()).isEqualTo(gold.progress());
  }

  private int liveFiles() {
    Set<String> live = new HashSet<>();
    for (DeltaLog.Commit commit : DeltaLog.commits(path)) {
      commit.actions("remove").forEach(remove -> live.remove(remove.get("path").asText()));
      commit.actions("add").forEach(add -> live.add(add.get("path").asText()));
    }
    return live.size();
  }

  private Set<Path> dataFiles() throws IOException {
    try (var all = Files.walk(path)) {
      return new HashSet<>(
          all.filter(file -> file.getFileName().toString().matches("part-.*parquet")).toList());
    }
  }
}
