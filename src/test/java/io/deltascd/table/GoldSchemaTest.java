package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class GoldSchemaTest {
  @Test
  void hasSilversColumnsAndTheHistoryColumns() {
    GoldSchema schema = GoldSchema.of(silver("id", "price"), List.of("id"));

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
    assertThatThrownBy(() -> GoldSchema.of(silver("id", "Valid_To"), List.of("id")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Valid_To");
    assertThatThrownBy(() -> GoldSchema.of(silver("id", "unit price"), List.of("id")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("unit price");
    assertThatThrownBy(() -> GoldSchema.of(silver("id"), List.of("ID")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("one of [id]");
  }

  @Test
  void theFingerprintFollowsTheMeaningOfARow() {
    String fingerprint = GoldSchema.of(silver("id", "price"), List.of("id")).fingerprint();

    assertThat(fingerprint)
        .hasSize(64)
        .isEqualTo(GoldSchema.of(silver("id", "price"), List.of("id")).fingerprint())
        .isNotEqualTo(GoldSchema.of(silver("id", "cost"), List.of("id")).fingerprint())
        .isNotEqualTo(GoldSchema.of(silver("id", "price"), List.of("price")).fingerprint());
    RowType wider =
        RowType.of(
            new LogicalType[] {new IntType(), new BigIntType()}, new String[] {"id", "price"});
    assertThat(GoldSchema.of(wider, List.of("id")).fingerprint()).isNotEqualTo(fingerprint);
  }

  @Test
  void aWideTableKeepsStatisticsOfItsKeysAndHistoryColumns() {
    String[] names = IntStream.range(0, 40).mapToObj(i -> "c" + i).toArray(String[]::new);
    names[39] = "clé";
    GoldSchema schema = GoldSchema.of(silver(names), List.of("clé"));

    assertThat(schema.columnsWithStatistics())
        .hasSize(32)
        .startsWith("clé", "valid_from", "valid_to", "c0");
    assertThat(schema.statisticsProperty().orElseThrow())
        .startsWith("`clé`,valid_from,valid_to,c0,c1");
    RowType flags =
        RowType.of(
            IntStream.range(0, 40).mapToObj(i -> new BooleanType()).toArray(LogicalType[]::new),
            names);
    assertThat(GoldSchema.of(flags, List.of("clé")).statisticsProperty())
        .contains("valid_from,valid_to");
  }

  @Test
  void partsOfNestedColumnsCountAsWell() {
    RowType part = RowType.of(new LogicalType[] {new IntType()}, new String[] {"unit price"});
    for (LogicalType type :
        List.of(part, new ArrayType(part), new MapType(new IntType(false), part))) {
      assertThatThrownBy(() -> GoldSchema.of(withId(type), List.of("id")))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("c.unit price");
    }
    RowType wide = silver(IntStream.range(0, 5000).mapToObj(i -> "c" + i).toArray(String[]::new));
    GoldSchema schema = GoldSchema.of(withId(wide), List.of("id"));
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
