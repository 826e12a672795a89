package io.deltascd.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** History worked out by hand: id, tracked value, note, from version, to version. */
class HistoryModelTest {

  private static final List<String> COLUMNS = List.of("id", "value", "note");

  @Test
  void opensChangesClosesAndReopens() {
    Contents silver = new Contents();
    silver.commit(row(1, "a", ""), row(2, "b", ""));
    silver.commit(row(1, "A", ""), row(2, "b", ""));
    silver.commit(row(2, "b", ""));
    silver.commit(row(2, "b", ""));
    silver.commit(row(1, "A", ""), row(2, "b", ""));
    assertThat(intervals(HistoryModel.keyedBy("id"), silver, 0))
        .containsExactlyInAnyOrder(
            "[1, a, , 0, 1]", "[1, A, , 1, 2]", "[1, A, , 4, null]", "[2, b, , 0, null]");
  }

  @Test
  void beginsWithTheSnapshotOfTheStart() {
    Contents silver = new Contents();
    silver.commit(row(1, "a", ""));
    silver.commit(row(1, "b", ""));
    silver.commit(row(1, "c", ""));
    assertThat(intervals(HistoryModel.keyedBy("id"), silver, 1))
        .containsExactlyInAnyOrder("[1, b, , 1, 2]", "[1, c, , 2, null]");
  }

  @Test
  void swapsTwoKeys() {
    Contents silver = new Contents();
    silver.commit(row(1, "a", ""), row(2, "b", ""));
    silver.commit(row(2, "a", ""), row(1, "b", ""));
    assertThat(intervals(HistoryModel.keyedBy("id"), silver, 0))
        .containsExactlyInAnyOrder(
            "[1, a, , 0, 1]", "[2, b, , 0, 1]", "[1, b, , 1, null]", "[2, a, , 1, null]");
  }

  @Test
  void updatesUntrackedColumnsInPlace() {
    Contents silver = new Contents();
    silver.commit(row(1, "a", "first"));
    silver.commit(row(1, "a", "second"));
    silver.commit(row(1, "a", null));
    silver.commit();
    assertThat(intervals(HistoryModel.keyedBy("id").tracking("value"), silver, 0))
        .containsExactly("[1, a, null, 0, 3]");
    assertThat(
            HistoryModel.keyedBy("id").keeping("id", "value").withVersions().history(silver, 0, 2))
        .singleElement()
        .satisfies(gold -> assertThat(gold).doesNotContainKey("note"));
  }

  @Test
  void comparesByValue() {
    Contents silver = new Contents();
    silver.commit(row(1, -0.0, ""), row(2, Double.NaN, ""), row(3, null, ""), row(4, "", ""));
    silver.commit(row(1, 0.0, ""), row(2, 0.0 / 0.0, ""), row(3, null, ""), row(4, null, ""));
    assertThat(intervals(HistoryModel.keyedBy("id"), silver, 0))
        .hasSize(5)
        .contains("[4, , , 0, 1]", "[4, null, , 1, null]");
  }

  @Test
  void refusesAKeyThatIsNotUnique() {
    Contents silver = new Contents();
    silver.commit(row(1, "a", ""), row(1, "b", ""));
    assertThatThrownBy(() -> HistoryModel.keyedBy("id").history(silver, 0, 0))
        .hasMessageContaining("not unique");
  }

  private static List<String> intervals(HistoryModel model, Contents silver, long start) {
    List<String> texts = new ArrayList<>();
    for (Map<String, Object> row : model.withVersions().history(silver, start, silver.version())) {
      texts.add(
          Arrays.asList(
                  row.get("id"),
                  row.get("value"),
                  row.get("note"),
                  row.get("valid_from_version"),
                  row.get("valid_to_version"))
              .toString());
      assertThat(row)
          .containsEntry("is_current", row.get("valid_to") == null)
          .containsEntry("valid_from", silver.time((Long) row.get("valid_from_version")));
    }
    return texts;
  }

  private static Map<String, Object> row(Object... values) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      row.put(COLUMNS.get(i), values[i]);
    }
    return row;
  }

  private static final class Contents implements VersionedRows {
    private final List<List<Map<String, Object>>> versions = new ArrayList<>();

    @SafeVarargs
    @SuppressWarnings("varargs")
    final void commit(Map<String, Object>... rows) {
      versions.add(List.of(rows));
    }

    @Override
    public long version() {
      return versions.size() - 1L;
    }

    @Override
    public List<String> columnNames(long version) {
      return COLUMNS;
    }

    @Override
    public Instant time(long version) {
      return Instant.ofEpochSecond(1_000_000 + version);
    }

    @Override
    public List<Map<String, Object>> rows(long version) {
      return versions.get((int) version);
    }
  }
}
