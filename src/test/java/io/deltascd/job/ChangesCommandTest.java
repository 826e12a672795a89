package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.Fixture;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code delta-scd changes} on tables that Delta Spark wrote, against Spark's own feed of each. */
class ChangesCommandTest {
  private static final String COLUMN_ADDED = "column-added";
  private static final String ROW_TRACKING = "row-tracking";

  private final LocalProgram program = new LocalProgram();

  @TempDir private Path directory;

  /** The tables with one schema and the feed on. */
  static Stream<Fixture> readable() {
    return Fixture.readable().stream()
        .filter(fixture -> !fixture.name().startsWith("twin-"))
        .filter(fixture -> !Set.of(COLUMN_ADDED, ROW_TRACKING).contains(fixture.name()));
  }

  /** The tables with row tracking, without the feed; the expected feed is that of a twin. */
  @ParameterizedTest
  @ValueSource(strings = {ROW_TRACKING, "twin-row-ids", "twin-row-ids-dv"})
  void rowIdsTellWhatTheFeedWould(String name) {
    Fixture fixture = Fixture.named(name);
    Path table = fixture.unzip(directory);
    assertFeed(fixture, row -> true, table);
    for (long version : someVersions(fixture)) {
      assertFeed(fixture, row -> version(row) >= version, table, "--from-version", text(version));
      assertFeed(fixture, row -> version(row) <= version, table, "--to-version", text(version));
    }
  }

  /** Updates cannot be told from deletes and inserts, nor what was taken away and brought back. */
  @ParameterizedTest
  @ValueSource(strings = {"twin-files", "twin-files-dv"})
  void filesTellWhatIsLeftOfTheFeedInTheEnd(String name) {
    Fixture fixture = Fixture.named(name);
    List<Map<String, Object>> rows = json(fixture.unzip(directory));
    GoldChecker.assertRows(rows, deletesAndInserts(Rows.ofJson(fixture.feed())));
    assertThat(rows.stream().map(ChangesCommandTest::version)).isSorted();
  }

  /** Of equal rows that a version deleted and inserted as many are left out on both sides. */
  private static List<Map<String, Object>> deletesAndInserts(List<Map<String, Object>> feed) {
    List<Map<String, Object>> left = new ArrayList<>();
    for (Map<String, Object> row : feed) {
      String type = (String) row.get("_change_type");
      boolean adds = type.equals("insert") || type.equals("update_postimage");
      row.put("_change_type", adds ? "delete" : "insert");
      String opposite = Rows.canonical(row);
      Optional<Map<String, Object>> copy =
          left.stream().filter(other -> Rows.canonical(other).equals(opposite)).findFirst();
      if (copy.isPresent()) {
        left.remove(copy.get());
      } else {
        row.put("_change_type", adds ? "insert" : "delete");
        left.add(row);
      }
    }
    return left;
  }

  @ParameterizedTest
  @MethodSource("readable")
  void changesAreSparksFeed(Fixture fixture) {
    Path table = fixture.unzip(directory);
    assertFeed(fixture, row -> true, table);
    List<Long> versions = someVersions(fixture);
    for (long end : versions) {
      assertFeed(fixture, row -> version(row) >= end, table, "--from-version", text(end));
      assertFeed(fixture, row -> version(row) <= end, table, "--to-version", text(end));
    }
    long first = versions.get(0);
    long middle = versions.get(1);
    assertFeed(
        fixture,
        row -> version(row) >= first && version(row) <= middle,
        table,
        "--from-version",
        text(first),
        "--to-version",
        text(middle));
    assertFeed(
        fixture,
        row -> version(row) == middle,
        table,
        "--from-version",
        text(middle),
        "--to-version",
        text(middle));
  }

  @ParameterizedTest
  @MethodSource("readable")
  void timesMeanTheVersionsThatSparkGivesThem(Fixture fixture) {
    Path table = fixture.unzip(directory);
    List<Instant> times = someTimes(fixture);
    Instant last = times.get(2);
    for (Instant time : times) {
      assertFeed(
          fixture, row -> !time(row).isBefore(time), table, "--from-timestamp", time.toString());
      assertFeed(
          fixture, row -> !time(row).isAfter(time), table, "--to-timestamp", time.toString());
      if (time.isBefore(last)) {
        Instant later = time.plusMillis(1);
        assertFeed(
            fixture,
            row -> !time(row).isBefore(later),
            table,
            "--from-timestamp",
            later.toString(),
            "--to-timestamp",
            last.toString());
        assertFeed(
            fixture, row -> !time(row).isAfter(later), table, "--to-timestamp", later.toString());
      }
    }
    long lastWithRows = someVersions(fixture).get(2);
    assertFeed(
        fixture,
        row -> version(row) == lastWithRows,
        table,
        "--from-version",
        text(lastWithRows),
        "--to-timestamp",
        last.toString());
  }

