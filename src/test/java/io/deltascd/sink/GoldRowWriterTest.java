package io.deltascd.sink;

import static io.deltascd.history.Rows.change;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TestTarget;
import io.deltascd.history.KeyState;
import io.deltascd.history.Rows;
import io.deltascd.model.DataFile;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.Key;
import io.deltascd.model.WireRecord;
import io.deltascd.table.GoldSchema;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldRowWriterTest {
  private static final HistorySettings BY_NAME =
      new HistorySettings(null, null, null, null, null, List.of("is_current", "name"), null, null);

  @TempDir private Path directory;

  /**
   * However little may wait, one current row is left of a key, and each one before it is closed
   * once. The budgets end between any two of the calls that an update consists of.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1, 1.5, 2, 2.5, 3, 100})
  void oneCurrentRowIsLeftWhateverTheBudget(double rows) throws Exception {
    WireRecord first = change(UPDATE_AFTER, 1, 7, "name 1", 5);
    long budget = (long) (rows * first.heapSize());
    States states = new States();
    try (GoldRowWriter writer = writer(states, budget)) {
      writer.putCurrent(first, null, state(1));
      WireRecord last = first;
      for (long version = 2; version <= 6; version++) {
        WireRecord next = change(UPDATE_AFTER, version, 7, "name " + version, 5);
        KeyState before = writer.state(next.key());
        writer.appendClosed(last, before, next);
        writer.putCurrent(next, before, state(version));
        last = next;
      }
      KeyState before = writer.state(last.key());
      writer.putCurrent(change(UPDATE_AFTER, 7, 8, "name 7", 5), null, state(7));
      writer.appendClosed(last, before, change(UPDATE_AFTER, 8, 7, "", 5));
      writer.removeCurrent(last.key(), writer.state(last.key()));

      List<DataFile> files = writer.takeFiles();
      long marked =
          writer.takeMarks().values().stream().mapToLong(mark -> mark.getLongCardinality()).sum();
      assertThat(rows(files, "true") - marked).as("current rows").isEqualTo(1);
      assertThat(rows(files, "false")).as("closed rows").isEqualTo(6);
    }
  }

  private static long rows(List<DataFile> files, String current) {
    return files.stream()
        .filter(file -> file.partitionValues().get("is_current").equals(current))
        .mapToLong(DataFile::rows)
        .sum();
  }

  private static KeyState state(long version) {
    return new KeyState(version, Rows.time(version), version, null, 0, true, version);
  }

  private GoldRowWriter writer(KeyStates states, long budget) {
    GoldSchema schema = GoldSchema.of(Rows.COLUMNS, Rows.KEYS, BY_NAME);
    MemorySize size = MemorySize.ofMebiBytes(1);
    TargetConfig target =
        TestTarget.of(new TableLocation(directory.toString(), Map.of()))
            .keys(Rows.KEYS)
            .history(BY_NAME)
            .memory(size)
            .fileSize(size)
            .config();
    return new GoldRowWriter(
        states,
        new GoldRows(schema, id -> Rows.COLUMNS),
        budget,
        new GoldFiles(target, "0"),
        new GoldFiles(target, "0"));
  }

  private static final class States implements KeyStates {
    private final Map<Key, KeyState> states = new HashMap<>();

    @Override
    public KeyState get(Key key) {
      return states.get(key);
    }

    @Override
    public void put(Key key, KeyState state) {
      states.put(key, state);
    }

    @Override
    public void remove(Key key) {
      states.remove(key);
    }
  }
}
