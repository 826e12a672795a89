package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.model.SilverSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypeTextTest {
  private static final String NESTED =
      "{'type':'struct','fields':[{'name':'lines','type':{'type':'array','elementType':"
          + "{'type':'struct','fields':["
          + "{'name':'sku','type':'string','nullable':%s,'metadata':{%s}},"
          + "{'name':'notes','type':{'type':'map','keyType':'date','valueType':'%s',"
          + "'valueContainsNull':true},'nullable':true,'metadata':{}}]},'containsNull':%s},"
          + "'nullable':true,'metadata':{}}]}";

  @Test
  void nestedTypesAreNamedWithTheirParts() {
    String physical = "'delta.columnMapping.physicalName':'col-7'";
    assertThat(TypeText.of(DeltaTypes.structType(json("true", physical, "long", "true")).at(0)))
        .isEqualTo("array<struct<sku string, stored as col-7, notes map<date, long>>>");
  }

  @Test
  void nullabilityAndCommentsOfPartsMakeNoDifference() {
    SilverSchema before = schema(json("true", "", "long", "true"));
    assertThat(
            SilverMetadata.difference(
                before, schema(json("false", "'comment':'new'", "long", "false"))))
        .isEmpty();
    assertThat(SilverMetadata.difference(before, schema(json("true", "", "string", "true"))))
        .isEqualTo(
            "column lines is array<struct<sku string, notes map<date, string>>>,"
                + " was array<struct<sku string, notes map<date, long>>>");
  }

  private static String json(String nullable, String metadata, String type, String containsNull) {
    return NESTED.formatted(nullable, metadata, type, containsNull).replace('\'', '"');
  }

  private static SilverSchema schema(String json) {
    return new SilverSchema(0, json, List.of(), "none");
  }
}
