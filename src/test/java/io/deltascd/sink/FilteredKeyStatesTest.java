package io.deltascd.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.history.KeyState;
import io.deltascd.history.RowPosition;
import io.deltascd.model.FileId;
import io.deltascd.model.Key;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilteredKeyStatesTest {
  private final CountingStates states = new CountingStates();

  @ParameterizedTest
  @ValueSource(longs = {0, 50, 1_000_000})
  void answersAsTheStateDoes(long most) throws Exception {
    FilteredKeyStates filtered = new FilteredKeyStates(states, most);
    Map<Key, KeyState> expected = new HashMap<>();
    Random random = new Random(7);

    for (int step = 0; step < 20_000; step++) {
      Key key = key(random.nextInt(500));
      switch (random.nextInt(3)) {
        case 0 -> {
          KeyState state = state(step);
          filtered.put(key, state);
          expected.put(key, state);
        }
        case 1 -> {
          filtered.remove(key);
          expected.remove(key);
        }
        default -> assertThat(filtered.get(key)).isEqualTo(expected.get(key));
      }
    }

    assertThat(states.map).isEqualTo(expected);
  }

  @Test
  void aKeyThatIsNewCostsNoLookUp() throws Exception {
    FilteredKeyStates filtered = new FilteredKeyStates(states, 1_000);

    for (int id = 0; id < 1_000; id++) {
      assertThat(filtered.get(key(id))).isNull();
      filtered.put(key(id), state(id));
    }

    assertThat(states.gets).isZero();
    assertThat(filtered.get(key(999))).isEqualTo(state(999));
    assertThat(states.gets).isEqualTo(1);
  }

  @Test
  void withTooManyKeysTheStateIsAskedAlways() throws Exception {
    FilteredKeyStates filtered = new FilteredKeyStates(states, 2);
    for (int id = 0; id < 3; id++) {
      filtered.put(key(id), state(id));
    }

    assertThat(filtered.get(key(3))).isNull();
    assertThat(states.gets).isEqualTo(1);
  }

  private static Key key(int id) {
    return new Key(ByteBuffer.allocate(4).putInt(id).array());
  }

  private static KeyState state(long row) {
    return new KeyState(1, 0, 1, new RowPosition(new FileId(1, 2), row), 0, true, row);
  }

  private static final class CountingStates implements KeyStates {
    private final Map<Key, KeyState> map = new HashMap<>();
    private int gets;

    @Override
    @Nullable
    public KeyState get(Key key) {
      gets++;
      return map.get(key);
    }

    @Override
    public void put(Key key, KeyState state) {
      map.put(key, state);
    }

    @Override
    public void remove(Key key) {
      map.remove(key);
    }
  }
}
