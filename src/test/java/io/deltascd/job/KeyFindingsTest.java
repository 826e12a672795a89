package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.table.KeyCensus;
import io.deltascd.table.KeyCensus.Group;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class KeyFindingsTest {
  private static final RowType KEY =
      RowType.of(
          new LogicalType[] {new BigIntType(), VarCharType.STRING_TYPE},
          new String[] {"id", "zone"});

  private static final KeyRules STRICT =
      new KeyRules(List.of("id", "zone"), Kind.ERROR, Kind.ERROR);

  /** Under settings that allow for them they are worth a warning. */
  @Test
  void nullsAndDuplicatesThatAreAllowed() {
    List<Finding> findings =
        KeyFindings.of(
            new KeyCensus.Result(
                KEY, 9, 1, List.of(row(4L, null)), 1, 2, List.of(new Group(row(7L, "a"), 2))),
            "/silver, version 3",
            new KeyRules(List.of("id", "zone"), Kind.WARNING, Kind.WARNING));
    assertThat(findings).hasSize(2).extracting(Finding::kind).containsOnly(Kind.WARNING);
  }

  @Test
  void nothingWrong() {
    assertThat(
            KeyFindings.of(
                new KeyCensus.Result(KEY, 9, 0, List.of(), 0, 0, List.of()),
                "/silver, version 3",
                STRICT))
        .isEmpty();
  }

  @Test
  void nulls() {
    assertThat(
            KeyFindings.of(
                new KeyCensus.Result(
                    KEY, 9, 1204, List.of(row(null, "a"), row(4L, null)), 0, 0, List.of()),
                "/silver, version 3",
                STRICT))
        .containsExactly(
            new Finding(
                "The key of silver has nulls",
                "/silver, version 3",
                "1,204 rows with a null in the key, for example id = null, zone = a;"
                    + " id = 4, zone = null",
                "no null in id, zone",
                "correct these rows, choose other key columns, or leave such rows out"
                    + " (target.on-null-key: skip)"));
  }

  @Test
  void duplicatesWithAwkwardValues() {
    List<Group> groups =
        List.of(
            new Group(row(7L, "line\nbreak"), 2), new Group(row(8L, "x".repeat(100)), 1_000_000));

    assertThat(
            KeyFindings.of(
                new KeyCensus.Result(KEY, 9, 0, List.of(), 2, 1_000_002, groups),
                "/silver, version 3",
                STRICT))
        .containsExactly(
            new Finding(
                "The key of silver is not unique",
                "/silver, version 3",
                "2 keys in more than one row, 1,000,002 rows together, for example id = 7,"
                    + " zone = line?break in 2 rows; id = 8, zone = "
                    + "x".repeat(60)
                    + "… in 1,000,000 rows",
                "no two rows with the same id, zone",
                "remove the duplicates, choose key columns that identify a row, or let the last row"
                    + " count (target.on-duplicate-key: keep-last)"));
  }

  private static RowData row(Long id, String zone) {
    return GenericRowData.of(id, zone == null ? null : StringData.fromString(zone));
  }
}
