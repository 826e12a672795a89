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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"variant\"                                        | column c   | variant",
        "\"void\"                                           | column c   | void",
        "\"interval year to month\"                         | column c   | interval year to month",
        "{'type':'array','elementType':'variant','containsNull':true} | column c.element | variant",
        "{'type':'array','elementType':'void','containsNull':true}    | column c         | void",
        "{'type':'map','keyType':'string','valueType':{'type':'struct','fields':"
            + "[{'name':'v','type':'variant','nullable':true,'metadata':{}}]},"
            + "'valueContainsNull':true} | column c.value.v | variant",
      })
  void otherTypesAreRefusedWithTheirColumn(String type, String column, String found) {
    assertThatThrownBy(() -> DeltaTypes.rowType(schema(type.replace('\'', '"'), true)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(column)
        .hasMessageContaining(found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'array','elementType':'long','containsNull':%s} | ARRAY<BIGINT%s>",
        "{'type':'map','keyType':'string','valueType':'date','valueContainsNull':%s}"
            + " | MAP<VARCHAR(2147483647) NOT NULL, DATE%s>",
        "{'type':'struct','fields':[{'name':'a b','type':"
            + "{'type':'array','elementType':'binary','containsNull':true},"
            + "'nullable':%s,'metadata':{}}]} | ROW<~a b~ ARRAY<VARBINARY(2147483647)>%s>",
      })
  void nestedTypesBothWays(String delta, String quoted) {
    String flink = quoted.replace('~', '`');
    for (boolean nulls : new boolean[] {true, false}) {
      RowType rowType = DeltaTypes.rowType(schema(delta.replace('\'', '"').formatted(nulls), true));
      assertThat(rowType.getTypeAt(0).asSerializableString())
          .isEqualTo(flink.formatted(nulls ? "" : " NOT NULL"));
      assertThat(DeltaTypes.rowType(DeltaTypes.structType(rowType))).isEqualTo(rowType);
      // Keys of maps are never null; everything else may be, in gold.
      assertThat(DeltaTypes.nullable(rowType.getTypeAt(0)).asSerializableString())
          .isEqualTo(flink.formatted(""));
    }
  }

  private static String schema(String type, boolean nullable) {
    return "{\"type\":\"struct\",\"fields\":[{\"name\":\"c\",\"type\":"
        + type
        + ",\"nullable\":"
        + nullable
        + ",\"metadata\":{}}]}";
  }
}
