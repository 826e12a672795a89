package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.data.Row;
import io.deltascd.config.CompactionConfig;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileChange;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/**
 * A gold without partitions, as one that was adopted may be: files hold current and closed rows.
 * One has the current rows 1 to 3 and the closed row 4, another the current row 5 alone.
 */
class MixedFilesTest {
  @TempDir private Path directory;
  private GoldFixture fixture;
  private GoldTable gold;
  private DataFile first;
  private DataFile second;

  @BeforeEach
  void createGold() throws Exception {
    fixture = GoldFixture.mixed(directory.resolve("gold"));
    gold = fixture.create();
    first = fixture.file(List.of(1L, 2L, 3L), List.of(4L));
    second = fixture.file(true, 5);
    gold.commit(GoldFixture.next(gold, List.of(first, second), Map.of()));
  }

  @Test
  void closedRowsAreNoPartOfTheIndex() throws Exception {
    gold.commit(
        GoldFixture.next(
            gold, List.of(fixture.file(false, 2)), Map.of(first.id(), RoaringBitmap.bitmapOf(1))));

    GoldIndex index = gold.index();

    assertThat(index.files()).as("any file may have current rows").hasSize(3);
    assertThat(currentRows(index.columns(), index.files()))
        .containsExactlyInAnyOrder("1 at 0", "3 at 2", "5 at 0");
  }

  @Test
  void closedRowsAreNoPartOfAResync() throws Exception {
    ChangeFileReader reader =
        ChangeFileReader.ofCurrentRows(fixture.location, gold.index().rows(), "is_current");
    List<Long> ids = new ArrayList<>();
    for (FileChange file : gold.index().files()) {
      try (ChangeRows rows = reader.open(file.as(FileChange.Action.RESYNC_BEFORE), 1)) {
        while (rows.next()) {
          assertThat(rows.kind()).isEqualTo(RowKind.DELETE);
          assertThat(rows.row().getArity()).isEqualTo(2);
          ids.add(rows.row().getLong(0));
        }
      }
    }
    assertThat(ids).containsExactlyInAnyOrder(1L, 2L, 3L, 5L);
  }

  /** Someone else merges all files; the marks of a commit that was on its way name the old ones. */
  @Test
  void rowsAreFoundAfterOptimize() throws Exception {
    replace(List.of(first, second), fixture.file(List.of(5L, 3L, 2L, 1L), List.of(4L)));
    gold.refresh();

    gold.commit(
        GoldFixture.next(
            gold,
            List.of(fixture.file(false, 2, 5)),
            Map.of(first.id(), RoaringBitmap.bitmapOf(1), second.id(), RoaringBitmap.bitmapOf(0))));

    assertThat(rows())
        .containsExactly("1 current", "2 closed", "3 current", "4 closed", "5 closed");
  }

  /**
   * Someone else erases 2. The closed row of it does not come; the current one does, although it
   * begins at the same time, as one whose untracked columns alone have changed.
   */
  @Test
  void erasedRowsStayErased() throws Exception {
    replace(List.of(first), fixture.file(List.of(1L, 3L), List.of(4L)));
    gold.refresh();

    gold.commit(
        GoldFixture.next(
            gold,
            List.of(fixture.file(List.of(2L), List.of(2L))),
            Map.of(first.id(), RoaringBitmap.bitmapOf(1))));

    assertThat(rows())
        .containsExactly("1 current", "2 current", "3 current", "4 closed", "5 current");
  }

  /** The job's own compaction leaves them together, and current rows can be found and counted. */
  @Test
  void areCompacted() throws Exception {
    gold =
        GoldTable.open(
            fixture.location,
            new CompactionConfig(2, MemorySize.ofMebiBytes(1), MemorySize.ofMebiBytes(1)));

    assertThat(gold.compact().added()).isEqualTo(1);

    assertThat(rows())
        .containsExactly("1 current", "2 current", "3 current", "4 closed", "5 current");
    GoldIndex index = gold.index();
    assertThat(currentRows(index.columns(), index.files()))
        .extracting(row -> row.substring(0, 1))
        .containsExactlyInAnyOrder("1", "2", "3", "5");
    GoldInspection figures = GoldInspection.of(fixture.location).orElseThrow();
    assertThat(figures.openRows()).hasValue(4);
    assertThat(figures.closedRows()).hasValue(1);
    assertThat(figures.files()).isEqualTo(1);
  }

  private List<String> currentRows(SilverSchema columns, List<FileChange> files)
      throws IOException {
    ChangeFileReader reader =
        ChangeFileReader.ofCurrentRows(fixture.location, columns, "is_current");
    List<String> found = new ArrayList<>();
    for (FileChange file : files) {
      try (ChangeRows rows = reader.open(file, 1)) {
        while (rows.next()) {
          found.add(rows.row().getLong(0) + " at " + rows.rowNumber());
        }
      }
    }
    return found;
  }

  private void replace(List<DataFile> removed, DataFile added) throws IOException {
    List<Row> actions = fixture.removals(removed);
    actions.add(GoldFile.of(added).add());
    fixture.commitAsSomeoneElse(actions);
  }

  private List<String> rows() throws Exception {
    return fixture.rows(OptionalLong.empty()).stream()
        .map(row -> row.getLong(0) + (row.getBoolean(4) ? " current" : " closed"))
        .sorted()
        .toList();
  }
}
