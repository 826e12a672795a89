package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.data.Row;
import io.deltascd.model.DataFile;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

/**
 * Others rewrite gold between two commits of ours, which still mark rows where they were. Gold has
 * the current rows 1 to 3 in one file and 4 and 5 in another.
 */
class MovedRowsTest {
  @TempDir private Path directory;
  private GoldFixture fixture;
  private GoldTable gold;
  private DataFile first;
  private DataFile second;

  @BeforeEach
  void createGold() throws Exception {
    fixture = new GoldFixture(directory.resolve("gold"));
    gold = fixture.create();
    first = fixture.file(true, 1, 2, 3);
    second = fixture.file(true, 4, 5);
    gold.commit(GoldFixture.next(gold, List.of(first, second), Map.of()));
  }

  /**
   * @param reopened whether another process goes on, which has not seen what happened
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areFoundAfterOptimize(boolean reopened) throws Exception {
    DataFile all = fixture.file(true, 5, 3, 1, 4, 2);
    replace(List.of(first, second), List.of(all));
    goOn(reopened);
    closeTwoAndFour();
    assertThat(rows())
        .containsExactly("1 current", "2 closed", "3 current", "4 closed", "5 current");
    assertThat(fixture.liveFile(all.id()).orElseThrow().vector().orElseThrow().getCardinality())
        .isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areFoundAfterSeveralRewrites(boolean reopened) throws Exception {
    DataFile all = fixture.file(true, 5, 3, 1, 4, 2);
    replace(List.of(first, second), List.of(all));
    gold.refresh();
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 6)), Map.of()));
    DataFile even = fixture.file(true, 4, 2);
    replace(List.of(all), List.of(fixture.file(true, 1, 3, 5), even));
    goOn(reopened);
    closeTwoAndFour();
    assertThat(rows())
        .containsExactly(
            "1 current", "2 closed", "3 current", "4 closed", "5 current", "6 current");
    assertThat(fixture.liveFile(even.id())).as("no row is left").isEmpty();
  }

  /** The row that would close the record does not come, what silver has afterwards does. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stayErasedIfTheirFileWasWrittenAnew(boolean reopened) throws Exception {
    replace(List.of(first), List.of(fixture.file(true, 1, 3)));
    goOn(reopened);
    gold.commit(
        GoldFixture.next(
            gold,
            List.of(fixture.file(false, 2, 4), fixture.file(true, 2)),
            Map.of(first.id(), RoaringBitmap.bitmapOf(1), second.id(), RoaringBitmap.bitmapOf(0))));
    assertThat(rows())
        .containsExactly("1 current", "2 current", "3 current", "4 closed", "5 current");
    assertThat(gold.progress().changedByOthers()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stayErasedIfTheyWereMarked(boolean reopened) throws Exception {
    mark(first, 1);
    goOn(reopened);
    closeTwoAndFour();
    assertThat(rows()).containsExactly("1 current", "3 current", "4 closed", "5 current");
  }

  /** Ours take away the rest of the file in between, so that nothing of it is left in gold. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stayErasedIfTheirFileIsGoneMeanwhile(boolean reopened) throws Exception {
    mark(first, 1);
    gold.refresh();
    gold.commit(
        GoldFixture.next(
            gold,
            List.of(fixture.file(false, 1, 3)),
            Map.of(first.id(), RoaringBitmap.bitmapOf(0, 2))));
    goOn(reopened);
    closeTwoAndFour();
    assertThat(rows()).containsExactly("1 closed", "3 closed", "4 closed", "5 current");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areFoundAfterAnUpdate(boolean reopened) throws Exception {
    mark(first, 1, fixture.file(true, 2));
    goOn(reopened);
    closeTwoAndFour();
    assertThat(rows())
        .containsExactly("1 current", "2 closed", "3 current", "4 closed", "5 current");
  }

  /** The file that the update came from says nothing of where the row went. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areFoundAfterAnUpdateAndARewrite(boolean reopened) throws Exception {
    mark(first, 1, fixture.file(true, 2));
    gold.refresh();
    replace(List.of(first), List.of(fixture.file(true, 3, 1)));
    goOn(reopened);
    closeTwoAndFour();
    assertThat(rows())
        .containsExactly("1 current", "2 closed", "3 current", "4 closed", "5 current");
  }

  @Test
  void aFileThatWasVacuumedIsNamed() throws Exception {
    replace(List.of(first), List.of(fixture.file(true, 3, 2, 1)));
    Files.delete(Path.of(fixture.location.path(), first.path()));
    gold.refresh();
    assertThatThrownBy(this::closeTwoAndFour)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A file of gold is gone")
        .hasMessageContaining(first.path())
        .hasMessageContaining("start the job without state");
    assertThat(GoldTable.open(fixture.location).version()).isEqualTo(2);
  }

  /** What we took away ourselves was no one else's doing, however others treated the rest. */
  @Test
  void aRowThatTheJobItselfTookAwayIsNoneOfThem() throws Exception {
    gold.commit(GoldFixture.next(gold, List.of(), Map.of(second.id(), RoaringBitmap.bitmapOf(0))));
    replace(List.of(first), List.of(fixture.file(true, 3, 2, 1)));
    gold.refresh();
    assertThatThrownBy(
            () ->
                gold.commit(
                    GoldFixture.next(
                        gold, List.of(), Map.of(second.id(), RoaringBitmap.bitmapOf(0, 1)))))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Rows 0 of " + second.path() + " are marked already");
  }

