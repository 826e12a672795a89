package io.deltascd.table;

import static io.deltascd.table.SmallTable.feed;
import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.TableLocation;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SilverTableTest {
  @TempDir Path directory;
  private SmallTable table;

  @BeforeEach
  void createTable() throws IOException {
    table = SmallTable.withFeed(directory.resolve("silver"));
  }

  @Test
  void noTableIsRefused() {
    assertThatThrownBy(() -> SilverTable.open(new TableLocation(directory + "/nothing", Map.of())))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("There is no Delta table")
        .hasMessageContaining("/nothing");
  }

  @Test
  void latestVersionFollowsTheLog() throws IOException {
    SilverTable silver = open();
    assertThat(silver.latestVersion()).isZero();
    for (int i = 0; i < 11; i++) {
      table.commit(feed(true));
    }
    assertThat(silver.latestVersion()).isEqualTo(11);
    assertThat(silver.latestVersion()).isEqualTo(11);
  }

  @Test
  void snapshotListsLiveFiles() throws IOException {
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b%20b.parquet", row(2L, "b"));
    table.commit(table.add(a), table.add(b));
    table.commit(table.remove(a));

    SilverSnapshot first = open().snapshot(1);
    assertThat(paths(first)).containsExactlyInAnyOrder(a, b);
    assertThat(first.timeMicros()).isEqualTo(1_001_000_000L);
    assertThat(first.schema().id()).isEqualTo(1);
    assertThat(first.rowType().getFieldNames()).containsExactly("id", "name");

    SilverSnapshot second = open().snapshot(2);
    assertThat(paths(second)).containsExactly(b);
  }

  @Test
  void commitsComeInOrderWithTheirTimes() throws IOException {
    table.commit(table.add(table.write("a.parquet", row(1L, "a"))));
    table.commit(table.remove("a.parquet"));
    table.setModified(2, 5); // dated back: 1 ms after the one before

    List<SilverCommit> commits = commits(1, 2);
    assertThat(commits).extracting(SilverCommit::version).containsExactly(1L, 2L);
    assertThat(commits)
        .extracting(SilverCommit::timeMicros)
        .containsExactly(1_001_000_000L, 1_001_001_000L);
    assertThat(commits.get(0).files()).extracting(FileChange::action).containsExactly(Action.ADD);
    assertThat(commits.get(1).files())
        .extracting(FileChange::action)
        .containsExactly(Action.REMOVE);
  }

  @Test
  void inCommitTimestampIsTheTime() throws IOException {
    table.commit("{\"commitInfo\":{\"inCommitTimestamp\":2000000,\"timestamp\":7}}");
    assertThat(commits(1, 1)).extracting(SilverCommit::timeMicros).containsExactly(2_000_000_000L);
    assertThat(open().snapshot(1).timeMicros()).isEqualTo(2_000_000_000L);
  }

  @Test
  void missingCommitIsNamed() throws IOException {
    table.commit(feed(true));
    table.commit(feed(true));
    SilverTable silver = open();
    Files.delete(table.commitFile(1));
    assertThatThrownBy(() -> drain(silver.commits(1, 2, silver.schema(0), "stop")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("version 1")
        .hasMessageContaining("delta.logRetentionDuration");
  }

  @Test
  void commentsAndPropertiesMayChange() throws IOException {
    String commented =
        SmallTable.ID_AND_NAME.replace("\"metadata\":{}", "\"metadata\":{\"comment\":\"c\"}");
    table.commit(
        SmallTable.metadata(
            commented, "", "\"delta.enableChangeDataFeed\":\"true\",\"owner\":\"x\""));
    assertThat(commits(1, 1)).hasSize(1);
  }

  @Test
  void newColumnIsRefused() throws IOException {
    String wider =
        SmallTable.ID_AND_NAME.replace(
            "]}", ",{\"name\":\"extra\",\"type\":\"date\",\"nullable\":true,\"metadata\":{}}]}");
    table.commit(SmallTable.metadata(wider, "", "\"delta.enableChangeDataFeed\":\"true\""));
    assertThatThrownBy(() -> commits(1, 1))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("new column extra (date)")
        .hasMessageContaining("version 1");
  }

  @Test
  void changedTypeAndPartitioningAreRefused() throws IOException {
    String other = SmallTable.ID_AND_NAME.replace("\"type\":\"long\"", "\"type\":\"integer\"");
    table.commit(SmallTable.metadata(other, "\"name\"", "\"delta.enableChangeDataFeed\":\"true\""));
    assertThatThrownBy(() -> commits(1, 1))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("column id is integer, was long")
        .hasMessageContaining("partitioned by [name]");
  }

  @Test
  void feedSwitchedOffIsRefused() throws IOException {
    table.commit(feed(false));
    SilverTable silver = SilverTable.open(table.location(), ChangeCapture.CDF);
    assertThatThrownBy(() -> silver.commits(1, 1, silver.schema(0), "stop").next())
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("switched off");
    assertThat(commits(1, 1)).hasSize(1);
  }

  @Test
  void replacedTableIsFollowed() throws IOException {
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b.parquet", row(2L, "b"));
    table.commit(table.add(a)); // 1
    table.commit(feed(true).replace("table-1", "table-2"), table.remove(a), table.add(b)); // 2
    table.commit(table.remove(b)); // 3

    assertThat(commits(1, 3))
        .extracting(SilverCommit::newTableId)
        .containsExactly(null, "table-2", null);
    assertThat(commits(2, 2).get(0).files())
        .extracting(FileChange::action)
        .containsExactly(Action.ADD, Action.REMOVE);
    SilverTable silver = open();
    assertThat(silver.tableId(1)).isEqualTo("table-1");
    assertThat(silver.tableId(2)).isEqualTo("table-2");
    assertThat(silver.tableId(3)).isEqualTo("table-2");
    assertThat(silver.firstUsableVersion()).isZero();
  }

  @Test
  void reservedColumnNameIsRefused() throws IOException {
    for (String name : List.of("_change_type", "_Commit_Version", "_commit_timestamp")) {
      SmallTable other = new SmallTable(directory.resolve(name));
      String schema =
          SmallTable.ID_AND_NAME.replace("\"name\":\"name\"", "\"name\":\"" + name + '"');
      other.commit(
          SmallTable.protocol(),
          SmallTable.metadata(schema, "", "\"delta.enableChangeDataFeed\":\"true\""));
      SilverTable silver = SilverTable.open(other.location());
      assertThatThrownBy(() -> silver.snapshot(0))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("a name of the change data feed's own columns")
          .hasMessageContaining("found:    " + name);
      assertThatThrownBy(
              () -> FeedReader.open(other.location(), new FeedRange(null, null, null, null)))
          .hasMessageContaining("found:    " + name);
    }
  }

  /** As a copy has them of a table whose in-commit timestamps were switched on late. */
  @Test
  void inCommitTimestampsBeforeTheTimesOfFiles() throws IOException {
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b.parquet", row(2L, "b"));
    table.commit(table.add(a)); // 1 at 1,001 s
    table.commit("{\"commitInfo\":{\"inCommitTimestamp\":500000}}", table.add(b)); // 2
    SilverTable silver = open();
    assertThat(
            drain(
                silver.commits(
                    1,
                    2,
                    1_000_000_000L,
                    silver.schema(0),
                    FollowedColumnsTest.rule(HistorySettings.DEFAULT))))
        .as("of a history, which must go on")
        .extracting(SilverCommit::timeMicros)
        .containsExactly(1_001_000_000L, 1_001_001_000L);
    List<String> times = new ArrayList<>();
    try (TableRows rows =
        FeedReader.open(table.location(), new FeedRange(null, null, null, null)).rows()) {
      rows.forEachRemaining(row -> times.add(row.getTimestamp(4, 6).toInstant().toString()));
    }
    assertThat(times)
        .as("of the feed, which is Spark's")
        .containsExactly("1970-01-01T00:16:41Z", "1970-01-01T00:08:20Z");
  }

  @Test
  void retentionIsThatOfTheNewestVersion() throws IOException {
    table.commit(
        SmallTable.metadata(
            SmallTable.ID_AND_NAME, "", "\"delta.logRetentionDuration\":\"interval 3 days\""));

    assertThat(open().retention()).isEqualTo(new Retention(Duration.ofDays(3), Duration.ofDays(7)));
  }

  @Test
  void idOfVersionThatCannotBeReadIsTheNewest() throws IOException {
    table.commit(feed(true).replace("table-1", "table-2"));
    assertThat(open().tableId(7)).isEqualTo("table-2");
  }

  @Test
  void commitIsFoundByItsTime() throws IOException {
    table.commit(feed(true)); // 1
    table.commit(feed(true)); // 2
    SilverTable silver = open();
    assertThat(silver.hasCommitOf(2, 1_002_000_000L)).isTrue();
    assertThat(silver.hasCommitOf(2, 1_000_000_000L)).isTrue();
    assertThat(silver.hasCommitOf(1, 1_002_000_000L)).isFalse();
    assertThat(silver.hasCommitOf(2, 1_001_000_001L)).isFalse();
    assertThat(silver.hasCommitOf(-1, Long.MIN_VALUE)).isFalse();
    assertThat(silver.hasCommitOf(9, 1_002_000_000L)).isFalse();
  }

  @Test
  void unsupportedFeatureIsRefused() throws IOException {
    table.commit(
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
            + "\"readerFeatures\":[\"hovercraft\"],\"writerFeatures\":[\"hovercraft\"]}}");
    assertThatThrownBy(() -> drain(logOf(table).iterator(1)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("hovercraft");
    assertThatThrownBy(this::open)
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("hovercraft");
  }

  private record Log(SmallTable table) {
    SilverCommits iterator(long version) throws IOException {
      return new SilverCommits(
          new DeltaLog(
              KernelEngines.rootUri(table.location()),
              KernelEngines.hadoopConfiguration(table.location()),
              KernelEngines.engine(table.location()),
              ReadAs.SILVER),
          new SilverCommits.Before(
              "silver",
              ChangeCapture.AUTO,
              SilverMetadata.schema(0, SmallTable.ID_AND_NAME, List.of(), Map.of()),
              0,
              true,
              SilverMetadata.sameColumns("stop")),
          version,
          version);
    }
  }

  private static Log logOf(SmallTable table) {
    return new Log(table);
  }

  private SilverTable open() throws IOException {
    return SilverTable.open(table.location());
  }

  private List<SilverCommit> commits(long from, long to) throws IOException {
    SilverTable silver = open();
    return drain(silver.commits(from, to, silver.schema(from - 1), "stop"));
  }

  private static List<String> paths(SilverSnapshot snapshot) throws IOException {
    return drain(snapshot.files()).stream().map(FileChange::path).toList();
  }

  private static <T> List<T> drain(LogIterator<T> iterator) throws IOException {
    try (iterator) {
      List<T> all = new ArrayList<>();
      iterator.forEachRemaining(all::add);
      return all;
    }
  }
}
