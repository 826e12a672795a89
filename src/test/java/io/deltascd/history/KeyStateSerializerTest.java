package io.deltascd.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.FileId;
import io.deltascd.model.IndexEntry;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class KeyStateSerializerTest {
  private static final KeyState STATE =
      new KeyState(
          7, 1_000_000, 5, new RowPosition(new FileId(1, 2), 3), 0, true, 0x1122334455667788L);

  /** Format 1, laid out by hand. A release may write another one, but must go on reading this. */
  private static final String FORMAT_1 =
      "01"
          + "00"
          + "0000000000000007"
          + "00000000000f4240"
          + "0000000000000005"
          + "0000000000000001"
          + "0000000000000002"
          + "0000000000000003"
          + "00000000"
          + "1122334455667788";

  @Test
  void readsStoredBytes() throws IOException {
    assertThat(read(HexFormat.of().parseHex(FORMAT_1))).isEqualTo(STATE);
  }

  @Test
  void writesWhatItReads() throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(128);
    KeyStateSerializer.INSTANCE.serialize(STATE, out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(FORMAT_1);
    DataOutputSerializer copy = new DataOutputSerializer(128);
    KeyStateSerializer.INSTANCE.copy(new DataInputDeserializer(out.getCopyOfBuffer()), copy);
    assertThat(copy.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
  }

  /** As a start without state learns it, from version 9 of gold. */
  @Test
  void knowsAStateWhoseRowIsNotKnown() throws IOException {
    KeyState learnt =
        KeyState.learnt(
            new IndexEntry(9, new FileId(1, 2), 3, IndexEntry.UNKNOWN_VERSION)
                .toRecord(
                    WireRecord.Kind.INDEX,
                    0,
                    7,
                    new Key(new byte[] {1}),
                    1_000_000,
                    IndexEntry.NO_ROW));
    String stored =
        "01"
            + "01"
            + "0000000000000007"
            + "00000000000f4240"
            + "ffffffffffffffff"
            + "0000000000000001"
            + "0000000000000002"
            + "0000000000000003"
            + "00000009"
            + "0000000000000000";
    assertThat(read(HexFormat.of().parseHex(stored))).isEqualTo(learnt);
    DataOutputSerializer out = new DataOutputSerializer(128);
    KeyStateSerializer.INSTANCE.serialize(learnt, out);
    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(stored);
  }

  @Test
  void refusesNewerFormats() {
    byte[] newer = HexFormat.of().parseHex(FORMAT_1);
    newer[0] = 2;
    assertThatThrownBy(() -> read(newer)).hasMessageContaining("format 2");
    byte[] flagged = HexFormat.of().parseHex(FORMAT_1);
    flagged[1] = 2;
    assertThatThrownBy(() -> read(flagged)).hasMessageContaining("flags 2");
  }

  @Test
  void refusesAStateWithoutPosition() {
    assertThatThrownBy(
            () ->
                KeyStateSerializer.INSTANCE.serialize(
                    STATE.at(null), new DataOutputSerializer(128)))
        .isInstanceOf(IOException.class);
  }

  private static KeyState read(byte[] bytes) throws IOException {
    return KeyStateSerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes));
  }
}
