package io.deltascd.history;

import static io.deltascd.history.Rows.change;
import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.apache.flink.types.RowKind.UPDATE_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlignerTest {
  private static final long PLENTY = 1 << 20;

  private final MapSpill spill = new MapSpill();
  private final List<String> handedOver = new ArrayList<>();

  @Test
  void handsNothingOverBeforeTheVersionIsComplete() throws Exception {
    Aligner aligner = new Aligner(PLENTY, spill);
    aligner.add(change(INSERT, 5, 1, "a", 1));
    assertThat(drain(aligner, 4, 100)).isTrue();
    assertThat(handedOver).isEmpty();
    assertThat(aligner.nextVersion()).isEqualTo(5);
  }

  @Test
  void handsOverVersionsInOrderAndKeysWithAllTheirRows() throws Exception {
    Aligner aligner = new Aligner(PLENTY, spill);
    aligner.add(change(UPDATE_AFTER, 6, 1, "c", 1));
    aligner.add(change(INSERT, 5, 2, "x", 1));
    aligner.add(change(INSERT, 5, 1, "b", 1));
    aligner.add(change(UPDATE_BEFORE, 6, 1, "b", 1));
    assertThat(drain(aligner, 6, 100)).isTrue();
    assertThat(handedOver).containsExactly("5:2:1", "5:1:1", "6:1:2");
    assertThat(aligner.bufferedRows()).isZero();
    assertThat(aligner.nextVersion()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void stopsAtTheLimitAndGoesOnFromThere() throws Exception {
    Aligner aligner = new Aligner(PLENTY, spill);
    for (long id = 0; id < 5; id++) {
      aligner.add(change(INSERT, 5, id, "a", 1));
    }
    assertThat(drain(aligner, 5, 2)).isFalse();
    assertThat(handedOver).hasSize(2);
    assertThat(drain(aligner, 5, 2)).isFalse();
    assertThat(drain(aligner, 5, 2)).isTrue();
    assertThat(handedOver).containsExactly("5:0:1", "5:1:1", "5:2:1", "5:3:1", "5:4:1");
  }

  @Test
  void keepsWhatIsLeftOfADrainThatACheckpointCuts() throws Exception {
    Aligner aligner = new Aligner(PLENTY, spill);
    for (long id = 0; id < 5; id++) {
      aligner.add(change(INSERT, 5, id, "a", 1));
    }
    drain(aligner, 5, 2);
    aligner.spillAll();
    assertThat(spill.rows()).isEqualTo(3);

    Aligner restored = new Aligner(PLENTY, spill);
    assertThat(drain(restored, 5, 1)).isFalse();
    restored.spillAll();
    assertThat(drain(restored, 5, 100)).isTrue();
    assertThat(handedOver).containsExactlyInAnyOrder("5:0:1", "5:1:1", "5:2:1", "5:3:1", "5:4:1");
    assertThat(spill.rows()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 500, 2_000, PLENTY})
  void joinsRowsOfAVersionFromMemoryAndSpill(long budget) throws Exception {
    Aligner aligner = new Aligner(budget, spill);
    for (long id = 0; id < 20; id++) {
      aligner.add(change(UPDATE_BEFORE, 5, id, "a", 1));
    }
    aligner.spillAll();
    for (long id = 10; id < 30; id++) {
      aligner.add(change(UPDATE_AFTER, 5, id, "b", 1));
    }
    while (!drain(aligner, 7, 3)) {}
    List<String> expected = new ArrayList<>();
    for (long id = 0; id < 30; id++) {
      expected.add("5:" + id + ":" + (id >= 10 && id < 20 ? 2 : 1));
    }
    assertThat(handedOver).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(aligner.bufferedRows()).isZero();
  }

  @Test
  void copiedRowsDoNotWait() throws Exception {
    Aligner aligner = new Aligner(PLENTY, spill);
    aligner.add(change(DELETE, 5, 1, "a", 1));
    aligner.add(change(INSERT, 5, 2, "b", 1));
    aligner.add(change(INSERT, 5, 1, "a", 1));
    aligner.add(change(DELETE, 5, 2, "b", 1));
    assertThat(aligner.bufferedRows()).isZero();
    assertThat(drain(aligner, 5, 100)).isTrue();
    assertThat(handedOver).isEmpty();
    assertThat(aligner.nextVersion()).isEqualTo(Long.MAX_VALUE);
    assertThat(aligner.takeCopies()).isEqualTo(4);
    assertThat(aligner.takeCopies()).isZero();
  }

  @Test
  void copiedRowsAreFoundInTheSpill() throws Exception {
    Aligner aligner = new Aligner(PLENTY, spill);
    aligner.add(change(DELETE, 5, 1, "a", 1));
    aligner.add(change(DELETE, 5, 2, "b", 1));
    aligner.spillAll();
    aligner.add(change(INSERT, 5, 1, "a", 1));
    aligner.add(change(INSERT, 5, 2, "b", 2));
    assertThat(drain(aligner, 5, 100)).isTrue();
    assertThat(handedOver).containsExactly("5:2:2");
    assertThat(spill.rows()).isZero();
    assertThat(aligner.takeCopies()).isEqualTo(2);
  }

  /** In whatever order they come: of the equal rows, one more was deleted than inserted. */
  @Test
  void copiesAmongManyRowsAreLeftOutOneForOne() throws Exception {
    List<WireRecord> rows =
        List.of(
            change(DELETE, 5, 1, "a", 1),
            change(DELETE, 5, 1, "a", 1),
            change(INSERT, 5, 1, "a", 1),
            change(INSERT, 5, 1, "b", 1),
            change(UPDATE_BEFORE, 5, 1, "c", 1),
            change(UPDATE_AFTER, 5, 1, "c", 1));
    for (int first = 0; first < rows.size(); first++) {
      Aligner aligner = new Aligner(PLENTY, spill);
      for (int i = 0; i < rows.size(); i++) {
        aligner.add(rows.get((first + i) % rows.size()));
      }
      handedOver.clear();
      assertThat(drain(aligner, 5, 100)).isTrue();
      assertThat(handedOver).containsExactly("5:1:4");
      assertThat(aligner.takeCopies()).isEqualTo(2);
      assertThat(aligner.bufferedRows()).isZero();
    }
  }

  @Test
  void keepsSurplusRowsThroughTheSpill() throws Exception {
    Aligner aligner = new Aligner(PLENTY, spill);
    aligner.add(change(INSERT, 5, 1, "a", 1));
    aligner.add(change(INSERT, 5, 1, "b", 1));
    aligner.spillAll();
    aligner.drain(5, 10, (key, version, change) -> assertThat(change.isUnique()).isFalse());
    assertThat(spill.rows()).isZero();
  }

  /** Notes version, id and number of rows of each key. */
  private boolean drain(Aligner aligner, long complete, int limit) throws Exception {
    return aligner.drain(
        complete,
        limit,
        (key, version, change) ->
            handedOver.add(version + ":" + id(key) + ":" + change.rows().size()));
  }

  private static int id(Key key) {
    return key.bytes()[key.bytes().length - 1];
  }

  /** A spill in a map that gives back the rows of one key after the other. */
  private static final class MapSpill implements Spill {
    private final TreeMap<Long, Map<Key, List<WireRecord>>> rows = new TreeMap<>();

    @Override
    public void put(WireRecord row) {
      rows.computeIfAbsent(row.version(), version -> new HashMap<>())
          .computeIfAbsent(row.key(), key -> new ArrayList<>())
          .add(row);
    }

    @Override
    public SortedSet<Long> versions() {
      return rows.navigableKeySet();
    }

    @Override
    public List<WireRecord> take(long version) {
      Map<Key, List<WireRecord>> left = rows.get(version);
      List<WireRecord> taken = left.remove(left.keySet().iterator().next());
      if (left.isEmpty()) {
        rows.remove(version);
      }
      return taken;
    }

    int rows() {
      return rows.values().stream()
          .flatMap(keys -> keys.values().stream())
          .mapToInt(List::size)
          .sum();
    }
  }
}