  /** What Delta Spark 4.4 answered, through table_changes_by_path; "refused" is an error of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "back-dated | 2026-01-01 07:00:00 | | 0 1 2 3 4 5",
        "back-dated | 2026-01-02 08:00:00.001 | | 2 3 4 5",
        "back-dated | 2026-01-02 08:00:00.0015 | | 2 3 4 5",
        "back-dated | 2026-01-02 08:00:00.004 | | 5",
        "back-dated | 2026-01-03 08:00:00 | | 5",
        "back-dated | 2026-01-03 08:00:00.001 | | refused",
        "back-dated | 2026-01-01 08:00:00 | 2026-01-02 08:00:00.002 | 0 1 2 3",
        "back-dated | 2026-01-01 08:00:00 | 2026-01-02 08:00:00.0025 | 0 1 2 3",
        "back-dated | 2026-01-01 08:00:00 | 2026-01-03 07:59:59.999 | 0 1 2 3 4",
        "back-dated | 2026-01-01 08:00:00 | 2026-01-03 08:00:00.001 | refused",
        "back-dated | 2025-01-01 08:00:00 | 2025-01-02 08:00:00 | refused",
        "back-dated | 2026-01-02 09:00:00 | 2026-01-02 10:00:00 | ''",
        "in-commit-timestamps-late | 2026-01-02 12:00:00 | | 3 4 5",
        "in-commit-timestamps-late | 2026-01-04 08:00:00.001 | | 4 5",
        "in-commit-timestamps-late | 2026-01-01 00:00:00 | 2026-01-02 23:00:00 | 0 1",
        "in-commit-timestamps-late | 2026-01-01 00:00:00 | 2026-01-04 08:00:00 | 0 1 3",
        "in-commit-timestamps-late | 2026-01-04 08:00:00.0005 | | 3 4 5",
        "in-commit-timestamps-late | 2026-01-10 08:00:00.124 | | refused"
      })
  void timesOnTheEdgeMeanWhatSparkSays(String name, String from, String to, String versions) {
    Path table = Fixture.named(name).unzip(directory);
    List<String> options = new ArrayList<>(List.of("--from-timestamp", from));
    if (to != null) {
      options.addAll(List.of("--to-timestamp", to));
    }
    if (versions.equals("refused")) {
      assertThat(run(table, options.toArray(String[]::new))).isEqualTo(1);
      assertThat(program.messages()).startsWith("The change feed cannot be read over this range");
      return;
    }
    assertThat(
            json(table, options.toArray(String[]::new)).stream()
                .map(ChangesCommandTest::version)
                .distinct()
                .map(String::valueOf)
                .collect(Collectors.joining(" ")))
        .isEqualTo(versions);
  }

  @Test
  void aStartBeforeTheFirstCommitIsTheFirst() {
    Fixture fixture = Fixture.named("plain");
    Path table = fixture.unzip(directory);
    assertFeed(fixture, row -> true, table, "--from-timestamp", "2000-01-01");
  }

  @Test
  void aRangeBetweenTwoCommitsIsEmpty() {
    Path table = Fixture.named("plain").unzip(directory); // a day apart, at 8 o'clock
    String from = "2026-01-03 09:00:00";
    String to = "2026-01-03 10:00:00";
    assertThat(run(table, "--format=csv", "--from-timestamp", from, "--to-timestamp", to)).isZero();
    assertThat(program.out())
        .isEqualTo("id,nombre,precio,stock,_change_type,_commit_version,_commit_timestamp\r\n");
  }

  @Test
  void rowsComeInTheOrderOfVersions() {
    for (Fixture fixture : readable().toList()) {
      assertThat(json(fixture.unzip(directory)).stream().map(ChangesCommandTest::version))
          .isSorted();
    }
  }

  @Test
  void csvIsQuoted() {
    Path table = Fixture.named("partitioned").unzip(directory);
    assertThat(run(table, "--format", "csv", "--to-version", "1")).isZero();
    String rest = ",insert,1,2026-01-02T08:00:00.000000Z";
    List<String> lines = List.of(program.out().split("\r\n", -1));
    assertThat(lines.get(0))
        .isEqualTo("id,dia,region,importe,_change_type,_commit_version,_commit_timestamp");
    assertThat(lines.subList(1, lines.size()))
        .containsExactlyInAnyOrder(
            "1,2026-01-01,norte,1.00" + rest,
            "2,2026-01-01,norte,2.00" + rest,
            "3,2026-01-01,Castilla y León,3.00" + rest,
            "4,2026-01-02,a/b=c%20d,4.00" + rest,
            "5,2026-01-02,x:y#z?+&,5.00" + rest,
            "6,,,6.00" + rest,
            "7,,norte,7.00" + rest,
            "8,2026-01-02,,8.00" + rest,
            "9,2026-01-03,,9.00" + rest,
            "10,1500-02-28,viejo,10.00" + rest,
            "11,,,11.00" + rest,
            "12,2026-01-03,\"\"\"'\\\",12.00" + rest,
            "");
  }

  @Test
  void csvTellsNullFromEmpty() {
    Path table = Fixture.named("types").unzip(directory);
    assertThat(run(table, "--format=csv", "--from-version", "4", "--to-version", "4")).isZero();
    String time = ",4,2026-01-05T08:00:00.000000Z";
    assertThat(program.out().lines().skip(1))
        .containsExactlyInAnyOrder(
            "2,,,,,,,,,,,,,,,,update_preimage" + time,
            "2,,,,,,,,,,,\"\",\"\",,,,update_postimage" + time);
  }

  @Test
  void aTableIsForPeople() {
    Path table = Fixture.named("back-dated").unzip(directory);
    assertThat(run(table, "--to-version", "0")).isZero();
    assertThat(program.out())
        .startsWith("id  valor  _change_type  _commit_version  _commit_timestamp")
        .contains(" 1  a      insert                      0  2026-01-01T08:00:00.000000Z\n")
        .endsWith(" rows)\n");
  }

  static Stream<Arguments> outOfRange() {
    return Stream.of(
        Arguments.of("--from-version 10", "found:    from version 10"),
        Arguments.of("--to-version 10", "found:    up to version 10"),
        Arguments.of("--from-version 5", "found:    from version 5"),
        Arguments.of("--to-version 5", "found:    up to version 5"),
        Arguments.of("--from-timestamp 2026-01-01", "found:    from 2026-01-01T00:00:00Z"),
        Arguments.of("--from-timestamp 2026-01-10T08:00:00.001Z", "found:    from 2026-01-10T08"),
        Arguments.of("--to-timestamp 2026-01-10T08:00:00.001Z", "found:    up to 2026-01-10T08"),
        Arguments.of("--to-timestamp 2026-01-01", "found:    up to 2026-01-01T00:00:00Z"));
  }

  /** The feed of this table is on from version 6 on; there was an earlier time that it was on. */
  @ParameterizedTest
  @MethodSource("outOfRange")
  void theRangeThatCanBeReadIsNamed(String range, String found) {
    Path table = Fixture.named("feed-late").unzip(directory);
    assertThat(run(table, range.split(" "))).isEqualTo(1);
    assertThat(program.messages())
        .startsWith("The change feed cannot be read over this range\n  where:    " + table)
        .contains(found)
        .contains("versions 6 (2026-01-07T08:00:00Z) to 9 (2026-01-10T08:00:00Z)");
    assertThat(program.out()).isEmpty();
  }

