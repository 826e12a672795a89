package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.model.PipelineException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoldSchemaTest {
  @Test
  void hasSilversColumnsAndTheHistoryColumns() {
    GoldSchema schema = GoldFixture.schemaOf(silver("id", "price"), List.of("id"));

    assertThat(schema.rows().asSummaryString())
        .isEqualTo(
            "ROW<`id` INT, `price` INT, `valid_from` TIMESTAMP_LTZ(6) NOT NULL, "
                + "`valid_to` TIMESTAMP_LTZ(6), `is_current` BOOLEAN> NOT NULL");
    assertThat(schema.file().getFieldNames())
        .containsExactly("id", "price", "valid_from", "valid_to");
    assertThat(schema.statisticsProperty()).isEmpty();
  }

  @Test
  void refusesNamesThatClashOrCannotBeWritten() {
    assertThatThrownBy(() -> GoldFixture.schemaOf(silver("id", "Valid_To"), List.of("id")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Valid_To");
    assertThatThrownBy(() -> GoldFixture.schemaOf(silver("id", "unit price"), List.of("id")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("unit price");
    assertThatThrownBy(() -> GoldFixture.schemaOf(silver("id"), List.of("ID")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("one of [id]");
  }

  @Test
  void theFingerprintFollowsTheMeaningOfARow() {
    String fingerprint = GoldFixture.schemaOf(silver("id", "price"), List.of("id")).fingerprint();

    assertThat(fingerprint)
        .hasSize(64)
        .isEqualTo(GoldFixture.schemaOf(silver("id", "price"), List.of("id")).fingerprint())
        .isNotEqualTo(GoldFixture.schemaOf(silver("id", "cost"), List.of("id")).fingerprint())
        .isNotEqualTo(GoldFixture.schemaOf(silver("id", "price"), List.of("price")).fingerprint());
    RowType wider =
        RowType.of(
            new LogicalType[] {new IntType(), new BigIntType()}, new String[] {"id", "price"});
    assertThat(GoldFixture.schemaOf(wider, List.of("id")).fingerprint()).isNotEqualTo(fingerprint);
  }

  @Test
  void hasTheColumnsThatSettingsAskFor() {
    GoldSchema schema =
        GoldSchema.of(
            silver("id", "price", "stock", "país"),
            List.of("id"),
            new HistorySettings(
                new HistoryColumns("desde", "hasta", "vigente", "desde_v", "hasta_v"),
                null,
                null,
                List.of("país", "price", "id"),
                null,
                List.of("vigente", "país"),
                null,
                null));

    assertThat(schema.rows().asSummaryString())
        .isEqualTo(
            "ROW<`país` INT, `price` INT, `id` INT, `desde` TIMESTAMP_LTZ(6) NOT NULL, "
                + "`hasta` TIMESTAMP_LTZ(6), `desde_v` BIGINT NOT NULL, `hasta_v` BIGINT, "
                + "`vigente` BOOLEAN> NOT NULL");
    assertThat(schema.silverColumns()).containsExactly("país", "price", "id");
    assertThat(schema.file().getFieldNames())
        .containsExactly("price", "id", "desde", "hasta", "desde_v", "hasta_v");
    assertThat(schema.columnsWithStatistics())
        .containsExactly("id", "desde", "hasta", "desde_v", "hasta_v", "price");
  }

  static Stream<Arguments> wrongSettings() {
    return Stream.of(
        wrong("target.columns", "prize", List.of("id", "prize"), null, null, null),
        wrong("target.keys", "id", List.of("price"), null, null, null),
        wrong("target.tracked-columns", "cost", null, List.of("cost"), null, null),
        wrong("target.tracked-columns", "price", List.of("id"), List.of("price"), null, null),
        wrong("target.partition-by", "land", null, null, List.of("is_current", "land"), null),
        wrong("target.partition-by", "bytes", null, null, List.of("is_current", "bytes"), null),
        wrong("target.sequence-by", "bytes", null, null, null, List.of("bytes")),
        wrong("target.sequence-by", "seq", null, null, null, List.of("seq")),
        wrong(
            "target.partition-by",
            "[is_current, id]",
            List.of("id"),
            null,
            List.of("is_current", "id"),
            null));
  }

  private static Arguments wrong(
      String where,
      String found,
      List<String> columns,
      List<String> tracked,
      List<String> partitionBy,
      List<String> sequenceBy) {
    return Arguments.of(
        where,
        found,
        new HistorySettings(null, null, null, columns, tracked, partitionBy, null, sequenceBy));
  }

  @ParameterizedTest
  @MethodSource
  void wrongSettings(String where, String found, HistorySettings settings) {
    RowType silver =
        RowType.of(
            new LogicalType[] {
              new IntType(), new IntType(), new VarBinaryType(VarBinaryType.MAX_LENGTH)
            },
            new String[] {"id", "price", "bytes"});

    assertThatThrownBy(() -> GoldSchema.of(silver, List.of("id"), settings))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("where:    " + where + "\n")
        .hasMessageContaining("found:    " + found);
  }

  @Test
  void aNameThatClashesCanBeGivenToAnotherColumn() {
    HistorySettings renamed =
        new HistorySettings(
            new HistoryColumns("valid_from", "until", "is_current", null, null),
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    HistorySettings without =
        new HistorySettings(null, null, null, List.of("id"), null, null, null, null);

    assertThat(GoldSchema.of(silver("id", "Valid_To"), List.of("id"), renamed).silverColumns())
        .containsExactly("id", "Valid_To");
    assertThat(GoldSchema.of(silver("id", "Valid_To"), List.of("id"), without).silverColumns())
        .containsExactly("id");
  }

  @Test
  void theFingerprintFollowsTheSettings() {
    List<HistorySettings> all =
        List.of(
            HistorySettings.DEFAULT,
            new HistorySettings(null, "9999-12-31T00:00:00Z", null, null, null, null, null, null),
            new HistorySettings(null, null, Deletes.IGNORE, null, null, null, null, null),
            new HistorySettings(null, null, null, List.of("id", "price"), null, null, null, null),
            new HistorySettings(null, null, null, null, List.of("price"), null, null, null),
            new HistorySettings(null, null, null, null, List.of("id", "price"), null, null, null),
            new HistorySettings(
                null, null, null, null, null, List.of("is_current", "price"), null, null),
            new HistorySettings(null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, null));

    assertThat(all)
        .extracting(
            settings -> GoldSchema.of(silver("id", "price"), List.of("id"), settings).fingerprint())
        .doesNotHaveDuplicates();
    HistorySettings otherOrder =
        new HistorySettings(null, null, null, null, List.of("price", "id"), null, null, null);
    assertThat(GoldSchema.of(silver("id", "price"), List.of("id"), otherOrder).fingerprint())
        .isEqualTo(GoldSchema.of(silver("id", "price"), List.of("id"), all.get(5)).fingerprint());
  }

  /** Golds exist with this one: what the first release computed. */
  @Test
  void theFingerprintOfTheUsualSettingsStays() {
    assertThat(GoldFixture.schemaOf(silver("id", "price"), List.of("id")).fingerprint())
        .isEqualTo("43cd57be9449232d13eb74ed0e6feb50e56652b73efef594b6194f77a70a8e35");
  }

  @Test
  void aWideTableKeepsStatisticsOfItsKeysAndHistoryColumns() {
    String[] names = IntStream.range(0, 40).mapToObj(i -> "c" + i).toArray(String[]::new);
    names[39] = "clé";
    GoldSchema schema = GoldFixture.schemaOf(silver(names), List.of("clé"));

    assertThat(schema.columnsWithStatistics())
        .hasSize(32)
        .startsWith("clé", "valid_from", "valid_to", "c0");
    assertThat(schema.statisticsProperty().orElseThrow())
        .startsWith("`clé`,valid_from,valid_to,c0,c1");
    RowType flags =
        RowType.of(
            IntStream.range(0, 40).mapToObj(i -> new BooleanType()).toArray(LogicalType[]::new),
            names);
    assertThat(GoldFixture.schemaOf(flags, List.of("clé")).statisticsProperty())
        .contains("valid_from,valid_to");
  }

  @Test
  void partsOfNestedColumnsCountAsWell() {
    RowType part = RowType.of(new LogicalType[] {new IntType()}, new String[] {"unit price"});
    for (LogicalType type :
        List.of(part, new ArrayType(part), new MapType(new IntType(false), part))) {
      assertThatThrownBy(() -> GoldFixture.schemaOf(withId(type), List.of("id")))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("c.unit price");
    }
    RowType wide = silver(IntStream.range(0, 5000).mapToObj(i -> "c" + i).toArray(String[]::new));
    GoldSchema schema = GoldFixture.schemaOf(withId(wide), List.of("id"));
    assertThat(schema.statisticsProperty()).contains("id,valid_from,valid_to");
    assertThat(schema.fingerprint()).as("of a type of more than 64 KiB").hasSize(64);
  }

  private static RowType withId(LogicalType type) {
    return RowType.of(new LogicalType[] {new IntType(), type}, new String[] {"id", "c"});
  }

  private static RowType silver(String... names) {
    LogicalType[] types = new LogicalType[names.length];
    Arrays.fill(types, new IntType(false));
    return RowType.of(types, names);
  }
}
