package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyColumnsTest {
  private static final TableLocation SILVER = new TableLocation("/silver", Map.of());

  private static final RowType COLUMNS =
      RowType.of(
          new LogicalType[] {
            new BigIntType(),
            VarCharType.STRING_TYPE,
            new ArrayType(new IntType()),
            new MapType(VarCharType.STRING_TYPE, new IntType()),
            RowType.of(new IntType())
          },
          new String[] {"producto_id", "nombre", "tags", "sizes", "box"});

  static Stream<Arguments> missing() {
    return Stream.of(
        Arguments.of("product_id", "producto_id", "write producto_id in the pipeline file"),
        Arguments.of("PRODUCTO_ID", "producto_id", "write producto_id in the pipeline file"),
        Arguments.of("nombres", "nombre", "write nombre in the pipeline file"),
        Arguments.of(
            "zebra",
            "one of [producto_id, nombre, tags, sizes, box]",
            "correct target.keys in the pipeline file"));
  }

  @ParameterizedTest
  @MethodSource
  void missing(String key, String expected, String remedy) {
    assertThat(KeyColumns.findings(COLUMNS, List.of("nombre", key), SILVER))
        .containsExactly(
            new Finding(
                "A key column is missing in silver",
                "/silver, target.keys",
                key,
                expected,
                remedy));
  }

  static Stream<Arguments> nested() {
    return Stream.of(
        Arguments.of("tags", "tags ARRAY<INT>"),
        Arguments.of("sizes", "sizes MAP<STRING, INT>"),
        Arguments.of("box", "box ROW<`f0` INT>"));
  }

  @ParameterizedTest
  @MethodSource
  void nested(String key, String found) {
    assertThat(KeyColumns.findings(COLUMNS, List.of(key), SILVER))
        .containsExactly(
            new Finding(
                "A column of this type cannot be a key",
                "/silver, target.keys",
                found,
                "a primitive type",
                "choose other key columns"));
  }

  @Test
  void allThatIsWrongAtOnce() {
    assertThat(KeyColumns.findings(COLUMNS, List.of("producto_id", "nombre"), SILVER)).isEmpty();
    assertThat(KeyColumns.findings(COLUMNS, List.of("tags", "x", "nombre", "y"), SILVER))
        .extracting(Finding::found)
        .containsExactly("tags ARRAY<INT>", "x", "y");
  }
}
