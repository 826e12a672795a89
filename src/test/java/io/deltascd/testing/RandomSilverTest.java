package io.deltascd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.SilverSpec.Times;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random tables: the writer, Kernel, the reading rules and both forms of the model agree. */
class RandomSilverTest {

  private static final int SEEDS = 5;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void allReadersAgree(long block) {
    for (long seed = block * SEEDS; seed < (block + 1) * SEEDS; seed++) {
      Shape any = Shape.any(seed).withNewColumns(seed % 2 == 0);
      Shape shape = any.withCommits(Math.min(any.commits(), 15));
      check("seed " + seed + " " + shape, RandomSilver.create(table(seed), seed, shape));
    }
  }

  @Test
  void growsAndStaysTheSameForASeed() {
    Shape shape = Shape.plain().withCommits(4).withTimes(Times.UNSTEADY);
    RandomSilver once = RandomSilver.create(table(1), 7, shape.withCommits(8));
    RandomSilver grown = RandomSilver.create(table(2), 7, shape);
    grown.grow(4);
    for (long version = 0; version <= 8; version++) {
      assertThat(grown.silver().rows(version)).isEqualTo(once.silver().rows(version));
    }
    assertThat(grown.silver().feed(0, 8)).isEqualTo(once.silver().feed(0, 8));
    assertThat(grown.silver().tableId()).isEqualTo(once.silver().tableId());
  }

  private void check(String what, RandomSilver random) {
    SilverWriter silver = random.silver();
    long newest = silver.version();
    for (long version = 0; version <= newest; version++) {
      List<Map<String, Object>> rows = silver.rows(version);
      assertThat(GoldChecker.difference(DeltaRows.of(silver.path(), version), rows))
          .as("%s version %d", what, version)
          .isEmpty();
      assertThat(rows.stream().map(row -> Rows.canonical(row, random.keys())))
          .as("%s version %d keys", what, version)
          .doesNotHaveDuplicates();
    }
    List<FeedRow> feed = silver.feed(0, newest);
    assertThat(GoldChecker.difference(all(ChangeReader.feed(silver.path(), 0, newest)), all(feed)))
        .as("%s feed", what)
        .isEmpty();
    checkHistory(what, random, newest / 3);
  }

  private static void checkHistory(String what, RandomSilver random, long start) {
    SilverWriter silver = random.silver();
    long newest = silver.version();
    HistoryModel model = HistoryModel.keyedBy(random.keys().toArray(String[]::new)).withVersions();
    for (HistoryModel each : List.of(model, model.tracking("price", "weight"))) {
      List<Map<String, Object>> history = each.history(silver, start, newest);
      List<FeedRow> feed = silver.feed(start + 1, newest);
      assertThat(GoldChecker.difference(each.history(silver, start, newest, feed), history))
          .as("%s history", what)
          .isEmpty();
      GoldChecker.assertIntervals(history, random.keys());
    }
    List<String> columns = silver.spec().columns().stream().map(Column::name).toList();
    if (silver.rows(newest).stream().allMatch(row -> row.size() == columns.size())) {
      GoldChecker.assertNoEqualNeighbours(
          model.history(silver, start, newest), random.keys(), columns);
    }
  }

  private static List<Map<String, Object>> all(List<FeedRow> feed) {
    return feed.stream().map(FeedRow::withFeedColumns).toList();
  }

  private Path table(long number) {
    return directory.resolve("table-" + number);
  }
}
