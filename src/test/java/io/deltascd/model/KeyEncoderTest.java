package io.deltascd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class KeyEncoderTest {
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  /** The bytes decide key groups in savepoints: they are laid out by hand here. */
  @Test
  void neverChanges() {
    assertThat(key(List.of(new IntType()), 258)).hasToString("09" + "0000000000000102");
    assertThat(key(List.of(TEXT, new IntType()), StringData.fromString("ab"), -1))
        .hasToString("03" + "6162" + "09" + "ffffffffffffffff");
    assertThat(key(List.of(new DecimalType(10, 2)), decimal("1.50", 10, 2)))
        .hasToString("03" + "01" + "0f");
    assertThat(key(List.of(new DateType()), 1)).hasToString("09" + "0000000000000001");
    assertThat(
            key(
                List.of(new LocalZonedTimestampType(6)),
                TimestampData.fromEpochMillis(-1, 999_000)))
        .hasToString("09" + "ffffffffffffffff");
    String longText = "x".repeat(200);
    assertThat(key(List.of(TEXT), StringData.fromString(longText)).toString()).startsWith("c901");
  }

  @Test
  void isTheSameForEveryWidthOfAnInteger() {
    Key key = key(List.of(new BigIntType()), 5L);
    assertThat(key(List.of(new IntType()), 5)).isEqualTo(key);
    assertThat(key(List.of(new SmallIntType()), (short) 5)).isEqualTo(key);
    assertThat(key(List.of(new TinyIntType()), (byte) 5)).isEqualTo(key);
  }

  @Test
  void comparesNumbersByValue() {
    assertThat(key(List.of(new DecimalType(10, 2)), decimal("7.00", 10, 2)))
        .isEqualTo(key(List.of(new DecimalType(38, 0)), decimal("7", 38, 0)));
    assertThat(key(List.of(new DoubleType()), -0.0)).isEqualTo(key(List.of(new DoubleType()), 0.0));
    assertThat(key(List.of(new FloatType()), 0.5f)).isEqualTo(key(List.of(new DoubleType()), 0.5));
    assertThat(key(List.of(new DoubleType()), Double.NaN))
        .isEqualTo(key(List.of(new FloatType()), Float.NaN));
  }

  @Test
  void doesNotMixUpNeighbours() {
    assertThat(key(List.of(TEXT, TEXT), StringData.fromString("a"), StringData.fromString("bc")))
        .isNotEqualTo(
            key(List.of(TEXT, TEXT), StringData.fromString("ab"), StringData.fromString("c")));
  }

  /** Expected hashes: published FNV-1a test vectors, mixed by MurmurHash3's finalizer. */
  @Test
  void hashesKeysWellAndAlwaysTheSame() {
    assertThat(new Key("foobar".getBytes(StandardCharsets.UTF_8)).hashCode())
        .isEqualTo((int) (StableHash.mix(0x85944171f73967e8L) >>> 32));
    assertThat(new Key(new byte[0]).hashCode())
        .isEqualTo((int) (StableHash.mix(0xcbf29ce484222325L) >>> 32));
    Set<Integer> hashes = new HashSet<>();
    for (int id = 0; id < 100_000; id++) {
      hashes.add(key(List.of(new IntType()), id).hashCode());
    }
    // A random function would have 100,000 − 1.2 different values.
    assertThat(hashes).hasSizeGreaterThan(99_980);
  }

  @Test
  void namesTheColumnThatIsNull() {
    assertThatThrownBy(() -> key(List.of(TEXT, new IntType()), StringData.fromString("a"), null))
        .isInstanceOf(KeyEncoder.NullKeyException.class)
        .hasMessageContaining("k1");
  }

  private static DecimalData decimal(String value, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
  }

  private static Key key(List<LogicalType> types, Object... values) {
    String[] names = new String[types.size()];
    for (int i = 0; i < names.length; i++) {
      names[i] = "k" + i;
    }
    RowType schema = RowType.of(types.toArray(LogicalType[]::new), names);
    return new KeyEncoder(schema, List.of(names)).encode(GenericRowData.of(values));
  }
}
