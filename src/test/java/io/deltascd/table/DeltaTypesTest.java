package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeltaTypesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "byte|TINYINT",
        "short|SMALLINT",
        "integer|INT",
        "long|BIGINT",
        "float|FLOAT",
        "double|DOUBLE",
        "decimal(10,2)|DECIMAL(10, 2)",
        "boolean|BOOLEAN",
        "string|VARCHAR(2147483647)",
        "binary|VARBINARY(2147483647)",
        "date|DATE",
        "timestamp|TIMESTAMP(6) WITH LOCAL TIME ZONE",
        "timestamp_ntz|TIMESTAMP(6)",
      })
  void bothWays(String delta, String flink) {
    RowType rowType = DeltaTypes.rowType(schema('"' + delta + '"', true));
    assertThat(rowType.getTypeAt(0).asSerializableString()).isEqualTo(flink);
    assertThat(DeltaTypes.rowType(DeltaTypes.structType(rowType))).isEqualTo(rowType);
  }

  @Test
  void nullabilityIsKept() {
    RowType rowType = DeltaTypes.rowType(schema("\"long\"", false));
    assertThat(rowType.getTypeAt(0).isNullable()).isFalse();
    assertThat(DeltaTypes.structType(rowType).at(0).isNullable()).isFalse();
  }

  @Test
  void nestedTypeIsRefusedWithItsColumn() {
    String array = "{\"type\":\"array\",\"elementType\":\"long\",\"containsNull\":true}";
    assertThatThrownBy(() -> DeltaTypes.rowType(schema(array, true)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("column c")
        .hasMessageContaining("array");
  }

  private static String schema(String type, boolean nullable) {
    return "{\"type\":\"struct\",\"fields\":[{\"name\":\"c\",\"type\":"
        + type
        + ",\"nullable\":"
        + nullable
        + ",\"metadata\":{}}]}";
  }
}
