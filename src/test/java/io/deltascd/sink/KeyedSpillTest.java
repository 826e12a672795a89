package io.deltascd.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.history.Rows;
import io.deltascd.model.Key;
import io.deltascd.model.ModelTypes;
import io.deltascd.model.WireRecord;
import io.deltascd.model.WireRecordSerializer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.runtime.state.internal.InternalListState;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("try") // a harness may be interrupted while it closes
class KeyedSpillTest {
  private static final int KEY_GROUPS = 4;

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void givesBackTheRowsOfAKeyTogether(String backend) throws Exception {
    try (Harness harness = open(backend, 1, 0, null)) {
      KeyedSpill spill = harness.spill();
      List<WireRecord> rows = rows(5, 0, 5_000);
      rows.addAll(rows(6, 0, 10));
      for (WireRecord row : rows) {
        spill.put(row);
      }
      assertThat(spill.versions()).containsExactly(5L, 6L);
      assertThat(sorted(takeAll(spill))).isEqualTo(sorted(texts(rows)));
      assertThat(spill.versions()).isEmpty();
    }
  }

  /** A version of any size takes a bounded number of keys on the heap. */
  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void takesRowsOfManyKeysAtOnce(String backend) throws Exception {
    try (Harness harness = open(backend, 1, 0, null)) {
      KeyedSpill spill = harness.spill();
      for (WireRecord row : rows(5, 0, 20_000)) {
        spill.put(row);
      }
      int takes = 0;
      while (!spill.versions().isEmpty()) {
        assertThat(spill.take(5)).hasSizeLessThan(200);
        takes++;
      }
      assertThat(takes).isBetween(1_000, 1_024);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void keepsRowsThroughACheckpointAndAnotherParallelism(String backend) throws Exception {
    List<WireRecord> rows = rows(5, 0, 2_000);
    List<String> left = texts(rows);
    OperatorSubtaskState state;
    try (Harness harness = open(backend, 1, 0, null)) {
      KeyedSpill spill = harness.spill();
      for (WireRecord row : rows) {
        spill.put(row);
      }
      left.removeAll(texts(spill.take(5)));
      state = harness.snapshot(1, 1);
    }
    List<String> restored = new ArrayList<>();
    for (int subtask = 0; subtask < 2; subtask++) {
      OperatorSubtaskState part =
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              state, KEY_GROUPS, 1, 2, subtask);
      try (Harness harness = open(backend, 2, subtask, part)) {
        restored.addAll(takeAll(harness.spill()));
      }
    }
    assertThat(sorted(restored)).isEqualTo(sorted(left));
  }

  /** They have a list for each key. */
  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void readsOlderSavepoints(String backend) throws Exception {
    List<WireRecord> rows = rows(5, 0, 3_000);
    try (Harness harness = open(backend, 1, 0, null)) {
      for (WireRecord row : rows) {
        harness.putUnderItsOwnKey(row);
      }
      KeyedSpill spill = harness.spill();
      for (WireRecord row : rows(5, 2_000, 4_000)) {
        spill.put(row);
        rows.add(row);
      }
      assertThat(sorted(takeAll(spill))).isEqualTo(sorted(texts(rows)));
    }
  }

  /** Of each key one row taken away and one added, not one after the other. */
  private static List<WireRecord> rows(long version, long from, long to) {
    List<WireRecord> rows = new ArrayList<>();
    for (long id = from; id < to; id++) {
      rows.add(Rows.change(RowKind.UPDATE_BEFORE, version, id, "before", 1));
    }
    for (long id = from; id < to; id++) {
      rows.add(Rows.change(RowKind.UPDATE_AFTER, version, id, "after", 2));
    }
    return rows;
  }

  private static List<String> texts(List<WireRecord> rows) {
    List<String> texts = new ArrayList<>();
    for (WireRecord row : rows) {
      texts.add(row + " " + HexFormat.of().formatHex(row.row()));
    }
    return texts;
  }

  private static List<String> sorted(List<String> texts) {
    return texts.stream().sorted().toList();
  }

  private static List<String> takeAll(KeyedSpill spill) throws Exception {
    List<String> all = new ArrayList<>();
    for (long version : List.copyOf(spill.versions())) {
      Set<Key> seen = new HashSet<>();
      while (spill.versions().contains(version)) {
        List<WireRecord> taken = spill.take(version);
        Set<Key> keys = new HashSet<>();
        taken.forEach(row -> keys.add(row.key()));
        assertThat(seen).doesNotContainAnyElementsOf(keys);
        seen.addAll(keys);
        all.addAll(texts(taken));
      }
    }
    return all;
  }

  private static Harness open(
      String backend, int parallelism, int subtask, OperatorSubtaskState state) throws Exception {
    Harness harness = new Harness(parallelism, subtask);
    StateBackend chosen =
        backend.equals("rocksdb") ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend();
    harness.setStateBackend(chosen);
    harness.setup();
    if (state != null) {
      harness.initializeState(state);
    }
    harness.open();
    return harness;
  }

  /** An operator that has nothing but keyed state. */
  private static final class Operator extends AbstractStreamOperator<Long>
      implements OneInputStreamOperator<WireRecord, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(StreamRecord<WireRecord> element) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class Harness
      extends KeyedOneInputStreamOperatorTestHarness<Key, WireRecord, Long> {

    Harness(int parallelism, int subtask) throws Exception {
      super(new Operator(), WireRecord::key, ModelTypes.KEY, KEY_GROUPS, parallelism, subtask);
    }

    KeyedSpill spill() throws Exception {
      return new KeyedSpill(backend(), KEY_GROUPS);
    }

    @SuppressWarnings("unchecked") // the backend makes every list state an internal one
    void putUnderItsOwnKey(WireRecord row) throws Exception {
      ListState<WireRecord> state =
          backend()
              .getOrCreateKeyedState(
                  LongSerializer.INSTANCE,
                  new ListStateDescriptor<>("waiting-rows", WireRecordSerializer.INSTANCE));
      InternalListState<Key, Long, WireRecord> list =
          (InternalListState<Key, Long, WireRecord>) state;
      backend().setCurrentKey(row.key());
      list.setCurrentNamespace(row.version());
      list.add(row);
    }

    private KeyedStateBackend<Key> backend() {
      return ((AbstractStreamOperator<?>) getOperator()).getKeyedStateBackend();
    }
  }
}
