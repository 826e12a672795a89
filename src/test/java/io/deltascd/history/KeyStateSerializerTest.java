package io.deltascd.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.FileId;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class KeyStateSerializerTest {
  private static final KeyState STATE =
      new KeyState(7, 1_000_000, 5, new RowPosition(new FileId(1, 2), 3), 0, 0x1122334455667788L);

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

  @Test
  void refusesNewerFormats() {
    byte[] newer = HexFormat.of().parseHex(FORMAT_1);
    newer[0] = 2;
    assertThatThrownBy(() -> read(newer)).hasMessageContaining("format 2");
    byte[] flagged = HexFormat.of().parseHex(FORMAT_1);
    flagged[1] = 1;
    assertThatThrownBy(() -> read(flagged)).hasMessageContaining("flags 1");
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
