package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All sizes are worked out by hand for a target of 128 MiB: half of it is 64 MiB. */
class CompactionChoiceTest {
  private static final long KIB = 1024;
  private static final long MIB = 1024 * KIB;
  private static final Map<String, String> CLOSED = Map.of("is_current", "false");
  private static final Map<String, String> CURRENT = Map.of("is_current", "true");

  private final CompactionChoice choice = new CompactionChoice(128 * MIB, 8, 128 * MIB);

  @Test
  void sevenSmallFilesWaitAndEightAreMerged() {
    assertThat(paths(choice.of(files("a", 7, 100 * KIB)))).isEmpty();
    assertThat(paths(choice.of(files("a", 8, 100 * KIB))))
        .containsExactly("a00 a01 a02 a03 a04 a05 a06 a07");
  }

  /** Ten files of 1 MiB, and one that has more than twice as much as all of them, or just that. */
  @Test
  void aFileWaitsUntilTheSmallerOnesHaveHalfAsMuch() {
    List<FileFill> small = files("b", 10, MIB);
    assertThat(paths(choice.of(join(files("a", 1, 20 * MIB + 1), small))))
        .containsExactly("b00 b01 b02 b03 b04 b05 b06 b07 b08 b09");
    assertThat(paths(choice.of(join(files("a", 1, 20 * MIB), small))))
        .containsExactly("b00 b01 b02 b03 b04 b05 b06 b07 b08 b09 a00");
  }

  /**
   * 1, 3, 9 … 19,683 KiB: each has more than twice as much as the smaller ones together, until a
   * second 1 KiB comes.
   */
  @Test
  void filesThatGrowThreefoldAreLeftAlone() {
    List<FileFill> growing =
        IntStream.range(0, 10)
            .mapToObj(i -> file("a%02d".formatted(i), KIB * (long) Math.pow(3, i), 100, 0))
            .toList();
    assertThat(choice.of(growing)).isEmpty();
    assertThat(paths(choice.of(join(growing, files("b", 1, KIB)))))
        .containsExactly("a00 b00 a01 a02 a03 a04 a05 a06 a07 a08 a09");
  }

  /** Wherever two are enough, they are merged if one has twice as much at most. */
  @Test
  void twoFilesOfAboutTheSameSize() {
    CompactionChoice eager = new CompactionChoice(128 * MIB, 2, 128 * MIB);
    assertThat(paths(eager.of(join(files("a", 1, 10), files("b", 1, 20)))))
        .containsExactly("a00 b00");
    assertThat(eager.of(join(files("a", 1, 10), files("b", 1, 21)))).isEmpty();
  }

  @Test
  void filesOfDifferentPartitionsAreNotMerged() {
    List<FileFill> current =
        files("b", 7, 100 * KIB).stream()
            .map(file -> new FileFill(file.path(), CURRENT, file.bytes(), 100, 0, 0))
            .toList();
    assertThat(choice.of(join(files("a", 7, 100 * KIB), current))).isEmpty();
    Map<String, String> unknown = new HashMap<>();
    unknown.put("is_current", "false");
    unknown.put("region", null);
    List<FileFill> nulls =
        files("c", 8, 100 * KIB).stream()
            .map(file -> new FileFill(file.path(), unknown, file.bytes(), 100, 0, 0))
            .toList();
    assertThat(paths(choice.of(join(files("a", 7, 100 * KIB), nulls)))).hasSize(1);
  }

  @Test
  void filesOfHalfTheTargetSizeAreLeftAlone() {
    assertThat(choice.concerns(file("a", 64 * MIB, 10, 0))).isFalse();
    assertThat(choice.concerns(file("a", 64 * MIB - 1, 10, 0))).isTrue();
    assertThat(choice.concerns(file("a", 1000 * MIB, 10, 5))).isFalse();
    assertThat(choice.concerns(file("a", 1000 * MIB, 10, 6))).isTrue();
    // 100 MiB, of whose rows half count: 50 MiB
    assertThat(choice.concerns(file("a", 100 * MIB, 10, 5))).isTrue();
  }

  /** 40 + 40 + 40 = 120 MiB fit into the target, a fourth file does not. */
  @Test
  void theTargetSizeEndsAGroup() {
    assertThat(paths(choice.of(files("a", 8, 40 * MIB)))).containsExactly("a00 a01 a02");
  }

  @Test
  void aLargeFileThatIsMostlyMarkedIsRewrittenByItself() {
    assertThat(paths(choice.of(List.of(file("a", 64 * MIB, 10, 6))))).containsExactly("a");
    assertThat(choice.of(List.of(file("a", 64 * MIB - 1, 10, 6)))).isEmpty();
  }

