package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class RowFormatTest {

  private static final LogicalType TEXT = VarCharType.STRING_TYPE;

  private static final RowType SCALARS =
      RowType.of(
          new LogicalType[] {
            new BooleanType(),
            new IntType(),
            new BigIntType(),
            new DecimalType(38, 10),
            new FloatType(),
            new DoubleType(),
            TEXT,
            new DateType(),
            new LocalZonedTimestampType(6),
            new TimestampType(6),
            new VarBinaryType(VarBinaryType.MAX_LENGTH)
          },
          new String[] {"b", "i", "l", "dec", "f", "d", "s", "day", "ts", "ntz", "bin"});

  private static final RowData VALUES =
      GenericRowData.of(
          true,
          -7,
          9007199254740993L,
          DecimalData.fromBigDecimal(new BigDecimal("0.0000001000"), 38, 10),
          1.5f,
          1e300,
          StringData.fromString("año, \"quoted\"\nline"),
          (int) LocalDate.of(2026, 1, 1).toEpochDay(),
          TimestampData.fromLocalDateTime(LocalDateTime.parse("2026-01-01T00:00:00.123456")),
          TimestampData.fromLocalDateTime(LocalDateTime.parse("1969-12-31T23:59:59")),
          "\u0000hi".getBytes(StandardCharsets.UTF_8));

  private static final RowData NULLS = new GenericRowData(11);

  @Test
  void jsonIsOneObjectALineWithAllColumns() throws IOException {
    assertThat(print(RowFormat.Kind.JSON, SCALARS, VALUES, NULLS))
        .isEqualTo(
            "{\"b\":true,\"i\":-7,\"l\":9007199254740993,\"dec\":0.0000001000,\"f\":1.5,\"d\":1.0E300,"
                + "\"s\":\"año, \\\"quoted\\\"\\nline\",\"day\":\"2026-01-01\","
                + "\"ts\":\"2026-01-01T00:00:00.123456Z\",\"ntz\":\"1969-12-31T23:59:59.000000\","
                + "\"bin\":\"AGhp\"}\n"
                + "{\"b\":null,\"i\":null,\"l\":null,\"dec\":null,\"f\":null,\"d\":null,\"s\":null,"
                + "\"day\":null,\"ts\":null,\"ntz\":null,\"bin\":null}\n");
  }

  @Test
  void jsonOfWhatJsonHasNoNumberFor() throws IOException {
    RowType schema = RowType.of(new FloatType(), new DoubleType(), new DoubleType());

    assertThat(
            print(
                RowFormat.Kind.JSON,
                schema,
                GenericRowData.of(Float.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)))
        .isEqualTo("{\"f0\":\"NaN\",\"f1\":\"Infinity\",\"f2\":\"-Infinity\"}\n");
  }

  @Test
  void jsonOfNestedValues() throws IOException {
    RowType inner =
        RowType.of(
            new LogicalType[] {new IntType(), new DecimalType(10, 2)}, new String[] {"n", "p"});
    RowType schema =
        RowType.of(
            new LogicalType[] {new ArrayType(inner), new MapType(new DateType(), TEXT)},
            new String[] {"rows", "map"});
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(0, StringData.fromString("x"));
    map.put(1, null);
    RowData row =
        GenericRowData.of(
            new GenericArrayData(
                new Object[] {
                  GenericRowData.of(1, DecimalData.fromBigDecimal(new BigDecimal("899.90"), 10, 2)),
                  null
                }),
            new GenericMapData(map));

    String rows = "[{\"n\":1,\"p\":899.90},null]";
    String entries = "{\"1970-01-01\":\"x\",\"1970-01-02\":null}";
    assertThat(print(RowFormat.Kind.JSON, schema, row))
        .isEqualTo("{\"rows\":" + rows + ",\"map\":" + entries + "}\n");
    assertThat(print(RowFormat.Kind.CSV, schema, row))
        .isEqualTo(
            "rows,map\r\n\""
                + rows.replace("\"", "\"\"")
                + "\",\""
                + entries.replace("\"", "\"\"")
                + "\"\r\n");
  }

  @Test
  void csvQuotesWhatMustBeQuoted() throws IOException {
    assertThat(print(RowFormat.Kind.CSV, SCALARS, VALUES, NULLS))
        .isEqualTo(
            "b,i,l,dec,f,d,s,day,ts,ntz,bin\r\n"
                + "true,-7,9007199254740993,0.0000001000,1.5,1.0E300,"
                + "\"año, \"\"quoted\"\"\nline\",2026-01-01,2026-01-01T00:00:00.123456Z,"
                + "1969-12-31T23:59:59.000000,AGhp\r\n"
                + ",,,,,,,,,,\r\n");
  }

  @Test
  void csvTellsNullFromEmpty() throws IOException {
    RowType schema = RowType.of(new LogicalType[] {TEXT, TEXT}, new String[] {"a,b", "c"});

    assertThat(
            print(
                RowFormat.Kind.CSV,
                schema,
                GenericRowData.of(StringData.fromString(""), null),
                GenericRowData.of(StringData.fromString(" x "), StringData.fromString("\r"))))
        .isEqualTo("\"a,b\",c\r\n\"\",\r\n x ,\"\r\"\r\n");
  }

  @Test
  void tableIsAligned() throws IOException {
    RowType schema =
        RowType.of(
            new LogicalType[] {new IntType(), TEXT, new DecimalType(6, 2)},
            new String[] {"producto_id", "nombre", "precio"});

    assertThat(
            print(
                RowFormat.Kind.TABLE,
                schema,
                product(1, "Laptop", "899.99"),
                product(22, "Ratón\t\n", "5.00"),
                product(3, null, "45.00")))
        .isEqualTo(
            """
            producto_id  nombre     precio
            -----------  ---------  ------
                      1  Laptop     899.99
                     22  Ratón\\t\\n    5.00
                      3  null        45.00
            (3 rows)
            """);
    assertThat(print(RowFormat.Kind.TABLE, schema))
        .isEqualTo(
            """
            producto_id  nombre  precio
            -----------  ------  ------
            (0 rows)
            """);
  }

  @Test
  void tableMeasuresTheFirstRowsOnly() throws IOException {
    RowType schema = RowType.of(new LogicalType[] {TEXT, new IntType()}, new String[] {"a", "b"});
    RowData[] rows = new RowData[TextTable.ROWS_MEASURED + 1];
    Arrays.fill(rows, GenericRowData.of(StringData.fromString("xy"), 1));
    rows[rows.length - 1] = GenericRowData.of(StringData.fromString("wide"), 2);

    assertThat(print(RowFormat.Kind.TABLE, schema, rows))
        .startsWith("a   b\n--  -\nxy  1\n")
        .endsWith("xy  1\nwide  2\n(1001 rows)\n");
  }

  private static RowData product(int id, String name, String price) {
    return GenericRowData.of(
        id, StringData.fromString(name), DecimalData.fromBigDecimal(new BigDecimal(price), 6, 2));
  }

  private static String print(RowFormat.Kind kind, RowType schema, RowData... rows)
      throws IOException {
    StringWriter out = new StringWriter();
    RowFormat format = kind.open(schema, out);
    for (RowData row : rows) {
      format.row(row);
    }
    format.end();
    return out.toString();
  }
}
