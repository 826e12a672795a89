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

  /** Tiers of eight: from 8 MiB, from 1 MiB, from 128 KiB, from 16 KiB, from 2 KiB. */
  @Test
  void filesOfDifferentTiersAreNotMerged() {
    assertThat(paths(choice.of(join(files("a", 4, 128 * KIB), files("b", 4, 128 * KIB - 1)))))
        .isEmpty();
    assertThat(paths(choice.of(join(files("a", 4, 128 * KIB), files("b", 4, MIB - 1))))).hasSize(1);
    assertThat(paths(choice.of(join(files("a", 4, 8 * MIB), files("b", 4, 8 * MIB - 1)))))
        .isEmpty();
    assertThat(paths(choice.of(join(files("a", 4, 1), files("b", 4, 2 * KIB - 1))))).hasSize(1);
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

  /** Their live rows are of different tiers. */
  @Test
  void smallFilesThatAreMostlyMarkedAreRewrittenTogether() {
    List<FileFill> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      files.add(file("a" + i, MIB, 1000, 501 + 70 * i));
    }
    assertThat(choice.of(files.subList(0, 7))).isEmpty();
    assertThat(paths(choice.of(files))).containsExactly("a0 a1 a2 a3 a4 a5 a6 a7");
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
    // Eight of the twenty have 1.6 MiB already.
    assertThat(paths(little.of(files("a", 20, 200 * KIB))))
        .containsExactly("a00 a01 a02 a03 a04 a05 a06 a07");
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
    assertThat(expected).hasSize(3);
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(files, new Random(seed));
      assertThat(paths(choice.of(files))).isEqualTo(expected);
    }
  }

  /**
   * 5,000 commits of a file of 64 KiB. Eight each: 625 files of 512 KiB; of these 78 of 4 MiB; of
   * these 9 of 32 MiB; of these four have 128 MiB. That is 625 · 512 KiB + 78 · 4 MiB + 9 · 32 MiB
   * + 128 MiB = 1040.5 MiB for 312.5 MiB of rows, each rewritten four times at most.
   */
  @Test
  void closedRowsAreRewrittenOnceForEachTier() {
    Table table = new Table();
    int most = 0;
    for (int commit = 0; commit < 5_000; commit++) {
      table.add(64 * KIB);
      table.compact();
      most = Math.max(most, table.files.size());
    }
    while (table.compact()) {
      most = Math.max(most, table.files.size());
    }
    assertThat(table.rewritten).isEqualTo((long) (1040.5 * MIB));
    // 5000 mod 8 = 0, 625 mod 8 = 1, 78 mod 8 = 6, 9 - 4 = 5, and the one of 128 MiB
    assertThat(table.files).hasSize(12 + 1);
    assertThat(most).as("seven in each of four tiers, one about to be merged").isLessThan(4 * 8);
  }

  /**
   * 5,000 commits of 1,000 changed rows among 100,000 keys, 100 bytes each: 480 MiB written, 10 MB
   * live. A file of that size is of the second tier, 1 to 8 MiB, at most of the first, 8 to 64 MiB,
   * so there are five tiers up to it and the small files that are mostly marked.
   */
  @Test
  void currentRowsAreRewrittenALimitedNumberOfTimes() {
    int keys = 100_000;
    Random random = new Random(1);
    Table table = new Table();
    int[] place = new int[keys];
    int most = 0;
    table.addRows(IntStream.range(0, keys).toArray(), place);
    for (int commit = 0; commit < 5_000; commit++) {
      int[] changed = random.ints(0, keys).distinct().limit(1_000).toArray();
      table.addRows(changed, place);
      table.compactRows(place);
      most = Math.max(most, table.files.size());
      assertThat(table.lastRewritten).isLessThanOrEqualTo(128 * MIB);
    }
    long written = 100L * (keys + 5_000 * 1_000);
    assertThat(table.files.values().stream().mapToLong(f -> f.rows() - f.marked()).sum())
        .isEqualTo(keys);
    // Seven for each of five tiers and for those mostly marked, and what a commit brings.
    assertThat(most).isLessThanOrEqualTo(7 * 6 + 6);
    // Once for each tier and, where most rows are marked, less than was got rid of.
    assertThat(table.rewritten).isLessThan((5 + 1) * written);
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
  private final class Table {
    private final Map<String, FileFill> files = new HashMap<>();
    private long rewritten;
    private long lastRewritten;
    private int time;

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
