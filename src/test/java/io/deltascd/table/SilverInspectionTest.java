package io.deltascd.table;

import static io.deltascd.table.SmallTable.feed;
import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SilverInspectionTest {
  @TempDir private Path directory;

  @Test
  void feedOffIsToldFromUnknown() throws IOException {
    SmallTable table = new SmallTable(directory);
    table.commit(SmallTable.protocol(), feed(false));
    table.commit(feed(true));
    SilverInspection silver = inspect(table);

    assertThat(silver.captureOffAt(0)).isTrue();
    assertThat(silver.captureOffAt(1)).isFalse();
    assertThat(silver.captureOffAt(-1)).isFalse();

    Files.delete(table.commitFile(0));
    assertThat(silver.captureOffAt(0)).isFalse();
  }

  @Test
  void aVersionIsReadableWithItsCommitAndItsFiles() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    String a = table.write("a.parquet", row(1L, "a"));
    String c = table.writeCdc("_change_data/c.parquet", row(1L, "a", "delete"));
    table.commit(table.add(a)); // 1
    table.commit(table.remove(a), table.cdc(c)); // 2
    table.commit(feed(true)); // 3
    SilverInspection silver = inspect(table);
    assertThat(silver.firstUnreadable(1, 3)).isEmpty();
    assertThat(silver.firstUnreadable(4, 3)).isEmpty();

    // Not needed any more: the change file says what version 2 deleted.
    Files.delete(directory.resolve("a.parquet"));
    assertThat(silver.firstUnreadable(2, 3)).isEmpty();
    assertThat(silver.firstUnreadable(1, 3)).hasValue(1);

    Files.delete(directory.resolve("_change_data/c.parquet"));
    assertThat(silver.firstUnreadable(2, 3)).hasValue(2);
    assertThat(silver.firstUnreadable(3, 3)).isEmpty();

    Files.delete(table.commitFile(3));
    assertThat(silver.firstUnreadable(3, 3)).hasValue(3);
  }

  @Test
  void aVersionThatSwitchedTheFeedOffIsNotReadable() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(true)); // 1
    table.commit(feed(false)); // 2
    table.commit(feed(true)); // 3

    assertThat(inspect(table).firstUnreadable(1, 3)).hasValue(2);
    assertThat(inspect(table).firstUnreadable(1, 1)).isEmpty();
  }

  @Test
  void timesAreThoseOfTheFeed() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    table.commit(feed(true));
    table.setModified(1, 5); // dated back: 1 ms after the one before

    assertThat(inspect(table).timeMicros(1)).isEqualTo(1_000_001_000L);
    assertThatThrownBy(() -> inspect(table).timeMicros(7))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("no longer in its log");
  }

  @Test
  void changeDataIsMeasured() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    assertThat(inspect(table).changeDataBytes()).isZero();

    Files.createDirectories(directory.resolve("_change_data/zone=a"));
    Files.write(directory.resolve("_change_data/one"), new byte[300]);
    Files.write(directory.resolve("_change_data/zone=a/two"), new byte[45]);
    Files.write(directory.resolve("data"), new byte[1000]);

    assertThat(inspect(table).changeDataBytes()).isEqualTo(345);
  }

  private static SilverInspection inspect(SmallTable table) throws IOException {
    return new SilverInspection(SilverTable.open(table.location(), ChangeCapture.CDF));
  }
}