  @Test
  void aRangeOfOneKindOfEndEachMayBeWrong() {
    Path table = Fixture.named("plain").unzip(directory);
    assertThat(run(table, "--from-version", "3", "--to-timestamp", "2026-01-02T08:00:00Z"))
        .isEqualTo(1);
    assertThat(program.messages())
        .contains("The range ends before it begins", "version 3 to version 1");
  }

  @Test
  void changesThatAreGoneAreNamedBeforeAnyRow() throws IOException {
    Path table = Fixture.named("plain").unzip(directory);
    DeltaLog.Commit commit =
        DeltaLog.commits(table).stream()
            .filter(any -> any.count("cdc") > 0)
            .findFirst()
            .orElseThrow();
    Files.delete(table.resolve(commit.actions("cdc").get(0).get("path").asText()));
    assertThat(run(table, "--from-version", "0")).isEqualTo(1);
    assertThat(program.messages())
        .contains(
            "found:    from version 0", "expected: versions " + (commit.version() + 1) + " (");
    assertThat(program.out()).isEmpty();
  }

  static Stream<Fixture> refused() {
    return Fixture.all().stream().filter(fixture -> fixture.refused().isPresent());
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aTableThatCannotBeReadIsRefusedByName(Fixture fixture) {
    assertThat(run(fixture.unzip(directory))).isEqualTo(1);
    assertThat(program.messages()).contains(fixture.refused().orElseThrow(), "remedy:");
    assertThat(program.out()).isEmpty();
  }

  @Test
  void noTableIsSaid() {
    assertThat(run(directory.resolve("nothing"))).isEqualTo(1);
    assertThat(program.messages())
        .contains("There is no Delta table", "remedy:   correct the path");
  }

  @Test
  void aChangeOfTheColumnsEndsTheRowsWithItsVersion() {
    Fixture fixture = Fixture.named(COLUMN_ADDED); // by versions 2 and 6
    Path table = fixture.unzip(directory);
    assertThat(run(table, "--format", "json")).isEqualTo(1);
    assertThat(program.messages())
        .contains(
            "The columns of the table changed",
            "version 2\n",
            "new column nota (string); new column peso (double)",
            "read up to the version before, and from this version on in another call");
    // Spark reads earlier versions with the columns of the newest.
    assertFeed(without(fixture, 0, 1, Set.of("nota", "peso", "otra")), table, "--to-version", "1");
    assertFeed(without(fixture, 2, 5, Set.of("otra")), table, "--from-version=2", "--to-version=5");
    assertFeed(without(fixture, 6, 7, Set.of()), table, "--from-version=6");
  }

  private static List<Map<String, Object>> without(
      Fixture fixture, long from, long to, Set<String> columns) {
    return Rows.ofJson(fixture.feed()).stream()
        .filter(row -> version(row) >= from && version(row) <= to)
        .peek(row -> row.keySet().removeAll(columns))
        .toList();
  }

  private void assertFeed(
      Fixture fixture, Predicate<Map<String, Object>> range, Path table, String... options) {
    assertFeed(Rows.ofJson(fixture.feed()).stream().filter(range).toList(), table, options);
  }

  private void assertFeed(List<Map<String, Object>> expected, Path table, String... options) {
    GoldChecker.assertRows(json(table, options), expected);
  }

  private List<Map<String, Object>> json(Path table, String... options) {
    List<String> all = new ArrayList<>(List.of("--format", "json"));
    all.addAll(Arrays.asList(options));
    assertThat(run(table, all.toArray(String[]::new))).as(program.messages()).isZero();
    return Rows.ofJson(program.out().lines().toList());
  }

  private int run(Path table, String... options) {
    List<String> args = new ArrayList<>(List.of("changes", table.toString()));
    args.addAll(Arrays.asList(options));
    return program.run(args.toArray(String[]::new));
  }

  /** The first, a middle and the last version with rows. */
  private static List<Long> someVersions(Fixture fixture) {
    return firstMiddleLast(fixture, ChangesCommandTest::version);
  }

  /** The times of {@link #someVersions}. */
  private static List<Instant> someTimes(Fixture fixture) {
    return firstMiddleLast(fixture, ChangesCommandTest::time);
  }

  private static <T> List<T> firstMiddleLast(
      Fixture fixture, Function<Map<String, Object>, T> column) {
    List<T> all = Rows.ofJson(fixture.feed()).stream().map(column).distinct().sorted().toList();
    return List.of(all.get(0), all.get(all.size() / 2), all.get(all.size() - 1));
  }

  private static long version(Map<String, Object> row) {
    return ((Number) row.get("_commit_version")).longValue();
  }

  private static Instant time(Map<String, Object> row) {
    return Instant.parse((String) row.get("_commit_timestamp"));
  }

  private static String text(long number) {
    return Long.toString(number);
  }
}
