package io.deltascd.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldCheckerTest {

  private static final String FILE = "\"path\":\"p1\",\"partitionValues\":{},\"size\":1";
  private static final String STATS = "\"stats\":\"{\\\"numRecords\\\":3}\"";

  @TempDir private Path table;

  @Test
  void comparesJavaValuesWithJsonByValue() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("a", new BigDecimal("100.00"));
    row.put("b", -0.0);
    row.put("c", Double.NaN);
    row.put("d", Instant.parse("2026-01-01T00:00:00.100Z"));
    row.put("e", LocalDate.of(2026, 1, 2));
    row.put("f", null);
    row.put("g", "x\"y");
    row.put("h", 1e15);
    row.put("i", new byte[] {1});
    String json =
        """
        {"i":"AQ==","b":0.0,"a":1e2,"c":"NaN","d":"2026-01-01T00:00:00.100000Z","e":"2026-01-02",\
        "f":null,"g":"x\\"y","h":1.0E15}""";
    assertThat(Rows.canonical(Rows.ofJson(json))).isEqualTo(Rows.canonical(row));
    assertThat(Rows.canonical(Map.of("a", "1"))).isNotEqualTo(Rows.canonical(Map.of("a", 1)));
  }

  @Test
  void saysWhatIsMissingAndWhatIsTooMuch() {
    List<Map<String, Object>> actual = List.of(Map.of("a", 1), Map.of("a", 1), Map.of("a", 2));
    List<Map<String, Object>> expected = List.of(Map.of("a", 3), Map.of("a", 2L), Map.of("a", 1));
    assertThat(GoldChecker.difference(actual, expected))
        .isEqualTo("3 rows where 3 were expected\nmissing (1):\n  {a=3}\nunexpected (1):\n  {a=1}");
    assertThat(GoldChecker.difference(actual, actual)).isEmpty();
  }

  @Test
  void findsBrokenIntervals() {
    assertThatCode(() -> intervals(interval(1, 0, 5), interval(1, 5, -1), interval(2, 3, -1)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> intervals(interval(1, 0, 5), interval(1, 4, 6)))
        .hasMessageContaining("overlaps");
    assertThatThrownBy(() -> intervals(interval(1, 5, 5))).hasMessageContaining("no length");
    assertThatThrownBy(() -> intervals(interval(1, 0, -1), interval(1, 4, -1)))
        .hasMessageContaining("after its open row");
  }

  @Test
  void findsFaultsInALog() throws Exception {
    Files.createDirectory(table.resolve("_delta_log"));
    String progress =
        "{\"domainMetadata\":{\"domain\":\"flink-delta-scd.progress\","
            + "\"configuration\":\"{\\\"silver\\\":{\\\"version\\\":7}}\",\"removed\":false}}\n";
    String add = "{\"add\":{%s,\"dataChange\":true,%s}}\n".formatted(FILE, STATS);
    Files.writeString(DeltaLog.commitFile(table, 0), progress + add);
    assertThat(TableHygiene.findings(table)).isEmpty();
    assertThat(DeltaLog.newestSilverVersion(table)).contains(7L);
    Files.writeString(DeltaLog.commitFile(table, 1), add);
    Files.writeString(
        DeltaLog.commitFile(table, 2),
        """
        {"remove":{"path":"p2","dataChange":false}}
        {"add":{"path":"p3","dataChange":false,"deletionVector":{"storageType":"p",\
        "pathOrInlineDv":"x","cardinality":1}}}
        """);
    assertThat(TableHygiene.findings(table))
        .containsExactly(
            "version 1 adds what is active already: p1",
            "version 1 changes data without progress: a foreign commit",
            "version 2 removes what is not active: p2",
            "version 2 adds without numRecords: p3",
            "version 2 has a deletion vector that is not relative:"
                + " {\"storageType\":\"p\",\"pathOrInlineDv\":\"x\",\"cardinality\":1}",
            "version 2 claims tight bounds beside a deletion vector: p3");
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static void intervals(Map<String, Object>... rows) {
    GoldChecker.assertIntervals(List.of(rows), List.of("id"));
  }

  /** Open if {@code to} is negative. */
  private static Map<String, Object> interval(int id, long from, long to) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", id);
    row.put("valid_from", Instant.ofEpochSecond(from));
    row.put("valid_to", to < 0 ? null : Instant.ofEpochSecond(to));
    row.put("is_current", to < 0);
    return row;
  }
}