  /** A row of each file is gone; the next time that one is missed, its commit is not there. */
  @Test
  void theLogNeedNotReachBackToTheLastTime() throws Exception {
    DataFile all = fixture.file(true, 5, 3, 1, 4, 2);
    replace(List.of(first, second), List.of(all));
    gold.refresh();
    gold.commit(
        GoldFixture.next(
            gold, List.of(fixture.file(false, 2)), Map.of(first.id(), RoaringBitmap.bitmapOf(1))));
    commitNothing(20);
    for (long version = 0; version < 20; version++) {
      Files.delete(log(version));
    }
    replace(List.of(all), List.of(fixture.file(true, 4, 5, 1, 3)));
    gold.refresh();
    gold.commit(
        GoldFixture.next(
            gold, List.of(fixture.file(false, 4)), Map.of(all.id(), RoaringBitmap.bitmapOf(3))));
    assertThat(rows())
        .containsExactly("1 current", "2 closed", "3 current", "4 closed", "5 current");
  }

  /** Earlier commits than the one that took a row away are of no interest. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLogIsReadNoFurtherThanNeeded(boolean reopened) throws Exception {
    commitNothing(20);
    replace(List.of(first, second), List.of(fixture.file(true, 5, 3, 1, 4, 2)));
    gold.refresh();
    commitNothing(2);
    makeUnreadableBefore(20);
    goOn(reopened);
    closeTwoAndFour();
    assertThat(rows())
        .containsExactly("1 current", "2 closed", "3 current", "4 closed", "5 current");
  }

  /** Someone has erased 2 and updated 4; other commits lie between, more than are read. */
  @Test
  void whatWasLongAgoIsFoundInTheFiles() throws Exception {
    mark(first, 1);
    mark(second, 0, fixture.file(true, 4));
    gold.refresh();
    commitNothing(RowMoves.MOST_COMMITS + 5);
    makeUnreadableBefore(gold.version() - RowMoves.MOST_COMMITS);
    goOn(true);
    closeTwoAndFour();
    assertThat(rows()).containsExactly("1 current", "3 current", "4 closed", "5 current");
  }

  private void commitNothing(int times) throws Exception {
    for (int i = 0; i < times; i++) {
      gold.commit(GoldFixture.next(gold, List.of(), Map.of()));
    }
  }

  /** Of what a checkpoint covers. */
  private void makeUnreadableBefore(long end) throws IOException {
    for (long version = 0; version < end; version++) {
      Files.writeString(log(version), "not an entry of a log");
    }
  }

  private Path log(long version) {
    return Path.of(fixture.location.path(), "_delta_log", "%020d.json".formatted(version));
  }

  private void goOn(boolean reopened) throws IOException {
    if (reopened) {
      gold = GoldTable.open(fixture.location);
    } else {
      gold.refresh();
    }
  }

  /** As after an update of both in silver that gold keeps no column of. */
  private void closeTwoAndFour() throws IOException, CommitConflictException {
    gold.commit(
        GoldFixture.next(
            gold,
            List.of(fixture.file(false, 2, 4)),
            Map.of(first.id(), RoaringBitmap.bitmapOf(1), second.id(), RoaringBitmap.bitmapOf(0))));
  }

  private void replace(List<DataFile> removed, List<DataFile> added) throws IOException {
    List<Row> actions = fixture.removals(removed);
    added.forEach(file -> actions.add(GoldFile.of(file).add()));
    fixture.commitAsSomeoneElse(actions);
  }

  /** Marks a row of a file, and adds others. */
  private void mark(DataFile file, int row, DataFile... added) throws IOException {
    List<Row> actions = new ArrayList<>();
    actions.add(GoldFile.of(file).remove(System.currentTimeMillis()));
    try (DeletionVectorFile vectors = new DeletionVectorFile(new TableStorage(fixture.location))) {
      actions.add(
          GoldFile.of(file)
              .withVector(vectors.append(RoaringBitmap.bitmapOf(row)), file.rows())
              .add());
    }
    for (DataFile more : added) {
      actions.add(GoldFile.of(more).add());
    }
    fixture.commitAsSomeoneElse(actions);
  }

  private List<String> rows() throws Exception {
    return fixture.rows(OptionalLong.empty()).stream()
        .map(row -> row.getLong(0) + (row.isNullAt(3) ? " current" : " closed"))
        .sorted()
        .toList();
  }
}