  /** The fewer rows are live, the smaller is a file: 499, 429 … 9 of 1,000. */
  @Test
  void smallFilesThatAreMostlyMarkedCountByTheirLiveRows() {
    List<FileFill> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      files.add(file("a" + i, MIB, 1000, 501 + 70 * i));
    }
    assertThat(choice.of(files.subList(0, 7))).isEmpty();
    assertThat(paths(choice.of(files))).containsExactly("a7 a6 a5 a4 a3 a2 a1 a0");
  }

  /** Live: 4 × 30 MiB, then 30 × 1 KiB; 120 MiB and the budget leave 8 MiB. */
  @Test
  void theBudgetOfACommitEndsTheChoiceButNotBeforeOneGroup() {
    List<FileFill> marked = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      marked.add(aged(file("m" + i, 100 * MIB, 10, 7), i));
    }
    List<FileFill> small =
        files("s", 30, KIB).stream().map(file -> aged(file, 100 + number(file))).toList();
    assertThat(paths(choice.of(join(marked, small))))
        .startsWith("m0", "m1", "m2", "m3")
        .hasSize(5)
        .last()
        .asString()
        .startsWith("s00 s01");
    CompactionChoice little = new CompactionChoice(128 * MIB, 8, MIB);
    assertThat(paths(little.of(join(marked, small)))).containsExactly("m0");
    // Two of the twenty have 1.6 MiB already, and two are the least that can be merged.
    assertThat(paths(little.of(files("a", 20, 800 * KIB)))).containsExactly("a00 a01");
    // Of 100 KiB ten fit.
    assertThat(sizes(little.of(files("a", 20, 100 * KIB)))).containsExactly(10);
  }

  @Test
  void aCommitIsNotHeldUpByManyTinyFiles() {
    assertThat(sizes(choice.of(files("a", 1000, KIB)))).containsExactly(128);
  }

  @Test
  void theOrderOfTheFilesDoesNotMatter() {
    List<FileFill> files = new ArrayList<>(join(files("a", 20, MIB), files("b", 20, 3 * KIB)));
    files.add(file("c", 200 * MIB, 10, 9));
    List<String> expected = paths(choice.of(files));
    assertThat(expected).hasSize(2);
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(files, new Random(seed));
      assertThat(paths(choice.of(files))).isEqualTo(expected);
    }
  }

  /**
   * Files of the same size, one with each commit. The 8th commit makes one of 8. The 15th has seven
   * of 1 beside it, which are more than half of it: one of 15. The 22nd has seven of 1 again, less
   * than half of 15: one of 7. The 28th has six of 1: 6 is more than half of 7, and 13 than half of
   * 15, so all become one of 28.
   */
  @Test
  void mergesOfFilesOfOneSize() {
    Table table = new Table(choice);
    List<Long> rewritten = new ArrayList<>();
    for (int commit = 1; commit <= 28; commit++) {
      table.add(64 * KIB);
      if (table.compact()) {
        rewritten.add(table.lastRewritten / (64 * KIB));
      }
    }
    assertThat(rewritten).containsExactly(8L, 15L, 7L, 28L);
    assertThat(table.files).hasSize(1);
  }

  /**
   * 5,000 commits of a file of 64 KiB, 312.5 MiB. It can grow by half 17 times until it has half
   * the target size, 1.5 to the power of 17 being 985 and to that of 18 1,478, and is rewritten
   * once more.
   */
  @Test
  void closedRowsAreRewrittenOnceForEachTimeTheirFileGrows() {
    Table table = new Table(choice);
    int most = 0;
    for (int commit = 0; commit < 5_000; commit++) {
      table.add(64 * KIB);
      table.compact();
      most = Math.max(most, table.files.size());
    }
    assertThat(table.rewritten).isLessThanOrEqualTo((17 + 1) * 5_000 * 64 * KIB);
    assertThat(most).as("seven small files, and 312.5 / 64 large ones").isLessThanOrEqualTo(7 + 4);
  }

  /**
   * 5,000 commits of 1,000 changed rows among 100,000 keys, 100 bytes each: 480 MiB written, 10 MB
   * live, in partitions of about a file where a few marks make it small again, and in others. The
   * file of a commit can grow by half 11 times until it has all of them.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.501, 0.51, 0.6, 0.751, 0.76, 0.999, 1.01})
  void currentRowsAreRewrittenALimitedNumberOfTimes(double filled) {
    Table table = new Table(new CompactionChoice((long) (10_000_000 / filled), 8, 128 * MIB));
    long written = changeRows(table);
    assertThat(table.rewritten).isLessThan((11 + 1) * written + 5 * written / 2);
  }

  /** Returns how much is written, merges aside. */
  private static long changeRows(Table table) {
    int keys = 100_000;
    int commits = 5_000;
    int changes = 1_000;
    Random random = new Random(1);
    int[] place = new int[keys];
    int most = 0;
    table.addRows(IntStream.range(0, keys).toArray(), place);
    for (int commit = 0; commit < commits; commit++) {
      table.addRows(random.ints(0, keys).distinct().limit(changes).toArray(), place);
      table.compactRows(place);
      most = Math.max(most, table.files.size());
      assertThat(table.lastRewritten).isLessThanOrEqualTo(128 * MIB);
    }
    assertThat(table.files.values().stream().mapToLong(f -> f.rows() - f.marked()).sum())
        .isEqualTo(keys);
    assertThat(most).as("seven small files and two large ones").isLessThanOrEqualTo(7 + 2);
    return 100L * (keys + (long) commits * changes);
  }

  private static List<String> paths(List<List<FileFill>> groups) {
    return groups.stream()
        .map(group -> String.join(" ", group.stream().map(FileFill::path).toList()))
        .toList();
  }

  private static List<Integer> sizes(List<List<FileFill>> groups) {
    return groups.stream().map(List::size).toList();
  }

  private static List<FileFill> files(String prefix, int count, long bytes) {
    return IntStream.range(0, count)
        .mapToObj(i -> file(prefix + "%02d".formatted(i), bytes, 100, 0))
        .toList();
  }

  private static FileFill file(String path, long bytes, long rows, long marked) {
    return new FileFill(path, CLOSED, bytes, rows, marked, 0);
  }

  private static FileFill aged(FileFill file, long time) {
    return new FileFill(
        file.path(), file.partition(), file.bytes(), file.rows(), file.marked(), time);
  }

  private static FileFill marked(FileFill file, int rows) {
    return new FileFill(
        file.path(),
        file.partition(),
        file.bytes(),
        file.rows(),
        file.marked() + rows,
        file.modificationTime());
  }

  private static long number(FileFill file) {
    return Long.parseLong(file.path().substring(1));
  }

  private static List<FileFill> join(List<FileFill> a, List<FileFill> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  /** A table that is compacted after each commit. */
  private static final class Table {
    private final CompactionChoice choice;
    private final Map<String, FileFill> files = new HashMap<>();
    private long rewritten;
    private long lastRewritten;
    private int time;

    Table(CompactionChoice choice) {
      this.choice = choice;
    }

    void add(long bytes) {
      time++;
      put(file("f" + time, bytes, 100, 0));
    }

    private void put(FileFill file) {
      files.put(file.path(), aged(file, time));
    }

    private List<List<FileFill>> groups() {
      return choice.of(files.values().stream().filter(choice::concerns).toList());
    }

    /** Returns whether there was something to do. */
    boolean compact() {
      lastRewritten = 0;
      List<List<FileFill>> groups = groups();
      for (List<FileFill> group : groups) {
        add(replace(group));
      }
      return !groups.isEmpty();
    }

    /** Takes the files away and says how much is written in their place. */
    private long replace(List<FileFill> group) {
      long bytes = group.stream().mapToLong(FileFill::liveBytes).sum();
      group.forEach(file -> files.remove(file.path()));
      rewritten += bytes;
      lastRewritten += bytes;
      return bytes;
    }

    /**
     * Adds a file with the rows of some keys, whose rows before are marked.
     *
     * @param place by key, the number of the file with its row; 0 if there is none
     */
    void addRows(int[] changed, int[] place) {
      time++;
      Map<Integer, Integer> marks = new HashMap<>();
      for (int key : changed) {
        marks.merge(place[key], 1, Integer::sum);
        place[key] = time;
      }
      marks.forEach(
          (number, rows) ->
              files.computeIfPresent("f" + number, (path, file) -> marked(file, rows)));
      put(file("f" + time, 100L * changed.length, changed.length, 0));
      for (Iterator<FileFill> all = files.values().iterator(); all.hasNext(); ) {
        FileFill file = all.next();
        if (file.rows() == file.marked()) {
          all.remove();
        }
      }
    }

    void compactRows(int[] place) {
      lastRewritten = 0;
      for (List<FileFill> group : groups()) {
        time++;
        long rows = group.stream().mapToLong(file -> file.rows() - file.marked()).sum();
        BitSet replaced = new BitSet();
        group.forEach(file -> replaced.set((int) number(file)));
        replace(group);
        for (int key = 0; key < place.length; key++) {
          if (replaced.get(place[key])) {
            place[key] = time;
          }
        }
        put(file("f" + time, 100 * rows, rows, 0));
      }
    }
  }
}
