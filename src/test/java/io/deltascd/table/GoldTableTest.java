package io.deltascd.table;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.utils.CloseableIterable;
import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileChange;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class GoldTableTest {
  @TempDir Path directory;
  private GoldFixture fixture;
  private GoldTable gold;

  @BeforeEach
  void createGold() throws IOException {
    fixture = new GoldFixture(directory.resolve("gold table"));
    gold = fixture.create();
  }

  @Test
  void isCreatedWithItsProgressInTheFirstCommit() throws Exception {
    assertThat(gold.version()).isZero();
    assertThat(gold.progress().newest().sequence()).isZero();
    assertThat(gold.progress().columns()).isEqualTo(GoldFixture.SCHEMA.fingerprint());
    assertThat(log(0))
        .contains("\"delta.enableDeletionVectors\":\"true\"")
        .contains("\"partitionColumns\":[\"is_current\"]")
        .contains("flink-delta-scd/");
    assertThat(directory.resolve("gold table/_delta_log/00000000000000000000.crc")).exists();
    assertThat(TableReader.open(fixture.location, OptionalLong.empty()).schema().getFieldNames())
        .containsExactly("id", "name", "valid_from", "valid_to", "is_current");
  }

  @Test
  void aFeatureThatCannotBeReadIsRefusedByName() throws Exception {
    Files.writeString(
        directory.resolve("gold table/_delta_log/%020d.json".formatted(1)),
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
            + "\"readerFeatures\":[\"hovercraft\"],\"writerFeatures\":[\"hovercraft\"]}}\n");
    for (ThrowingCallable open :
        List.<ThrowingCallable>of(
            () -> GoldTable.find(fixture.location),
            () -> GoldTable.open(fixture.location),
            () -> TableReader.open(fixture.location, OptionalLong.empty()))) {
      assertThatThrownBy(open)
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("The table uses a table feature that is not supported")
          .hasMessageContaining("gold table")
          .hasMessageContaining("hovercraft");
    }
  }

  @Test
  void whoLosesTheRaceOfCreationOpensTheWinners() throws Exception {
    Path path = directory.resolve("race");
    GoldFixture other = new GoldFixture(path);
    List<GoldTable> winner = new ArrayList<>();
    GoldTable loser;
    // The first look at the entry is the log store's, just before it writes one.
    try (Fault race =
        FaultyFileSystem.strike(
            FaultyFileSystem.Operation.STATUS,
            FaultyFileSystem.Moment.BEFORE,
            ".*/%020d.json".formatted(0),
            0,
            1,
            entry -> winner.add(other.create()))) {
      loser =
          GoldTable.createOrOpen(
              new TableLocation(FaultyFileSystem.uri(path), FaultyFileSystem.OPTIONS),
              GoldFixture.SCHEMA,
              GoldFixture.fresh());
      assertThat(race.met()).isPositive();
    }

    assertThat(loser.progress()).isEqualTo(winner.get(0).progress());
  }

  @Test
  void anExistingGoldIsOpenedWithTheProgressItHas() throws Exception {
    GoldTable again =
        GoldTable.createOrOpen(fixture.location, GoldFixture.SCHEMA, GoldFixture.fresh());

    assertThat(again.progress()).isEqualTo(gold.progress()).isNotEqualTo(GoldFixture.fresh());
  }

  @Test
  void aTableOfSomeoneElseIsRefused() {
    TableLocation other = new GoldFixture(directory.resolve("other")).location;
    Engine engine = KernelEngines.engine(other);
    TableManager.buildCreateTableTransaction(
            KernelEngines.rootUri(other), DeltaTypes.structType(GoldFixture.SILVER), "other")
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());

    assertThatThrownBy(() -> GoldTable.createOrOpen(other, GoldFixture.SCHEMA, GoldFixture.fresh()))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("not one of flink-delta-scd");
    assertThatThrownBy(() -> GoldTable.open(new TableLocation(directory + "/none", Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("There is no Delta table");
  }

  @Test
  void aCommitAddsFilesAndMovesProgress() throws Exception {
    GoldCommit commit =
        GoldFixture.next(gold, List.of(fixture.file(true, 1, 2), fixture.file(false, 1)), Map.of());
    gold.commit(commit);

    assertThat(gold.version()).isEqualTo(1);
    assertThat(gold.contains(commit.id())).isTrue();
    assertThat(fixture.ids()).containsExactly(1L, 1L, 2L);
    GoldTable reopened = GoldTable.open(fixture.location);
    assertThat(reopened.progress())
        .isEqualTo(gold.progress())
        .satisfies(
            progress -> {
              assertThat(progress.silver()).isEqualTo(commit.silver());
              assertThat(progress.totals()).isEqualTo(commit.done());
            });
    GoldFixture.assertSameFiles(reopened, gold);
    assertThat(log(1))
        .contains("\"txn\":{\"appId\":\"" + commit.pipelineId() + "\",\"version\":1")
        .contains("STREAMING UPDATE");
  }

  @Test
  void aCommitBringsColumns() throws Exception {
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 1)), Map.of()));
    SilverSchema added =
        FollowedColumnsTest.schema(5, "id long, note string, name string, n short");
    gold.commit(withColumns(GoldFixture.next(gold, List.of(), Map.of()), added));

    GoldTable reopened = GoldTable.open(fixture.location);
    GoldSchema builtToday = GoldFixture.schemaOf(DeltaTypes.rowType(added.json()), List.of("id"));
    assertThat(reopened.schema()).isEqualTo(builtToday).isEqualTo(gold.schema());
    assertThat(reopened.progress()).isEqualTo(gold.progress());
    assertThat(reopened.progress().columns()).isEqualTo(builtToday.fingerprint());
    assertThat(log(2)).contains("\"metaData\"").doesNotContain("\"protocol\"");
    assertThat(logFile(2).resolveSibling("00000000000000000002.crc")).doesNotExist();
    assertThat(fixture.ids()).containsExactly(1L);

    // The same once more, as someone else may have done it: nothing.
    GoldCommit again = withColumns(GoldFixture.next(gold, List.of(), Map.of()), added);
    gold.commit(again);
    assertThat(log(3)).doesNotContain("\"metaData\"");
    assertThat(gold.contains(again.id())).isTrue();
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 2)), Map.of()));
    assertThat(GoldTable.open(fixture.location).schema()).isEqualTo(builtToday);
    assertThat(fixture.ids()).containsExactly(1L, 2L);
  }

  /** Both schemas lie in one commit; the column in between stays. */
  @Test
  void aCommitFollowsOneSchemaAfterTheOther() throws Exception {
    SilverSchema between = FollowedColumnsTest.schema(5, "id long, name string, gone date, n byte");
    SilverSchema last = FollowedColumnsTest.schema(7, "id long, n decimal(10,0), name string");
    gold.commit(withColumns(GoldFixture.next(gold, List.of(), Map.of()), between, last));

    assertThat(gold.schema().rows().getFieldNames())
        .containsExactly("id", "n", "name", "gone", "valid_from", "valid_to", "is_current");
    assertThat(log(1))
        .contains("delta.typeChanges")
        .contains("\"delta.enableTypeWidening\":\"true\"")
        .contains("\\\"fromType\\\":\\\"byte\\\"")
        .contains("\\\"toType\\\":\\\"decimal(10,0)\\\"");
    JsonNode protocol = action(1, "protocol");
    assertThat(protocol.get("readerFeatures").toString())
        .contains("\"typeWidening\"", "\"deletionVectors\"");
    assertThat(protocol.get("writerFeatures").toString())
        .contains("\"typeWidening\"", "\"deletionVectors\"", "\"domainMetadata\"");
    // Kernel goes on with the feature.
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 2)), Map.of()));
    assertThat(fixture.ids()).containsExactly(2L);
  }

  @Test
  void statisticsAreKeptOfTheColumnsOfWhichANewGoldWouldKeepThem() throws Exception {
    String wide =
        "id long, name string, "
            + IntStream.range(0, 40).mapToObj(i -> "c" + i + " long").collect(joining(", "));
    SilverSchema silver = FollowedColumnsTest.schema(5, wide);
    gold.commit(withColumns(GoldFixture.next(gold, List.of(), Map.of()), silver));
    String names =
        GoldFixture.schemaOf(DeltaTypes.rowType(silver.json()), List.of("id"))
            .statisticsProperty()
            .orElseThrow();
    assertThat(
            action(1, "metaData")
                .get("configuration")
                .get("delta.dataSkippingStatsColumns")
                .asText())
        .isEqualTo(names);
  }

  @Test
  void aColumnThatGoldCannotHoldIsRefused() throws Exception {
    SilverSchema other = FollowedColumnsTest.schema(5, "id long, name date");
    GoldCommit commit = withColumns(GoldFixture.next(gold, List.of(), Map.of()), other);
    assertThatThrownBy(() -> gold.commit(commit))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A column of silver has a type that its column in gold cannot hold")
        .hasMessageContaining("column name: date")
        .hasMessageContaining("string, or a wider type");
    SilverSchema cases = FollowedColumnsTest.schema(5, "id long, NAME string");
    GoldCommit second = withColumns(GoldFixture.next(gold, List.of(), Map.of()), cases);
    assertThatThrownBy(() -> gold.commit(second))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("differs in case only")
        .hasMessageContaining("column NAME beside name");
  }

  private static GoldCommit withColumns(GoldCommit commit, SilverSchema... schemas) {
    return new GoldCommit(
        commit.target(),
        commit.pipelineId(),
        commit.id(),
        commit.parent(),
        commit.kind(),
        commit.silver(),
        commit.files(),
        commit.marks(),
        commit.done(),
        commit.deadLetters(),
        List.of(schemas),
        null);
  }

  private JsonNode action(long version, String name) throws IOException {
    for (String line : log(version).lines().toList()) {
      JsonNode action = new ObjectMapper().readTree(line);
      if (action.has(name)) {
        return action.get(name);
      }
    }
    throw new AssertionError("no " + name + " in version " + version);
  }

  @Test
  void marksRemoveRowsOfOldAndNewFiles() throws Exception {
    DataFile old = fixture.file(true, 1, 2, 3, 4);
    gold.commit(GoldFixture.next(gold, List.of(old), Map.of()));
    DataFile added = fixture.file(true, 10, 11, 12);
    gold.commit(
        GoldFixture.next(
            gold,
            List.of(added),
            Map.of(old.id(), RoaringBitmap.bitmapOf(0, 3), added.id(), RoaringBitmap.bitmapOf(1))));
    gold.commit(GoldFixture.next(gold, List.of(), Map.of(old.id(), RoaringBitmap.bitmapOf(1))));

    assertThat(fixture.ids()).containsExactly(3L, 10L, 12L);
    assertThat(fixture.ids(OptionalLong.of(2))).containsExactly(2L, 3L, 10L, 12L);
    assertThat(fixture.ids(OptionalLong.of(1))).containsExactly(1L, 2L, 3L, 4L);
    assertThat(fixture.ids(OptionalLong.of(0))).isEmpty();
    assertThat(log(2).lines().filter(line -> line.contains("\"add\"")))
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains("\\\"numRecords\\\":")
                    .contains("\\\"tightBounds\\\":false")
                    .contains("\"storageType\":\"u\""));
    // One file of vectors for each commit that marks rows.
    assertThat(vectorFiles()).isEqualTo(2);
    GoldFixture.assertSameFiles(GoldTable.open(fixture.location), gold);
  }

  @Test
  void filesWithoutLiveRowsAreNotKept() throws Exception {
    DataFile old = fixture.file(true, 1, 2);
    gold.commit(GoldFixture.next(gold, List.of(old), Map.of()));
    gold.commit(GoldFixture.next(gold, List.of(), Map.of(old.id(), RoaringBitmap.bitmapOf(0))));
    DataFile added = fixture.file(true, 10);
    gold.commit(
        GoldFixture.next(
            gold,
            List.of(added),
            Map.of(old.id(), RoaringBitmap.bitmapOf(1), added.id(), RoaringBitmap.bitmapOf(0))));

    assertThat(fixture.ids()).isEmpty();
    assertThat(log(3)).contains("\"remove\"").doesNotContain("\"add\"").contains(old.path());
    assertThat(vectorFiles()).isEqualTo(1);
    GoldFixture.assertSameFiles(GoldTable.open(fixture.location), gold);
  }

  @Test
  void marksThatHitNoLiveRowAreRefused() throws Exception {
    DataFile file = fixture.file(true, 1, 2, 3);
    DataFile closed = fixture.file(false, 9);
    gold.commit(
        GoldFixture.next(
            gold, List.of(file, closed), Map.of(file.id(), RoaringBitmap.bitmapOf(1))));
    DataFile unknown = fixture.file(true, 4);

    assertRefused(file, RoaringBitmap.bitmapOf(0, 1), "Rows 1 of " + file.path());
    assertRefused(file, RoaringBitmap.bitmapOf(3), "Row 3 of " + file.path());
    assertRefused(unknown, RoaringBitmap.bitmapOf(0), "a file that gold does not have");
    assertRefused(closed, RoaringBitmap.bitmapOf(0), "a file that gold does not have");
    assertThatThrownBy(() -> gold.commit(GoldFixture.next(gold, List.of(file), Map.of())))
        .hasMessageContaining("part of gold already");
    gold.refresh();
    assertThat(gold.version()).isEqualTo(1);
    assertThat(gold.progress().changedByOthers()).isFalse();
  }

  private void assertRefused(DataFile file, RoaringBitmap marks, String found) {
    assertThatThrownBy(
            () -> gold.commit(GoldFixture.next(gold, List.of(), Map.of(file.id(), marks))))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(found)
        .hasMessageContaining("remedy");
  }

  @Test
  void someoneElsesCommitIsAConflictAndThenKnown() throws Exception {
    DataFile file = fixture.file(true, 1, 2);
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));
    DataFile foreign = fixture.file(true, 77);
    fixture.commitAsSomeoneElse(List.of(GoldFile.of(foreign).add()));
    GoldCommit ours =
        GoldFixture.next(
            gold, List.of(fixture.file(true, 3)), Map.of(file.id(), RoaringBitmap.bitmapOf(0)));

    assertThatThrownBy(() -> gold.commit(ours)).isInstanceOf(CommitConflictException.class);
    assertThat(gold.version()).isEqualTo(1);
    gold.refresh();
    assertThat(gold.version()).isEqualTo(2);
    assertThat(gold.progress().changedByOthers()).isTrue();
    GoldFixture.assertSameFiles(gold, GoldTable.open(fixture.location));
    assertThat(gold.contains(ours.id())).isFalse();
    gold.commit(ours);
    assertThat(fixture.ids()).containsExactly(2L, 3L, 77L);
  }

  @Test
  void removalByAnotherWriterIsNoticed() throws Exception {
    DataFile file = fixture.file(true, 1, 2);
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));
    fixture.commitAsSomeoneElse(List.of(GoldFile.of(file).remove(1)));

    assertThat(gold.progress().changedByOthers()).isFalse();
    gold.refresh();
    GoldFixture.assertSameFiles(gold, GoldTable.open(fixture.location));
    assertThat(gold.progress().changedByOthers()).isTrue();
    assertThat(GoldTable.open(fixture.location).progress().changedByOthers()).isTrue();
    gold.commit(GoldFixture.next(gold, List.of(), Map.of()));
    assertThat(GoldTable.readProgress(fixture.location).changedByOthers()).isTrue();
  }

  @Test
  void aRestoreBetweenTwoCommitsIsRefused() throws Exception {
    GoldCommit next = markedTwice();
    fixture.bringBack(3, "RESTORE", 2, 1, System.currentTimeMillis());

    assertThatThrownBy(() -> gold.commit(next)).isInstanceOf(CommitConflictException.class);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(gold::refresh)
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("Gold was set back or replaced by someone else")
          .hasMessageContaining("version 3")
          .hasMessageContaining("RESTORE")
          .hasMessageContaining("build gold anew with delta-scd rebuild");
    }
    assertThat(gold.version()).isEqualTo(2);
  }

  @Test
  void aRestoreBetweenTwoOpensIsRefused() throws Exception {
    markedTwice();
    fixture.bringBack(3, "RESTORE", 2, 1, System.currentTimeMillis());
    fixture.commitAsSomeoneElse(List.of(GoldFile.of(fixture.file(true, 77)).add()));

    assertThatThrownBy(() -> GoldTable.open(fixture.location))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("version 3")
        .hasMessageContaining("RESTORE");
    assertThatThrownBy(fixture::create).hasMessageContaining("set back or replaced");
  }

  @Test
  void replacingGoldIsRefusedAndOtherChangesAreNot() throws Exception {
    markedTwice();
    fixture.bringBack(3, "UPDATE", 2, 1, System.currentTimeMillis());
    gold.refresh();
    assertThat(gold.progress().changedByOthers()).isTrue();
    GoldFixture.assertSameFiles(GoldTable.open(fixture.location), gold);
    gold.commit(GoldFixture.next(gold, List.of(), Map.of()));

    fixture.bringBack(5, "CREATE OR REPLACE TABLE AS SELECT", 1, 2, System.currentTimeMillis());
    assertThatThrownBy(gold::refresh).hasMessageContaining("CREATE OR REPLACE TABLE AS SELECT");
    fixture.bringBack(5, "CLONE", 1, 2, System.currentTimeMillis());
    assertThatThrownBy(gold::refresh).hasMessageContaining("CLONE");
  }

  @Test
  void theLookBackEndsWhereTheLogIsGone() throws Exception {
    markedTwice();
    fixture.bringBack(3, "RESTORE", 2, 1, System.currentTimeMillis());
    fixture.commitAsSomeoneElse(List.of(GoldFile.of(fixture.file(true, 77)).add()));
    Engine engine = KernelEngines.engine(fixture.location);
    snapshot(engine).writeCheckpoint(engine);
    for (int version = 0; version <= 3; version++) {
      Files.delete(logFile(version));
    }

    assertThat(GoldTable.open(fixture.location).version()).isEqualTo(4);
  }

  /** Commits a file, and a mark in it; returns the commit that would follow. */
  private GoldCommit markedTwice() throws Exception {
    DataFile file = fixture.file(true, 1, 2, 3);
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));
    gold.commit(GoldFixture.next(gold, List.of(), Map.of(file.id(), RoaringBitmap.bitmapOf(0))));
    return GoldFixture.next(gold, List.of(), Map.of(file.id(), RoaringBitmap.bitmapOf(1)));
  }

  @Test
  void indexNamesTheLiveRowsOfCurrentFiles() throws Exception {
    DataFile marked = fixture.file(true, 1, 2, 3);
    DataFile whole = fixture.file(true, 4);
    gold.commit(
        GoldFixture.next(
            gold,
            List.of(marked, whole, fixture.file(false, 2)),
            Map.of(marked.id(), RoaringBitmap.bitmapOf(1))));
    GoldIndex index = GoldTable.open(fixture.location).index();
    assertThat(index.progress()).isEqualTo(gold.progress());
    assertThat(index.columns().id()).as("version of gold").isEqualTo(1);
    assertThat(DeltaTypes.rowType(index.columns().json()).getFieldNames())
        .containsExactly("id", "valid_from");
    assertThat(index.files())
        .extracting(FileChange::path)
        .containsExactlyInAnyOrder(marked.path(), whole.path());
    List<String> rows = new ArrayList<>();
    ChangeFileReader reader = ChangeFileReader.ofGold(fixture.location, index.columns());
    for (FileChange file : index.files()) {
      try (ChangeRows read = reader.open(file, 7)) {
        while (read.next()) {
          boolean first = file.path().equals(marked.path());
          rows.add(
              "%s %d: id %d from %s"
                  .formatted(
                      first ? "marked" : "whole",
                      read.rowNumber(),
                      read.row().getLong(0),
                      read.row().getTimestamp(1, 6)));
        }
      }
    }
    assertThat(rows)
        .containsExactlyInAnyOrder(
            "marked 0: id 1 from 1970-01-01T00:00",
            "marked 2: id 3 from 1970-01-01T00:00",
            "whole 0: id 4 from 1970-01-01T00:00");
  }

  @Test
  void indexThatIsOutdatedSaysSo() throws Exception {
    DataFile file = fixture.file(true, 1);
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));
    GoldIndex index = gold.index();
    Files.delete(Path.of(fixture.location.path(), file.path()));
    ChangeFileReader reader = ChangeFileReader.ofGold(fixture.location, index.columns());
    assertThatThrownBy(
            () -> {
              try (ChangeRows rows = reader.open(index.files().get(0), 7)) {
                rows.next();
              }
            })
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A file of gold is gone")
        .hasMessageContaining(file.path())
        .hasMessageContaining("start the job without state");
  }

  @Test
  void aFileThatWasVacuumedBeforeItsCommitIsRefused() throws Exception {
    DataFile kept = aged(fixture.file(true, 1));
    gold.commit(GoldFixture.next(gold, List.of(kept), Map.of()));
    DataFile gone = aged(fixture.file(true, 2));
    Files.delete(Path.of(fixture.location.path(), gone.path()));

    assertThatThrownBy(() -> gold.commit(GoldFixture.next(gold, List.of(gone), Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(gone.path())
        .hasMessageContaining("VACUUM")
        .hasMessageContaining("start without state; gold is enough to go on");
    assertThat(gold.version()).isEqualTo(1);
    // Without a live row the file does not become part of gold.
    gold.commit(
        GoldFixture.next(gold, List.of(gone), Map.of(gone.id(), RoaringBitmap.bitmapOf(0))));
    assertThat(fixture.ids()).containsExactly(1L);
  }

  /** A commit that Flink hands over again after a restart names files of before. */
  @Test
  void aFileOfAnEarlierRunThatIsGoneIsRefused() throws Exception {
    DataFile gone = older(fixture.file(true, 2), Duration.ofSeconds(1));
    Files.delete(Path.of(fixture.location.path(), gone.path()));
    GoldTable reopened = GoldTable.open(fixture.location);

    assertThatThrownBy(() -> reopened.commit(GoldFixture.next(reopened, List.of(gone), Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(gone.path());
    assertThat(reopened.version()).isZero();
  }

  private static DataFile aged(DataFile file) {
    return older(file, Duration.ofHours(25));
  }

  private static DataFile older(DataFile file, Duration age) {
    return new DataFile(
        file.path(),
        file.partitionValues(),
        file.size(),
        System.currentTimeMillis() - age.toMillis(),
        file.rows(),
        file.stats());
  }

  @Test
  void aSecondCommitterWithTheSameParentIsStopped() throws Exception {
    GoldTable second = GoldTable.open(fixture.location);
    GoldCommit first = GoldFixture.next(gold, List.of(fixture.file(true, 1)), Map.of());
    GoldCommit rival = GoldFixture.next(second, List.of(fixture.file(true, 2)), Map.of());
    gold.commit(first);

    assertThatThrownBy(() -> second.commit(rival)).isInstanceOf(CommitConflictException.class);
    second.refresh();
    assertThat(second.progress().changedByOthers()).isFalse();
    assertThat(second.contains(first.id())).isTrue();
    assertThat(second.contains(rival.id())).isFalse();
    assertThatThrownBy(() -> second.commit(rival))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("a second job writes to it");
  }

  @Test
  void aSequenceNumberThatIsTakenIsRefused() throws Exception {
    Progress before = gold.progress();
    Engine engine = KernelEngines.engine(fixture.location);
    snapshot(engine)
        .buildUpdateTableTransaction("someone else", Operation.WRITE)
        .withTransactionId(before.pipelineId().toString(), 5)
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());
    gold.refresh();

    assertThatThrownBy(
            () -> gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 1)), Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("sequence number");
  }

  /** Readers need not know it, so gold can still be opened. */
  @Test
  void aGoldThatGotAFeatureForWritersIsNotWritten() throws Exception {
    Files.writeString(
        directory.resolve("gold table/_delta_log/%020d.json".formatted(1)),
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
            + "\"readerFeatures\":[\"deletionVectors\"],"
            + "\"writerFeatures\":[\"deletionVectors\",\"domainMetadata\",\"hovercraft\"]}}\n");
    gold.refresh();

    assertThatThrownBy(
            () -> gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 1)), Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("Gold has become a table that cannot be written")
        .hasMessageContaining("gold table")
        .hasMessageContaining("hovercraft")
        .hasMessageContaining("drop the feature from gold");
  }

  @Test
  void aGoldThatGotAFeedIsRefused() throws Exception {
    Engine engine = KernelEngines.engine(fixture.location);
    snapshot(engine)
        .buildUpdateTableTransaction("someone else", Operation.MANUAL_UPDATE)
        .withTablePropertiesAdded(Map.of("delta.enableChangeDataFeed", "true"))
        .build(engine)
        .commit(engine, CloseableIterable.emptyIterable());

    assertThatThrownBy(() -> gold.refresh())
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("delta.enableChangeDataFeed = true");
  }

  @Test
  void followingTheLogEqualsReadingItWhole() throws Exception {
    GoldTable follower = GoldTable.open(fixture.location);
    DataFile last = fixture.file(true, 0, 1, 2, 3);
    gold.commit(GoldFixture.next(gold, List.of(last), Map.of()));
    for (int i = 1; i < 25; i++) {
      DataFile next = fixture.file(true, 10L * i, 10L * i + 1, 10L * i + 2, 10L * i + 3);
      gold.commit(
          GoldFixture.next(
              gold, List.of(next), Map.of(last.id(), RoaringBitmap.bitmapOf(i % 4, (i + 1) % 4))));
      last = next;
      if (i % 7 == 0) {
        follower.refresh();
        assertThat(follower.progress().changedByOthers()).isFalse();
        GoldFixture.assertSameFiles(follower, gold);
      }
    }
    follower.refresh();

    assertThat(follower.version()).isEqualTo(25);
    assertThat(follower.progress()).isEqualTo(gold.progress());
    GoldFixture.assertSameFiles(follower, gold);
    GoldFixture.assertSameFiles(follower, GoldTable.open(fixture.location));
    assertThat(fixture.ids()).hasSize(24 * 2 + 4);
    assertThat(directory.resolve("gold table/_delta_log/00000000000000000020.checkpoint.parquet"))
        .exists();
    assertThat(directory.resolve("gold table/_delta_log/00000000000000000025.crc")).exists();
  }

  @Test
  void aLogThatCannotBeFollowedIsReadWhole() throws Exception {
    GoldTable follower = GoldTable.open(fixture.location);
    for (int i = 0; i < 12; i++) {
      gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, i)), Map.of()));
    }
    for (int i = 0; i < 5; i++) {
      Files.delete(logFile(i));
    }

    follower.refresh();
    assertThat(follower.index().files()).hasSize(12);
    GoldFixture.assertSameFiles(follower, gold);
    assertThatThrownBy(() -> TableReader.open(fixture.location, OptionalLong.of(3)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("a version from 10 to 12");
    assertThatThrownBy(() -> TableReader.open(fixture.location, OptionalLong.of(13)))
        .hasMessageContaining("a version from 10 to 12");
  }

  @Test
  void aCommitWithoutFilesMovesProgressOnly() throws Exception {
    gold.commit(GoldFixture.next(gold, List.of(), Map.of()));

    assertThat(log(1)).doesNotContain("\"add\"").contains(Progress.DOMAIN);
    assertThat(GoldTable.open(fixture.location).progress().commits())
        .extracting(CommitId::sequence)
        .containsExactly(0L, 1L);
  }

  private Snapshot snapshot(Engine engine) {
    return TableManager.loadSnapshot(KernelEngines.rootUri(fixture.location)).build(engine);
  }

  private String log(long version) throws IOException {
    return Files.readString(logFile(version));
  }

  private Path logFile(long version) {
    return directory.resolve("gold table/_delta_log/%020d.json".formatted(version));
  }

  private long vectorFiles() throws IOException {
    try (var files = Files.list(directory.resolve("gold table"))) {
      return files.filter(file -> file.getFileName().toString().startsWith("deletion_")).count();
    }
  }
}
