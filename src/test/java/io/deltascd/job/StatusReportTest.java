package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.model.DataFile;
import io.deltascd.model.PipelineException;
import io.deltascd.table.SmallTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Versions of {@link SmallTable} are a second apart: version 3 is of 1970-01-01 00:16:43. It keeps
 * versions for 7 days.
 */
class StatusReportTest {
  private static final Instant NOW = Instant.parse("1970-01-02T00:16:41Z");

  @TempDir private Path directory;

  @Test
  void withoutGold() throws IOException {
    SmallTable silver = silver(2);
    Files.createDirectories(silver.root().resolve("_change_data"));
    Files.write(silver.root().resolve("_change_data/c"), new byte[2500]);

    assertThat(status(NOW))
        .isEqualTo(
            """
            pipeline:                      test
            silver:                        @/silver
            silver newest version:         2 of 1970-01-01T00:16:42.000000Z
            silver oldest usable version:  0 of 1970-01-01T00:16:40.000000Z
            silver change data:            2,500 bytes
            gold:                          @/gold, does not exist yet
            """);
    assertThat(directory.resolve("gold")).doesNotExist();
  }

  @Test
  void goldBehind() throws Exception {
    silver(3);
    TestGold gold = gold();
    DataFile open = gold.file(true, 4);
    DataFile closed = gold.file(false, 5);
    gold.standsAt(0, 1_000_000_000, open, closed);

    assertThat(status(NOW))
        .endsWith(
            """
            gold:                           @/gold
            gold version:                   1
            gold stands at silver version:  0 of 1970-01-01T00:16:40.000000Z
            lag:                            3 versions, 3 seconds
            gold open rows:                 4
            gold closed rows:               5
            gold files:                     2, %s bytes
            next needed version:            1 of 1970-01-01T00:16:41.000000Z, may be removed in \
            6 days
            """
                .formatted(Amounts.number(open.size() + closed.size())));
  }

  @Test
  void nothingPending() throws Exception {
    silver(3);
    gold().standsAt(3, 1_003_000_000);

    assertThat(status(NOW))
        .contains("\nlag:                            none\n")
        .contains("\ngold open rows:                 0\n")
        .contains("\nnext needed version:            nothing pending\n");
  }

  @Test
  void goldWithoutCommitNeedsItsStart() throws Exception {
    silver(3);
    gold();

    assertThat(status(NOW))
        .contains("\ngold stands at silver version:  none yet\n")
        .doesNotContain("lag:")
        .contains("\nnext needed version:            0 of 1970-01-01T00:16:40.000000Z, may be");
  }

  @Test
  void theNextVersionMayGo() throws Exception {
    silver(1);
    gold().standsAt(0, 1_000_000_000);

    assertThat(status(Instant.parse("1970-01-08T00:16:40.999Z")))
        .endsWith(", may be removed in 1 millisecond\n");
    assertThat(status(Instant.parse("1970-01-08T00:16:41Z")))
        .endsWith(", may be removed at any time\n");
  }

  @Test
  void theNextVersionIsGone() throws Exception {
    SmallTable silver = silver(3);
    gold().standsAt(1, 1_001_000_000);
    Files.delete(silver.root().resolve("b.parquet"));

    assertThat(status(NOW)).endsWith("next needed version:            2, already gone\n");
  }

  @Test
  void theLogNoLongerHasGoldsVersion() throws Exception {
    SilverSpec spec = SilverSpec.of(new Column("id", LONG), new Column("name", STRING));
    SilverWriter silver = SilverWriter.create(directory.resolve("silver"), spec);
    silver.append(List.of(spec.row(1L, "a")));
    silver.checkpoint();
    gold().standsAt(0, 1_000_000_000);
    Files.delete(DeltaLog.commitFile(directory.resolve("silver"), 0));

    assertThat(status(NOW))
        .contains("gold stands at silver version:  0 of 1970-01-01T00:16:40.000000Z\n");
  }

  @Test
  void silverOlderThanGold() throws Exception {
    silver(1);
    gold().standsAt(3, 1_003_000_000);

    assertThat(status(NOW))
        .contains("lag:                            none: silver is older than gold by 2 versions");
  }

  @Test
  void theFeedIsOff() throws IOException {
    SmallTable silver = silver(1);
    silver.commit(SmallTable.feed(false));

    assertThat(status(NOW))
        .contains("silver oldest usable version:  0 of ")
        .contains(
            "silver changes from:           change data feed up to version 1, files from"
                + " version 2 on\n");
  }

  @Test
  void filesAreGoneThatEveryVersionNeeds() throws IOException {
    SmallTable silver = silver(1);
    Files.delete(silver.root().resolve("a.parquet"));

    assertThat(status(NOW))
        .contains("silver oldest usable version:  none: Files are gone that silver needs\n");
  }

  @Test
  void goldIsSomeoneElses() throws IOException {
    silver(1);
    SmallTable.withFeed(directory.resolve("gold"));

    assertThatThrownBy(() -> status(NOW))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("not one of flink-delta-scd");
  }

  @Test
  void silverIsMissing() {
    assertThatThrownBy(() -> status(NOW))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("no such directory");
  }

  /** A row more in each version: a.parquet in version 1, b.parquet in version 2, … */
  private SmallTable silver(int newest) throws IOException {
    SmallTable silver = SmallTable.withFeed(directory.resolve("silver"));
    for (int version = 1; version <= newest; version++) {
      String file = (char) ('a' + version - 1) + ".parquet";
      silver.commit(silver.add(silver.write(file, SmallTable.row((long) version, "x"))));
    }
    return silver;
  }

  private TestGold gold() throws IOException {
    return TestGold.create(
        directory.resolve("gold"), directory.resolve("silver"), "test", List.of("id"), 0);
  }

  private String status(Instant now) throws IOException {
    PipelineConfig pipeline =
        JobRun.pipeline(
            directory.resolve("silver"),
            directory.resolve("gold"),
            List.of("id"),
            new Bounded(Bounded.Mode.LATEST, -1));
    return StatusReport.of(pipeline, now).text().replace(directory.toString(), "@");
  }
}
