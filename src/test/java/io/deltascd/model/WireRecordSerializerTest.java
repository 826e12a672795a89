package io.deltascd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

class WireRecordSerializerTest {

  /** Format 1, laid out by hand: a postimage of version 9 with key 0a0b and row 0c. */
  private static final String FORMAT_1 =
      "01"
          + "00"
          + "0003"
          + "02"
          + "0000000000000009"
          + "00000000000f4240"
          + "0000000000000004"
          + "02"
          + "0a0b"
          + "00000001"
          + "0c";

  @Test
  void readsStoredBytes() throws IOException {
    WireRecord record = read(HexFormat.of().parseHex(FORMAT_1));
    assertThat(record.kind()).isEqualTo(WireRecord.Kind.CHANGE);
    assertThat(record.target()).isEqualTo(3);
    assertThat(record.rowKind()).isEqualTo(RowKind.UPDATE_AFTER);
    assertThat(record.version()).isEqualTo(9);
    assertThat(record.timeMicros()).isEqualTo(1_000_000);
    assertThat(record.schemaId()).isEqualTo(4);
    assertThat(record.key()).isEqualTo(new Key(new byte[] {10, 11}));
    assertThat(record.row()).containsExactly(12);
  }

  @Test
  void writesAndCopiesWhatItReads() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    WireRecordSerializer.INSTANCE.serialize(read(HexFormat.of().parseHex(FORMAT_1)), out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(FORMAT_1);
    DataOutputSerializer copy = new DataOutputSerializer(64);
    WireRecordSerializer.INSTANCE.copy(new DataInputDeserializer(out.getCopyOfBuffer()), copy);
    assertThat(HexFormat.of().formatHex(copy.getCopyOfBuffer())).isEqualTo(FORMAT_1);
  }

  /** Format 1, laid out by hand: row 4 of a file is the current one of key 0a since 1 s. */
  @Test
  void readsAnIndexEntry() throws IOException {
    String stored =
        "01"
            + "02"
            + "0003"
            + "00"
            + "0000000000000009"
            + "00000000000f4240"
            + "ffffffffffffffee" // version 17 of gold
            + "01"
            + "0a"
            + "0000002a"
            + "0000000000000011"
            + "0000000000000001"
            + "0000000000000002"
            + "0000000000000004"
            + "0000000000000008"
            + "0506";
    WireRecord record = read(HexFormat.of().parseHex(stored));
    assertThat(record.kind()).isEqualTo(WireRecord.Kind.INDEX);
    IndexEntry entry = new IndexEntry(17, new FileId(1, 2), 4, 8);
    assertThat(IndexEntry.of(record)).isEqualTo(entry);
    assertThat(IndexEntry.asInsert(record).row()).containsExactly(5, 6);
    assertThat(IndexEntry.goldVersion(record.schemaId())).isEqualTo(17);
    DataOutputSerializer out = new DataOutputSerializer(64);
    WireRecordSerializer.INSTANCE.serialize(
        entry.toRecord(
            WireRecord.Kind.INDEX, 3, 9, new Key(new byte[] {10}), 1_000_000, new byte[] {5, 6}),
        out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(stored);
  }

  /** As {@link #FORMAT_1}, of another kind; the key is what such a row has in place of one. */
  @Test
  void readsARowWithoutAKey() throws IOException {
    String stored = "01" + "03" + FORMAT_1.substring(4);
    WireRecord record = read(HexFormat.of().parseHex(stored));
    assertThat(record.kind()).isEqualTo(WireRecord.Kind.REJECTED);
    DataOutputSerializer out = new DataOutputSerializer(64);
    WireRecordSerializer.INSTANCE.serialize(record, out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(stored);
  }

  /** It decides the subtask: 64-bit FNV-1a of the byte 61 is published as af63dc4c8601ec8c. */
  @Test
  void spreadsRowsWithoutAKeyByTheirBytes() {
    assertThat(Key.ofRowWithoutKey(new byte[] {0x61}))
        .isEqualTo(new Key(HexFormat.of().parseHex("00" + "af63dc4c8601ec8c")));
  }

  @Test
  void writesLongKeysToo() throws IOException {
    for (int length : new int[] {0, 254, 255, 100_000}) {
      byte[] bytes = new byte[length];
      Arrays.fill(bytes, (byte) 7);
      DataOutputSerializer out = new DataOutputSerializer(16);
      KeySerializer.INSTANCE.serialize(new Key(bytes), out);
      assertThat(out.length()).isEqualTo(length < 255 ? 1 + length : 5 + length);
      assertThat(
              KeySerializer.INSTANCE.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
          .isEqualTo(new Key(bytes));
    }
  }

  @Test
  void refusesNewerFormatsAndUnknownKinds() {
    byte[] newer = HexFormat.of().parseHex(FORMAT_1);
    newer[0] = 2;
    assertThatThrownBy(() -> read(newer)).hasMessageContaining("format 2");
    byte[] unknown = HexFormat.of().parseHex(FORMAT_1);
    unknown[1] = 9;
    assertThatThrownBy(() -> read(unknown)).hasMessageContaining("9");
  }

  private static WireRecord read(byte[] bytes) throws IOException {
    return WireRecordSerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes));
  }
}
