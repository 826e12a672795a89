package io.deltascd.changes;

import static io.deltascd.changes.TestSplits.full;
import static io.deltascd.changes.TestSplits.split;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.changes.EnumeratorState.Planned;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerializersTest {
  private final ChangeSplitSerializer splits = new ChangeSplitSerializer();
  private final EnumeratorStateSerializer states = new EnumeratorStateSerializer();

  @Test
  void splitComesBack() throws IOException {
    assertThat(splits.deserialize(1, splits.serialize(full()))).isEqualTo(full());
  }

  @Test
  void splitOfFormat1() throws IOException {
    byte[] stored = HexFormat.of().parseHex(STORED_SPLIT);
    assertThat(splits.deserialize(1, stored)).isEqualTo(full());
    assertThat(splits.serialize(full())).isEqualTo(stored);
  }

  @Test
  void stateComesBack() throws IOException {
    EnumeratorState state = state();
    assertThat(states.deserialize(1, states.serialize(state))).isEqualTo(state);
  }

  @Test
  void stateOfFormat1() throws IOException {
    byte[] stored = HexFormat.of().parseHex(STORED_STATE);
    assertThat(states.deserialize(1, stored)).isEqualTo(state());
    assertThat(states.serialize(state())).isEqualTo(stored);
  }

  @Test
  void stateBeforeAnythingIsKnown() throws IOException {
    EnumeratorState state = new EnumeratorState(null, -1, List.of());
    assertThat(states.deserialize(1, states.serialize(state))).isEqualTo(state);
  }

  @Test
  void newerFormatIsRefused() {
    assertThatThrownBy(() -> splits.deserialize(2, new byte[] {2}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("format 2");
    assertThatThrownBy(() -> states.deserialize(2, new byte[] {2}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("format 2");
  }

  private static EnumeratorState state() {
    return new EnumeratorState(
        new Planned("table-1", 8, 8000, TestSplits.SCHEMA), 5, List.of(split(8, 0)));
  }

  private static final String STORED_SPLIT =
      "010000000000000003000000027b7d000000046e616d6500000001000000057061c3ad730000"
          + "0003372d31000000000000000700000000000f4247000000000000002a000000020400000016"
          + "7061c3ad733d45532f61253230622e70617271756574000000000000007b0000000100000005"
          + "7061c3ad73000000024553010000000175000000036162630000000100000022000000000000"
          + "00020100000001690000000378797affffffff0000000800000000000000010300000009662e"
          + "706172717565740000000000000005000000000000";
  private static final String STORED_STATE =
      "01000000010000000000000003000000027b7d000000046e616d6500000001000000057061c3"
          + "ad7301000000077461626c652d3100000000000000080000000000001f4000000000000000000000000500000001"
          + "0000000000000003382d3000000000000000080000000000001f400000000000000000000000"
          + "010100000009662e70617271756574000000000000000a000000000000";
}
