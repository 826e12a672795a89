package io.deltascd.table;

import static io.deltascd.table.SmallTable.feed;
import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedStartTest {
  @TempDir Path directory;

  @Test
  void feedOnFromTheStart() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(true));
    assertThat(start(table)).isZero();
  }

  @Test
  void feedOffNamesTheStatement() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(false));
    assertThatThrownBy(() -> start(table))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("ALTER TABLE delta.`file:" + directory)
        .hasMessageContaining("delta.enableChangeDataFeed = true");
  }

  @Test
  void lastUninterruptedEraCounts() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(false));
    table.commit(table.add(table.write("a.parquet", row(1L, "a"))));
    table.commit(feed(true)); // 3
    table.commit(table.add(table.write("b.parquet", row(2L, "b"))));
    table.commit(feed(true)); // a property, say
    assertThat(start(table)).isEqualTo(3);
  }

  @Test
  void switchedOnLate() throws IOException {
    SmallTable table = new SmallTable(directory);
    table.commit(SmallTable.protocol(), feed(false));
    table.commit(table.add(table.write("a.parquet", row(1L, "a"))));
    table.commit(feed(true));
    table.commit(table.add(table.write("b.parquet", row(2L, "b"))));
    assertThat(start(table)).isEqualTo(2);
  }

  @Test
  void snapshotThatVacuumBrokeIsPassedOver() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b.parquet", row(1L, "b"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(1L, "b", "update_postimage"));
    table.commit(table.add(a)); // 1
    table.commit(table.remove(a), table.add(b), table.cdc(cdc)); // 2
    assertThat(start(table)).isZero();
    Files.delete(directory.resolve("a.parquet"));
    assertThat(start(table)).isEqualTo(2);
  }

  @Test
  void changesThatVacuumTookEndTheWalk() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String b = table.write("b.parquet", row(1L, "b"));
    String cdc = table.writeCdc("_change_data/c.parquet", row(1L, "b", "update_postimage"));
    table.commit(table.add(a)); // 1
    table.commit(table.remove(a), table.add(b), table.cdc(cdc)); // 2
    table.commit(table.remove(b)); // 3
    Files.delete(directory.resolve("_change_data/c.parquet"));
    assertThat(start(table)).isEqualTo(2);
  }

  private static long start(SmallTable table) throws IOException {
    return SilverTable.open(table.location()).firstUsableVersion();
  }
}
