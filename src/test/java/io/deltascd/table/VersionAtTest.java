package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which version was the newest at a time, and when each was committed, worked out by hand. */
class VersionAtTest {
  private static final String IN_COMMIT =
      "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":7,"
          + "\"writerFeatures\":[\"changeDataFeed\",\"inCommitTimestamp\"]}}";

  @TempDir private Path directory;

  @Test
  void equalAndDecreasingModificationTimesMoveOn() throws IOException {
    SmallTable table = SmallTable.withFeed(directory);
    long[] modified = {10_000, 20_000, 20_000, 5_000, 20_002, 30_000};
    long[] committed = {10_000, 20_000, 20_001, 20_002, 20_003, 30_000};
    for (int version = 0; version < modified.length; version++) {
      if (version > 0) {
        table.commit(SmallTable.feed(true));
      }
      table.setModified(version, modified[version]);
    }
    SilverTable silver = SilverTable.open(table.location());
    for (int version = 0; version < committed.length; version++) {
      TimedVersion expected = version(version, committed[version]);
      assertThat(silver.timed(version)).isEqualTo(expected);
      assertThat(silver.versionAt(expected.time())).isEqualTo(expected);
      assertThat(silver.versionAt(expected.time().plusNanos(999_999))).isEqualTo(expected);
    }
    assertThat(silver.versionAt(Instant.ofEpochMilli(19_999))).isEqualTo(version(0, 10_000));
    assertThat(silver.versionAt(Instant.ofEpochMilli(20_004))).isEqualTo(version(4, 20_003));
    assertThat(silver.versionAt(Instant.ofEpochMilli(99_999))).isEqualTo(version(5, 30_000));
    assertThat(silver.versionAt(Instant.ofEpochMilli(9_999)))
        .as("the oldest, which is later")
        .isEqualTo(version(0, 10_000));
  }

  @Test
  void inCommitTimestampsAreTheTimes() throws IOException {
    SmallTable table = new SmallTable(directory);
    String properties =
        "\"delta.enableChangeDataFeed\":\"true\",\"delta.enableInCommitTimestamps\":\"true\"";
    table.commit(
        info(500_000),
        IN_COMMIT,
        SmallTable.metadata(SmallTable.ID_AND_NAME, "", properties)); // modified at 1,000 s
    table.commit(info(500_001));
    table.commit(info(900_000));
    SilverTable silver = SilverTable.open(table.location());
    assertThat(silver.timed(2)).isEqualTo(version(2, 900_000));
    assertThat(silver.versionAt(Instant.ofEpochMilli(499_999))).isEqualTo(version(0, 500_000));
    assertThat(silver.versionAt(Instant.ofEpochMilli(500_000))).isEqualTo(version(0, 500_000));
    assertThat(silver.versionAt(Instant.ofEpochMilli(899_999))).isEqualTo(version(1, 500_001));
    assertThat(silver.versionAt(Instant.ofEpochMilli(1_000_000))).isEqualTo(version(2, 900_000));
  }

  @Test
  void inCommitTimestampsFollowModificationTimes() throws IOException {
    SmallTable table = SmallTable.withFeed(directory); // 0 at 1,000 s
    table.commit(SmallTable.feed(true)); // 1 at 1,001 s
    String properties =
        "\"delta.enableChangeDataFeed\":\"true\",\"delta.enableInCommitTimestamps\":\"true\","
            + "\"delta.inCommitTimestampEnablementVersion\":\"2\","
            + "\"delta.inCommitTimestampEnablementTimestamp\":\"1001500\"";
    table.commit(
        info(1_001_500),
        IN_COMMIT,
        SmallTable.metadata(SmallTable.ID_AND_NAME, "", properties)); // modified at 1,002 s
    table.commit(info(1_001_700)); // modified at 1,003 s
    SilverTable silver = SilverTable.open(table.location());
    assertThat(silver.timed(1)).isEqualTo(version(1, 1_001_000));
    assertThat(silver.timed(3)).isEqualTo(version(3, 1_001_700));
    assertThat(silver.versionAt(Instant.ofEpochMilli(1_000_999))).isEqualTo(version(0, 1_000_000));
    assertThat(silver.versionAt(Instant.ofEpochMilli(1_001_499))).isEqualTo(version(1, 1_001_000));
    assertThat(silver.versionAt(Instant.ofEpochMilli(1_001_699))).isEqualTo(version(2, 1_001_500));
    assertThat(silver.versionAt(Instant.ofEpochMilli(1_001_700))).isEqualTo(version(3, 1_001_700));
  }

  private static String info(long millis) {
    return "{\"commitInfo\":{\"inCommitTimestamp\":%d,\"timestamp\":7,\"operation\":\"WRITE\"}}"
        .formatted(millis);
  }

  private static TimedVersion version(long version, long millis) {
    return new TimedVersion(version, Instant.ofEpochMilli(millis));
  }
}
