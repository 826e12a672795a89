package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.Column;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.DeltaSpark;
import io.deltascd.testing.Effect;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Delta Spark reads a gold that was rebuilt with other columns and partitions, at versions before
 * and after, and its VACUUM takes what nobody needs any more and nothing else.
 */
class RebuildSparkITCase {
  private static final SilverSpec SPEC =
      SilverSpec.of(
          new Column("id", LONG), new Column("name", STRING), new Column("place", STRING));

  /** Of a rebuild that was killed. */
  private static final String LEFTOVER = "rebuild-00000000-0000-0000-0000-000000000000";

  @TempDir private Path directory;

  @Test
  void sparkReadsAndClears() throws Exception {
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a", "north"), SPEC.row(2L, "b", "south"))); // 1
    set(silver, 1L, "c", "south"); // 2
    Path gold = directory.resolve("gold");
    run(silver, gold, "run", "");
    long before = DeltaLog.commits(gold).size() - 1L;
    String settings = "columns: [place, id, name]\n  partition-by: [is_current, place]";
    run(silver, gold, "rebuild", settings);
    // Marks rows of the new files, so that vectors of a later commit lie beside those of the swap.
    set(silver, 2L, "d", "north"); // 3
    run(silver, gold, "run", settings);
    TestGold left = TestGold.create(gold.resolve(LEFTOVER), silver.path(), "p", List.of("id"), 0);
    left.standsAt(0, 1, left.file(true, 3));
    int live = parquet(gold).size();

    Path work = Files.createDirectory(directory.resolve("spark"));
    DeltaSpark spark = new DeltaSpark(work);
    DeltaSpark.Result earlier = spark.query(rows(gold) + " VERSION AS OF " + before);
    DeltaSpark.Result now = spark.query(rows(gold));
    spark.sql(
        "SET spark.databricks.delta.retentionDurationCheck.enabled = false",
        "VACUUM " + DeltaSpark.sqlName(gold) + " RETAIN 0 HOURS");
    DeltaSpark.Result after = spark.query(rows(gold));
    spark.run();

    assertThat(texts(earlier))
        .containsExactlyInAnyOrder("1 a north false", "1 c south true", "2 b south true");
    List<String> expected =
        List.of("1 a north false", "1 c south true", "2 b south false", "2 d north true");
    assertThat(texts(now)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(texts(after)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(parquet(gold.resolve(LEFTOVER))).isEmpty();
    assertThat(parquet(gold)).hasSizeLessThan(live);
    assertThat(parquet(gold.resolve("is_current=true")))
        .as("the files of before the rebuild are gone, that of version 3 is there")
        .hasSize(1);
    set(silver, 1L, "e", "north"); // 4
    run(silver, gold, "run", settings);
    GoldChecker.assertRows(
        DeltaRows.of(gold),
        HistoryModel.keyedBy("id").keeping("place", "id", "name").history(silver, 0, 4));
  }

  private static String rows(Path gold) {
    return "SELECT concat_ws(' ', id, name, place, is_current) AS text FROM "
        + DeltaSpark.sqlName(gold);
  }

  private static List<String> texts(DeltaSpark.Result result) {
    return result.rows().stream().map(row -> row.get("text").asText()).toList();
  }

  private static void set(SilverWriter silver, long id, String name, String place) {
    silver.update(
        Form.COPY_ON_WRITE,
        row -> row.get("id").equals(id) ? Effect.update(SPEC.row(id, name, place)) : Effect.keep());
  }

  private static List<Path> parquet(Path below) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  private void run(SilverWriter silver, Path gold, String command, String target)
      throws IOException {
    Path file = directory.resolve("p.yaml");
    Files.writeString(
        file,
        """
        source:
          path: %s
          scan.bounded.mode: latest
        target:
          path: %s
          keys: [id]
          %s
        flink:
          rest.bind-port: 0
          parallelism.default: 1
        """
            .formatted(silver.path(), gold, target));
    LocalProgram program = new LocalProgram();
    assertThat(program.run(command, "--verbose", file.toString())).as(program.messages()).isZero();
  }
}
