package io.deltascd.table;

import static io.deltascd.testing.ColumnType.DOUBLE;
import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.table.KeyCensus.Group;
import io.deltascd.table.KeyCensus.Hashing;
import io.deltascd.testing.Column;
import io.deltascd.testing.Fixture;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyCensusTest {
  private static final SilverSpec SPEC =
      SilverSpec.of(
          new Column("id", LONG), new Column("zone", STRING), new Column("weight", DOUBLE));

  @TempDir private Path directory;

  @Test
  void aKeyThatIsOne() throws IOException {
    SilverWriter silver = silver(SPEC);
    silver.append(List.of(SPEC.row(1L, "a", 1.0), SPEC.row(2L, "a", 1.0)));

    KeyCensus.Result census = census(silver.path(), "id");

    assertThat(census.rows()).isEqualTo(2);
    assertThat(census.nullRows()).isZero();
    assertThat(census.nulls()).isEmpty();
    assertThat(census.repeatedKeys()).isZero();
    assertThat(census.repeatedRows()).isZero();
    assertThat(census.repeated()).isEmpty();
    assertThat(census.keyType().getFieldNames()).containsExactly("id");
  }

  @Test
  void repeatedKeysAreCountedAndShown() throws IOException {
    SilverWriter silver = silver(SPEC);
    silver.append(List.of(SPEC.row(7L, "a", 1.0), SPEC.row(8L, "a", 1.0)));
    silver.append(List.of(SPEC.row(7L, "b", 1.0), SPEC.row(9L, "a", 1.0), SPEC.row(9L, "a", 1.0)));
    silver.append(List.of(SPEC.row(7L, "a", 2.0)));

    KeyCensus.Result byId = census(silver.path(), "id");
    KeyCensus.Result byBoth = census(silver.path(), "id", "zone");

    assertThat(byId.repeatedKeys()).isEqualTo(2);
    assertThat(byId.repeatedRows()).isEqualTo(5);
    assertThat(ids(byId.repeated())).containsExactlyInAnyOrder("7 in 3", "9 in 2");
    assertThat(byBoth.repeatedKeys()).isEqualTo(2);
    assertThat(byBoth.repeatedRows()).isEqualTo(4);
    assertThat(ids(byBoth.repeated())).containsExactlyInAnyOrder("7 in 2", "9 in 2");
  }

  @Test
  void nullsAreCountedAndAreNoDuplicates() throws IOException {
    SilverWriter silver = silver(SPEC);
    silver.append(
        List.of(SPEC.row(null, "a", 1.0), SPEC.row(null, "a", 1.0), SPEC.row(1L, null, 1.0)));
    silver.append(List.of(SPEC.row(null, null, 1.0), SPEC.row(2L, "a", 1.0)));

    KeyCensus.Result census = census(silver.path(), "id", "zone");

    assertThat(census.rows()).isEqualTo(5);
    assertThat(census.nullRows()).isEqualTo(4);
    assertThat(census.nulls()).hasSize(3);
    assertThat(census.nulls())
        .allSatisfy(row -> assertThat(row.isNullAt(0) || row.isNullAt(1)).isTrue());
    assertThat(census.repeatedKeys()).isZero();
  }

  @Test
  void keysAreComparedByValue() throws IOException {
    SilverWriter silver = silver(SPEC);
    silver.append(
        List.of(
            SPEC.row(1L, "a", 0.0),
            SPEC.row(2L, "a", -0.0),
            SPEC.row(3L, "a", Double.NaN),
            SPEC.row(4L, "a", Double.NaN)));

    assertThat(census(silver.path(), "weight").repeatedRows()).isEqualTo(4);
    assertThat(census(silver.path(), "weight").repeatedKeys()).isEqualTo(2);
  }

  @Test
  void rowsThatAreNoLongerThereDoNotCount() throws IOException {
    SilverWriter silver = silver(SPEC);
    silver.append(List.of(SPEC.row(1L, "a", 1.0), SPEC.row(1L, "b", 1.0), SPEC.row(null, "c", 1.)));
    silver.delete(Form.DELETION_VECTOR, row -> row.get("zone").equals("b"));
    silver.delete(Form.COPY_ON_WRITE, row -> row.get("id") == null);

    KeyCensus.Result census = census(silver.path(), "id");

    assertThat(census.rows()).isEqualTo(1);
    assertThat(census.nullRows()).isZero();
    assertThat(census.repeatedKeys()).isZero();
  }

  @Test
  void aPartitionColumnCanBeTheKey() throws IOException {
    SilverWriter silver = silver(SPEC.withPartitions("zone"));
    silver.append(List.of(SPEC.row(1L, "a", 1.0), SPEC.row(2L, "b", 1.0)));
    silver.append(List.of(SPEC.row(3L, "b", 1.0), SPEC.row(4L, null, 1.0)));

    KeyCensus.Result byZone = census(silver.path(), "zone");

    assertThat(byZone.repeatedRows()).isEqualTo(2);
    assertThat(byZone.repeated().get(0).key().getString(0)).hasToString("b");
    assertThat(byZone.nullRows()).isEqualTo(1);
    assertThat(census(silver.path(), "id", "zone").repeatedKeys()).isZero();
  }

  @Test
  void mappedColumnsAreReadUnderTheirNames() throws IOException {
    Path table = Fixture.named("column-mapping").unzip(directory);

    assertThat(census(table, "Número de cliente").repeatedKeys()).isZero();
    // Rows 2 and 1 were of zone s, and are deleted at the end.
    assertThat(census(table, "Número de cliente").rows()).isEqualTo(2);
  }

  /** Of 1,000 rows, 300 have a key that ten of them share; hash functions of all qualities. */
  @ParameterizedTest
  @CsvSource({"1, 100000", "2, 100000", "1000, 100000", "1, 1", "64, 10", "1000, 100"})
  void countsAreExactWhateverTheHashAndTheMemory(long differentHashes, long mostValues)
      throws IOException {
    SilverWriter silver = silver(SPEC);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (long i = 0; i < 1000; i++) {
      rows.add(SPEC.row(i < 300 ? i % 30 : i, "z", 1.0));
    }
    silver.append(rows);
    Hashing hashing =
        new Hashing(key -> (key.hashCode() & 0xffffL) % differentHashes << 55, mostValues);

    KeyCensus.Result census = KeyCensus.of(keys(silver.path(), "id"), hashing);

    assertThat(census.rows()).isEqualTo(1000);
    assertThat(census.repeatedKeys()).isEqualTo(30);
    assertThat(census.repeatedRows()).isEqualTo(300);
    assertThat(census.repeated()).allSatisfy(group -> assertThat(group.rows()).isEqualTo(10));
    assertThat(census.repeated()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void aFileThatIsGoneIsNamed() throws IOException {
    SilverWriter silver = silver(SPEC);
    silver.append(List.of(SPEC.row(1L, "a", 1.0)));
    try (Stream<Path> files = Files.list(silver.path())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        Files.delete(file);
      }
    }

    assertThatThrownBy(() -> census(silver.path(), "id"))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A file of silver is gone");
  }

  private SilverWriter silver(SilverSpec spec) {
    return SilverWriter.create(directory.resolve("silver"), spec);
  }

  private static KeyCensus.Result census(Path table, String... keys) throws IOException {
    return KeyCensus.of(keys(table, keys));
  }

  private static VersionRows keys(Path table, String... keys) throws IOException {
    return VersionRows.ofSilver(location(table), newest(table), List.of(keys));
  }

  private static SilverSnapshot newest(Path table) throws IOException {
    SilverTable silver = SilverTable.open(location(table));
    return silver.snapshot(silver.latestVersion());
  }

  private static TableLocation location(Path table) {
    return new TableLocation(table.toString(), Map.of());
  }

  private static List<String> ids(List<Group> groups) {
    return groups.stream().map(group -> group.key().getLong(0) + " in " + group.rows()).toList();
  }
}
