package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.model.HistorySettings;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values are spelled as Delta's protocol has it, "Partition Value Serialization". */
class GoldPartitionTest {
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  @Test
  void currentRowsHaveAPartitionOfTheirOwn() {
    assertThat(GoldPartition.of(GoldFixture.SCHEMA, true))
        .isEqualTo(new GoldPartition(Map.of("is_current", "true"), "is_current=true"));
  }

  @Test
  void eachTypeHasItsSpelling() {
    check(new BooleanType(), true, "true");
    check(new IntType(), -7, "-7");
    check(new BigIntType(), Long.MAX_VALUE, "9223372036854775807");
    check(new DoubleType(), 1.5d, "1.5");
    check(new DecimalType(10, 2), decimal("-0.10"), "-0.10");
    check(TEXT, StringData.fromString(" a/b "), " a/b ");
    check(new DateType(), (int) LocalDate.of(1500, 2, 28).toEpochDay(), "1500-02-28");
    check(
        new LocalZonedTimestampType(6),
        TimestampData.fromInstant(Instant.parse("1969-12-31T23:59:59.999999Z")),
        "1969-12-31T23:59:59.999999Z");
    check(
        new TimestampType(6),
        TimestampData.fromLocalDateTime(LocalDateTime.parse("2026-01-02T03:04:05")),
        "2026-01-02 03:04:05.000000");
    check(TEXT, StringData.fromString(""), null);
    check(TEXT, null, null);
    check(new DateType(), null, null);
  }

  /** What silver's reader makes of it is the value again. */
  @Test
  void whatIsWrittenIsReadAsTheSame() {
    String time = "0001-01-01T00:00:00.000001Z";
    String written =
        partition(new LocalZonedTimestampType(6), TimestampData.fromInstant(Instant.parse(time)))
            .values()
            .get("p");

    assertThat(
            PartitionValue.vector(io.delta.kernel.types.TimestampType.TIMESTAMP, written, "c")
                .getLong(0))
        .isEqualTo(-62135596799999999L);
  }

  @ParameterizedTest
  @CsvSource({
    "north, p=north",
    "a b, p=a%20b",
    "x:y/z%41, p=x%253Ay%252Fz%252541",
    "ñ, p=%25C3%25B1",
    "'p=q', p=p%253Dq",
    ", p=__HIVE_DEFAULT_PARTITION__",
  })
  void directoriesAreAsciiAndEncodedOnceMoreInTheLog(String value, String directory) {
    GoldPartition partition = partition(TEXT, StringData.fromString(value));

    assertThat(partition.directory()).isEqualTo("is_current=false/" + directory);
    assertThat(URI.create(partition.directory()).getPath()).matches("\\p{ASCII}+");
  }

  private static void check(LogicalType type, Object value, String expected) {
    assertThat(partition(type, value).values())
        .containsExactlyInAnyOrderEntriesOf(values("false", expected));
  }

  private static Map<String, String> values(String current, String value) {
    Map<String, String> values = new java.util.HashMap<>(Map.of("is_current", current));
    values.put("p", value);
    return Collections.unmodifiableMap(values);
  }

  private static GoldPartition partition(LogicalType type, Object value) {
    RowType silver =
        RowType.of(new LogicalType[] {new BigIntType(), type}, new String[] {"id", "p"});
    HistorySettings settings =
        new HistorySettings(null, null, null, null, null, List.of("is_current", "p"), null, null);
    GoldSchema schema = GoldSchema.of(silver, List.of("id"), settings);
    return GoldPartition.of(schema, false, GenericRowData.of(value));
  }

  private static DecimalData decimal(String text) {
    return DecimalData.fromBigDecimal(new BigDecimal(text), 10, 2);
  }
}
