package io.deltascd.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RowConversionTest {

  @ParameterizedTest
  @MethodSource("io.deltascd.history.RowConversionTest#widenings")
  void widensValues(LogicalType from, Object value, LogicalType to, Object expected) {
    RowConversion conversion = new RowConversion(RowType.of(from), RowType.of(to));
    assertThat(conversion.of(GenericRowData.of(value)).getField(0)).isEqualTo(expected);
    assertThat(conversion.of(GenericRowData.of((Object) null)).getField(0)).isNull();
  }

  static Stream<Arguments> widenings() {
    return Stream.of(
        Arguments.of(new TinyIntType(), (byte) -7, new SmallIntType(), (short) -7),
        Arguments.of(new TinyIntType(), (byte) -7, new IntType(), -7),
        Arguments.of(new TinyIntType(), (byte) -7, new BigIntType(), -7L),
        Arguments.of(new SmallIntType(), (short) -7, new IntType(), -7),
        Arguments.of(new IntType(), Integer.MIN_VALUE, new BigIntType(), -2147483648L),
        Arguments.of(new IntType(), Integer.MAX_VALUE, new DoubleType(), 2147483647.0),
        Arguments.of(new FloatType(), 1.5f, new DoubleType(), 1.5),
        Arguments.of(new FloatType(), Float.NaN, new DoubleType(), Double.NaN),
        Arguments.of(new IntType(), -12, new DecimalType(12, 2), decimal("-12.00", 12, 2)),
        Arguments.of(
            new BigIntType(),
            Long.MIN_VALUE,
            new DecimalType(20, 0),
            decimal("-9223372036854775808", 20, 0)),
        Arguments.of(
            new DecimalType(4, 1),
            decimal("-123.4", 4, 1),
            new DecimalType(20, 5),
            decimal("-123.40000", 20, 5)),
        Arguments.of(
            new DateType(),
            -1,
            new TimestampType(6),
            TimestampData.fromLocalDateTime(LocalDateTime.of(1969, 12, 31, 0, 0))));
  }

  private static DecimalData decimal(String value, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
  }

  @Test
  void findsColumnsAndFieldsByName() {
    RowType before = RowType.of(new LogicalType[] {new IntType()}, new String[] {"a"});
    RowType after =
        RowType.of(
            new LogicalType[] {new VarCharType(VarCharType.MAX_LENGTH), new BigIntType()},
            new String[] {"b", "a"});
    RowConversion conversion =
        new RowConversion(
            RowType.of(
                new LogicalType[] {new IntType(), before, new ArrayType(before)},
                new String[] {"gone", "s", "l"}),
            RowType.of(
                new LogicalType[] {new IntType(), new ArrayType(after), after},
                new String[] {"new", "l", "s"}));
    GenericRowData struct = GenericRowData.of(5);
    GenericRowData row =
        conversion.of(
            GenericRowData.of(1, struct, new GenericArrayData(new Object[] {struct, null})));
    assertThat(row.getArity()).isEqualTo(3);
    assertThat(row.getField(0)).isNull();
    assertThat(row.getField(2)).isEqualTo(GenericRowData.of(null, 5L));
    ArrayData list = row.getArray(1);
    assertThat(list.getRow(0, 2)).isEqualTo(GenericRowData.of(null, 5L));
    assertThat(list.isNullAt(1)).isTrue();
  }

  @Test
  void widensKeysAndValuesOfMaps() {
    RowConversion conversion =
        new RowConversion(
            RowType.of(new MapType(new IntType(), new FloatType())),
            RowType.of(new MapType(new BigIntType(), new DoubleType())));
    RowData row = conversion.of(GenericRowData.of(new GenericMapData(Map.of(3, 0.5f))));
    assertThat(row.getMap(0)).isEqualTo(new GenericMapData(Map.of(3L, 0.5)));
  }

  @Test
  void refusesWhatIsNotWider() {
    assertThatThrownBy(
            () -> new RowConversion(RowType.of(new BigIntType()), RowType.of(new IntType())))
        .hasMessage("A value of type BIGINT is no value of type INT");
    assertThatThrownBy(
            () -> new RowConversion(RowType.of(new IntType()), RowType.of(new FloatType())))
        .hasMessage("A value of type INTEGER is no value of type FLOAT");
  }

  @Test
  void textsStayAsTheyAre() {
    LogicalType text = new VarCharType(VarCharType.MAX_LENGTH);
    RowConversion conversion =
        new RowConversion(RowType.of(text.copy(false)), RowType.of(text.copy(true)));
    assertThat(conversion.of(GenericRowData.of(StringData.fromString("ñ"))).getString(0))
        .isEqualTo(StringData.fromString("ñ"));
  }
}
