package io.deltascd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class CanonicalValueTest {
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final LogicalType TEXTS = new ArrayType(TEXT);
  private static final LogicalType COUNTS = new MapType(TEXT.copy(false), new IntType());

  /** The bytes are hashed into state: they are laid out by hand here. */
  @Test
  void nestedBytesNeverChange() {
    assertThat(hex(TEXTS, array(text("ab"), null, text("")))).isEqualTo("036162" + "00" + "01");
    assertThat(hex(TEXTS, array())).isEmpty();
    String one = "0262" + "09" + "0000000000000001";
    String two = "0361" + "61" + "09" + "0000000000000002";
    String none = "01" + "00";
    assertThat(hex(COUNTS, map(text("b"), 1, text(""), null, text("aa"), 2)))
        .as("entries in order of their bytes, lengths first")
        .isEqualTo("03" + none + "0c" + one + "0d" + two);
    RowType struct = struct("b", new IntType(), "a", TEXT, "c", TEXT);
    assertThat(hex(struct, GenericRowData.of(1, text("x"), null)))
        .isEqualTo("0261" + "0278" + "0262" + "09" + "0000000000000001");
    assertThat(hex(struct, GenericRowData.of(null, null, null))).isEmpty();
    assertThat(hex(TEXTS, array(text("y".repeat(70_000)))))
        .as("70,001 = 0x11171, seven bits a byte")
        .startsWith("f1a20479")
        .hasSize(2 * 70_003);
  }

  @Test
  void mapsAreComparedWithoutOrder() {
    assertThat(hex(COUNTS, map(text("a"), 1, text("b"), null)))
        .isEqualTo(hex(COUNTS, map(text("b"), null, text("a"), 1)))
        .isNotEqualTo(hex(COUNTS, map(text("a"), null, text("b"), 1)))
        .isNotEqualTo(hex(COUNTS, map(text("a"), 1)));
    LogicalType deep = new ArrayType(struct("m", new MapType(TEXTS.copy(false), COUNTS)));
    Map<Object, Object> entries = new LinkedHashMap<>();
    entries.put(array(text("k")), map(text("x"), 1, text("y"), 2));
    entries.put(array(), null);
    Map<Object, Object> turned = new LinkedHashMap<>();
    turned.put(array(), null);
    turned.put(array(text("k")), map(text("y"), 2, text("x"), 1));
    assertThat(hex(deep, array(GenericRowData.of(new GenericMapData(entries)))))
        .isEqualTo(hex(deep, array(GenericRowData.of(new GenericMapData(turned)))));
  }

  @Test
  void partsAreComparedByValue() {
    assertThat(hex(new ArrayType(new DoubleType()), array(-0.0, Double.NaN)))
        .isEqualTo(hex(new ArrayType(new FloatType()), array(0.0f, Float.NaN)));
    assertThat(hex(new ArrayType(new IntType()), array(7)))
        .isEqualTo(hex(new ArrayType(new BigIntType()), array(7L)));
    assertThat(hex(struct("d", new DecimalType(10, 2)), GenericRowData.of(decimal("1.50", 10, 2))))
        .isEqualTo(
            hex(struct("d", new DecimalType(38, 1)), GenericRowData.of(decimal("1.5", 38, 1))));
  }

  @Test
  void fieldsAreComparedByName() {
    assertThat(hex(struct("a", TEXT, "b", new IntType()), GenericRowData.of(text("x"), 1)))
        .isEqualTo(
            hex(
                struct("b", new IntType(), "new", TEXT, "a", TEXT),
                GenericRowData.of(1, null, text("x"))))
        .isNotEqualTo(hex(struct("a", TEXT, "c", new IntType()), GenericRowData.of(text("x"), 1)));
  }

  @Test
  void neighboursAndNullsAreToldApart() {
    assertThat(hex(TEXTS, array(text("a"), text("bc"))))
        .isNotEqualTo(hex(TEXTS, array(text("ab"), text("c"))));
    assertThat(hex(TEXTS, array(text("")))).isNotEqualTo(hex(TEXTS, array((Object) null)));
    assertThat(hex(TEXTS, array((Object) null))).isNotEqualTo(hex(TEXTS, array()));
    assertThat(hex(TEXTS, array(text("a"), text("b"))))
        .isNotEqualTo(hex(TEXTS, array(text("b"), text("a"))));
    LogicalType structs = new ArrayType(struct("a", TEXT));
    assertThat(hex(structs, array(GenericRowData.of((Object) null))))
        .isNotEqualTo(hex(structs, array((Object) null)));
    assertThat(CanonicalValue.encoder(TEXTS, 0).encode(new GenericRowData(1))).isNull();
  }

  @Test
  void nestedColumnsAreNoKeys() {
    for (LogicalType type : List.of(TEXTS, COUNTS, struct("a", TEXT))) {
      assertThat(CanonicalValue.canBeKey(type)).isFalse();
      RowType schema = RowType.of(new LogicalType[] {type}, new String[] {"k"});
      assertThatThrownBy(() -> new KeyEncoder(schema, List.of("k")))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(CanonicalValue.canBeKey(TEXT)).isTrue();
  }

  /** Of the value as an object and in binary form, which must give the same. */
  private static String hex(LogicalType type, Object value) {
    CanonicalValue.Encoder encoder = CanonicalValue.encoder(type, 0);
    RowData row = GenericRowData.of(value);
    String hex = HexFormat.of().formatHex(encoder.encode(row));
    RowData binary = new RowDataSerializer(RowType.of(type)).toBinaryRow(row);
    assertThat(HexFormat.of().formatHex(encoder.encode(binary))).isEqualTo(hex);
    return hex;
  }

  private static GenericArrayData array(Object... elements) {
    return new GenericArrayData(elements);
  }

  private static GenericMapData map(Object... keysAndValues) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new GenericMapData(map);
  }

  private static RowType struct(Object... namesAndTypes) {
    String[] names = new String[namesAndTypes.length / 2];
    LogicalType[] types = new LogicalType[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = (String) namesAndTypes[2 * i];
      types[i] = (LogicalType) namesAndTypes[2 * i + 1];
    }
    return RowType.of(types, names);
  }

  private static StringData text(String text) {
    return StringData.fromString(text);
  }

  private static DecimalData decimal(String value, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
  }
}
