package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.TableLocation;
import io.deltascd.table.FeedRange;
import io.deltascd.testing.FeedRow;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Rows;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The changes of random tables with everything that Delta has, against what their statements meant:
 * in full, and over ranges of versions and of times.
 */
class RandomFeedTest {
  private static final int SEEDS = 10;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void changesAreWhatTheStatementsMeant(long block) throws IOException {
    for (long seed = block * SEEDS; seed < (block + 1) * SEEDS; seed++) {
      Shape shape = Shape.odd(seed);
      RandomSilver random = RandomSilver.create(directory.resolve("table-" + seed), seed, shape);
      check("seed " + seed + " " + shape, random.silver(), new SplittableRandom(seed));
    }
  }

  private static void check(String what, SilverWriter silver, SplittableRandom random)
      throws IOException {
    long newest = silver.version();
    assertFeed(what, silver, 0, newest, new FeedRange(null, null, null, null));
    long from = random.nextLong(newest + 1);
    long to = random.nextLong(from, newest + 1);
    assertFeed(what, silver, from, to, new FeedRange(from, null, to, null));
    assertFeed(
        what, silver, from, to, new FeedRange(null, silver.time(from), null, silver.time(to)));
  }

  private static void assertFeed(
      String what, SilverWriter silver, long from, long to, FeedRange range) throws IOException {
    List<Map<String, Object>> expected =
        silver.feed(from, to).stream().map(FeedRow::withFeedColumns).toList();
    assertThat(GoldChecker.difference(changes(silver.path(), range), expected))
        .as("%s, %s", what, range)
        .isEmpty();
  }

  private static List<Map<String, Object>> changes(Path table, FeedRange range) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TableLocation location = new TableLocation(table.toString(), Map.of());
    try (Tables.Rows rows = Wiring.TABLES.changes(location, range)) {
      RowFormat.Kind.JSON.print(rows, new PrintStream(out, true, StandardCharsets.UTF_8));
    }
    return Rows.ofJson(out.toString(StandardCharsets.UTF_8).lines().toList());
  }
}
