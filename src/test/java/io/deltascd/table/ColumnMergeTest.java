package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.StructType;
import org.junit.jupiter.api.Test;

class ColumnMergeTest {

  @Test
  void typesInsideOfOthersAreWidenedWithANoteOnTheirColumn() {
    StructType ours =
        DeltaTypes.structType(
            """
            {"type":"struct","fields":[
              {"name":"l","nullable":true,"metadata":{"comment":"kept"},
                "type":{"type":"array","elementType":"integer","containsNull":true}},
              {"name":"m","nullable":true,"metadata":{},
                "type":{"type":"map","keyType":"short","valueType":"float","valueContainsNull":true}},
              {"name":"s","nullable":true,"metadata":{},
                "type":{"type":"struct","fields":[
                  {"name":"a","type":"byte","nullable":true,"metadata":{}},
                  {"name":"b","type":"string","nullable":true,"metadata":{}}]}}]}
            """);
    StructType silver =
        DeltaTypes.structType(
            """
            {"type":"struct","fields":[
              {"name":"s","nullable":true,"metadata":{},
                "type":{"type":"struct","fields":[
                  {"name":"c","type":"date","nullable":true,"metadata":{}},
                  {"name":"a","type":"long","nullable":true,"metadata":{}}]}},
              {"name":"m","nullable":true,"metadata":{},
                "type":{"type":"map","keyType":"integer","valueType":"double","valueContainsNull":true}},
              {"name":"l","nullable":true,"metadata":{},
                "type":{"type":"array","elementType":"long","containsNull":true}}]}
            """);
    StructType merged = new ColumnMerge("gold").of(ours, silver);

    assertThat(merged.fieldNames()).containsExactly("s", "m", "l");
    StructType struct = (StructType) merged.get("s").getDataType();
    assertThat(struct.fieldNames()).containsExactly("c", "a", "b");
    // As the protocol has it, section "Type Widening".
    String json = merged.toJson();
    assertThat(json)
        .contains("\"comment\":\"kept\"")
        .contains("{\"toType\":\"long\",\"fromType\":\"byte\"}")
        .contains("{\"toType\":\"long\",\"fromType\":\"integer\",\"fieldPath\":\"element\"}")
        .contains("{\"toType\":\"integer\",\"fromType\":\"short\",\"fieldPath\":\"key\"}")
        .contains("{\"toType\":\"double\",\"fromType\":\"float\",\"fieldPath\":\"value\"}");
    assertThat(DeltaTypes.structType(json)).isEqualTo(merged);
    assertThat(new ColumnMerge("gold").of(merged, silver)).isEqualTo(merged);
    assertThat(new ColumnMerge("gold").of(merged, ours).get("l")).isEqualTo(merged.get("l"));
  }
}
