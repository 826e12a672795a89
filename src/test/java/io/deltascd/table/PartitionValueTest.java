package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.DataType;
import io.deltascd.model.PipelineException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionValueTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "boolean, true, true",
    "byte, -128, -128",
    "short, 32767, 32767",
    "integer, -2147483648, -2147483648",
    "long, 9223372036854775807, 9223372036854775807",
    "float, -0.0, -0.0",
    "float, NaN, NaN",
    "double, -Infinity, -Infinity",
    "double, 1.7976931348623157E308, 1.7976931348623157E308",
    "'decimal(10,2)', -0.01, -0.01",
    "'decimal(38,10)', 9999999999999999999999999999.9999999999, 9999999999999999999999999999.9999999999",
    "string, ' a/b ', ' a/b '",
    "date, 1970-01-01, 0",
    "date, 0001-01-01, -719162",
    "date, 9999-12-31, 2932896",
    "timestamp, 1970-01-01 00:00:00, 0",
    "timestamp, 1969-12-31 23:59:59, -1000000",
    "timestamp, 1969-12-31 23:59:59.999999, -1",
    "timestamp, 1969-12-31T23:59:59.999999Z, -1",
    "timestamp, 1970-01-01T01:00:00+01:00, 0",
    "timestamp, 0001-01-01 00:00:00.000001, -62135596799999999",
    "timestamp, 1500-01-01 00:00:00, -14831769600000000",
    "timestamp, 9999-12-31 23:59:59.999999, 253402300799999999",
    "timestamp_ntz, 0001-01-01 00:00:00, -62135596800000000",
    "timestamp_ntz, 9999-12-31 23:59:59.999999, 253402300799999999",
  })
  void isReadAsItsType(String type, String text, String expected) {
    DataType dataType = type(type);
    ColumnVector vector = PartitionValue.vector(dataType, text, "c");
    assertThat(vector.isNullAt(0)).isFalse();
    assertThat(value(type, vector)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"boolean", "long", "decimal(10,2)", "string", "date", "timestamp"})
  void missingAndEmptyAreNull(String type) {
    assertThat(PartitionValue.vector(type(type), null, "c").isNullAt(0)).isTrue();
    assertThat(PartitionValue.vector(type(type), "", "c").isNullAt(0)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "integer, one",
    "integer, 2147483648",
    "'decimal(10,2)', 1.x",
    "timestamp, 2026-01-01 25:00:00",
    "timestamp, yesterday",
    "timestamp_ntz, +999999999-01-01 00:00:00",
  })
  void otherTextIsNamed(String type, String text) {
    assertThatThrownBy(() -> PartitionValue.vector(type(type), text, "c"))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("a value of type " + type(type));
  }

  private static DataType type(String name) {
    return DataTypeJsonSerDe.deserializeStructType(
            ("{\"type\":\"struct\",\"fields\":[{\"name\":\"c\",\"type\":\"%s\","
                    + "\"nullable\":true,\"metadata\":{}}]}")
                .formatted(name))
        .at(0)
        .getDataType();
  }

  private static String value(String type, ColumnVector vector) {
    return switch (type) {
      case "boolean" -> String.valueOf(vector.getBoolean(0));
      case "byte" -> String.valueOf(vector.getByte(0));
      case "short" -> String.valueOf(vector.getShort(0));
      case "integer", "date" -> String.valueOf(vector.getInt(0));
      case "float" -> String.valueOf(vector.getFloat(0));
      case "double" -> String.valueOf(vector.getDouble(0));
      case "string" -> new String(vector.getBinary(0), StandardCharsets.UTF_8);
      case "long", "timestamp", "timestamp_ntz" -> String.valueOf(vector.getLong(0));
      default -> vector.getDecimal(0).toPlainString();
    };
  }
}
