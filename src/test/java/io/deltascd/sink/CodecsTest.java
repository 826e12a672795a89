package io.deltascd.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.Totals;
import io.deltascd.model.VersionedCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

/**
 * Stored bytes of each format, laid out by hand. A release may write newer formats, but must go on
 * reading these.
 */
class CodecsTest {
  private static final String FILE =
      "00000001" // one file
          + ("00000002" + hex("f1")) // path
          + "00000001" // one partition value
          + ("0000000a" + hex("is_current") + "ffffffff") // null
          + "0000000000000005" // size
          + "0000000000000006" // modification time
          + "0000000000000007" // rows
          + ("00000002" + hex("{}"));

  /** A portable RoaringBitmap with the rows 1 and 2: an array container; little endian. */
  private static final String MARKS =
      "00000001"
          + "0000000000000001"
          + "0000000000000002"
          + ("3a300000" + "01000000" + "0000" + "0100" + "10000000" + "0100" + "0200");

  private static final String TOTALS =
      "0000000000000001" + "0000000000000002" + "0000000000000003" + "0000000000000004";

  /** A file of the dead-letter table, which has no partitions. */
  private static final String DEAD_LETTERS =
      "00000001" // one file
          + ("00000002" + hex("d1")) // path
          + "00000000" // no partition values
          + "0000000000000008" // size
          + "0000000000000009" // modification time
          + "000000000000000a" // rows
          + ("00000002" + hex("{}"));

  private static final String SCHEMAS =
      "00000001" // one schema
          + "0000000000000007" // id
          + ("00000002" + hex("{}"))
          + ("00000004" + hex("none"))
          + "00000001" // one partition column
          + ("00000001" + hex("p"));

  private static final String CHANGES =
      "0000000000000009" + "000000000000000a" + FILE + MARKS + TOTALS + DEAD_LETTERS + SCHEMAS;
  private static final String SILVER =
      "00000001" + hex("s") + "000000000000000b" + "000000000000000c";

  private static String commitId(int sequence, int low) {
    return String.format("%016x", sequence) + "0000000000000000" + String.format("%016x", low);
  }

  @Test
  void readsAWriteResult() throws IOException {
    WriteResult result =
        read(
            new WriteResultCodec(),
            "01"
                + "00000002"
                + "00000003"
                + "00000004"
                + "01"
                + "0000000000000008"
                + "01"
                + CHANGES);
    assertThat(result).isEqualTo(new WriteResult(2, 3, 4, true, 8, true, changes()));
  }

  @Test
  void readsACommittable() throws IOException {
    String pipeline = "0000000000000000" + "0000000000000063";
    GoldCommit commit =
        read(
            new GoldCommitCodec(),
            "01"
                + "00000000"
                + pipeline
                + commitId(6, 16)
                + commitId(5, 15)
                + "01"
                + SILVER
                + FILE
                + MARKS
                + TOTALS
                + DEAD_LETTERS
                + SCHEMAS
                + "00");
    assertThat(commit)
        .isEqualTo(
            new GoldCommit(
                0,
                new UUID(0, 99),
                new CommitId(6, new UUID(0, 16)),
                new CommitId(5, new UUID(0, 15)),
                GoldCommit.Kind.PROGRESS,
                new SilverPosition("s", 11, 12),
                changes().files(),
                changes().marks(),
                changes().done(),
                changes().deadLetters(),
                changes().schemas(),
                null));
  }

  @Test
  void readsTheStateOfTheAggregator() throws IOException {
    AggregatorState state =
        read(
            new AggregatorState.Codec(),
            "01"
                + "0000000000000000"
                + "0000000000000063"
                + commitId(5, 15)
                + SILVER
                + "0000000000000008"
                + CHANGES
                + "01"
                + "0000000000000003"
                + "0000000000000009");
    assertThat(state)
        .isEqualTo(
            new AggregatorState(
                new UUID(0, 99),
                new CommitId(5, new UUID(0, 15)),
                new SilverPosition("s", 11, 12),
                8,
                changes(),
                new Resync(3, 9)));
  }

  @Test
  void readsASchema() throws IOException {
    SilverSchema schema =
        read(
            new SilverSchemas.Codec(),
            "01"
                + "0000000000000007"
                + "00000002"
                + hex("{}")
                + "00000004"
                + hex("none")
                + "00000001"
                + "00000001"
                + hex("p"));
    assertThat(schema).isEqualTo(new SilverSchema(7, "{}", List.of("p"), "none"));
  }

  @Test
  void writesWhatItReads() throws IOException {
    WriteResult result = new WriteResult(2, 3, 4, true, 8, false, changes());
    WriteResultCodec codec = new WriteResultCodec();
    assertThat(codec.deserialize(1, codec.serialize(result))).isEqualTo(result);
  }

  @Test
  void refusesNewerFormats() {
    assertThatThrownBy(() -> read(new WriteResultCodec(), "02"))
        .hasMessage(
            "A write result has format 2, this release reads 1 to 1; use the release it is from");
  }

  private static WriteResult.Changes changes() {
    Map<String, String> partition = new HashMap<>();
    partition.put("is_current", null);
    return new WriteResult.Changes(
        9,
        10,
        List.of(new DataFile("f1", partition, 5, 6, 7, "{}")),
        Map.of(new FileId(1, 2), RoaringBitmap.bitmapOf(1, 2)),
        new Totals(1, 2, 3, 4),
        List.of(new DataFile("d1", Map.of(), 8, 9, 10, "{}")),
        List.of(new SilverSchema(7, "{}", List.of("p"), "none")));
  }

  private static <T> T read(VersionedCodec<T> codec, String hex) throws IOException {
    return codec.deserialize(1, HexFormat.of().parseHex(hex));
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
