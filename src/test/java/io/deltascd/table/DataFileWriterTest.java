package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFileWriterTest {
  private static final RowType ALL_TYPES =
      RowType.of(
          new LogicalType[] {
            new BigIntType(),
            new TinyIntType(),
            new SmallIntType(),
            new IntType(),
            new FloatType(),
            new DoubleType(),
            new DecimalType(9, 2),
            new DecimalType(18, 4),
            new DecimalType(38, 10),
            new BooleanType(),
            new VarCharType(VarCharType.MAX_LENGTH),
            new VarBinaryType(VarBinaryType.MAX_LENGTH),
            new DateType(),
            new LocalZonedTimestampType(6),
            new TimestampType(6)
          },
          new String[] {
            "id", "b", "s", "i", "f", "d", "d9", "d18", "d38", "bool", "str", "bin", "day", "ts",
            "ntz"
          });
  private static final GoldSchema SCHEMA = GoldFixture.schemaOf(ALL_TYPES, List.of("id"));
  private static final TimestampData FROM = time("2026-01-01T00:00:00.123456Z");

  @TempDir Path directory;
  private TableLocation location;

  @BeforeEach
  void locate() {
    location = new TableLocation(directory.toString(), Map.of());
  }

  @Test
  void kernelReadsWhatIsWritten() throws Exception {
    GoldTable gold =
        GoldTable.createOrOpen(
            location,
            SCHEMA,
            Progress.created("t", "scd2", SCHEMA.keys(), SCHEMA.fingerprint(), 0, "s"));
    List<GenericRowData> written = new ArrayList<>();
    written.add(values(1));
    written.add(nulls(2));
    GenericRowData extremes = values(3);
    extremes.setField(4, Float.NaN);
    extremes.setField(5, -0.0d);
    extremes.setField(6, decimal("-9999999.99", 9, 2));
    extremes.setField(7, decimal("99999999999999.9999", 18, 4));
    extremes.setField(8, decimal("-9999999999999999999999999999.9999999999", 38, 10));
    extremes.setField(10, StringData.fromString(""));
    extremes.setField(11, new byte[0]);
    extremes.setField(12, (int) LocalDate.of(1500, 2, 28).toEpochDay());
    extremes.setField(13, time("0001-01-01T00:00:00.000001Z"));
    extremes.setField(14, time("9999-12-31T23:59:59.999999Z"));
    written.add(extremes);
    DataFile file = write(written);
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));

    List<RowData> read = new ArrayList<>();
    try (TableRows rows = TableReader.open(location, OptionalLong.empty()).rows()) {
      rows.forEachRemaining(read::add);
    }
    assertThat(read).hasSize(3);
    for (int row = 0; row < written.size(); row++) {
      for (int i = 0; i < written.get(row).getArity(); i++) {
        assertThat(((GenericRowData) read.get(row)).getField(i))
            .as("row %s, column %s", row, SCHEMA.rows().getFieldNames().get(i))
            .isEqualTo(written.get(row).getField(i));
      }
      assertThat(read.get(row).getBoolean(17)).isTrue();
    }
  }

  @Test
  void aRowMayBeReusedAfterItIsWritten() throws Exception {
    GoldFixture fixture = new GoldFixture(directory);
    GoldTable gold = fixture.create();
    RowDataSerializer serializer = new RowDataSerializer(GoldFixture.SCHEMA.file());
    long rows = 70_000;
    DataFile file;
    try (DataFileWriter writer =
        new DataFileWriter(
            location, GoldFixture.SCHEMA, GoldPartition.of(GoldFixture.SCHEMA, true), "0")) {
      for (long id = rows - 1; id >= 0; id--) {
        writer.write(serializer.toBinaryRow(GoldFixture.row(id, true)));
      }
      file = writer.finish();
    }
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));

    assertThat(file.stats())
        .contains("\"minValues\":{\"id\":0,\"name\":\"name 0\"")
        .contains("\"maxValues\":{\"id\":69999,\"name\":\"name 9999\"");
    assertThat(fixture.rows(OptionalLong.empty()))
        .hasSize((int) rows)
        .allSatisfy(row -> assertThat(row.getString(1)).hasToString("name " + row.getLong(0)));
  }

  @Test
  void namesAndNumbersAreKnownFromTheStart() throws IOException {
    try (DataFileWriter writer =
        new DataFileWriter(location, SCHEMA, GoldPartition.of(SCHEMA, false), "7")) {
      FileId id = writer.id();
      assertThat(writer.write(values(1))).isZero();
      assertThat(writer.write(values(2))).isEqualTo(1);
      assertThat(writer.size()).isPositive();
      DataFile file = writer.finish();

      assertThat(file.path()).matches("is_current=false/part-7-[-0-9a-f]{36}\\.zstd\\.parquet");
      assertThat(FileId.of(file.path())).isEqualTo(id);
      assertThat(file.rows()).isEqualTo(2);
      assertThat(file.partitionValues()).isEqualTo(Map.of("is_current", "false"));
      assertThat(file.size()).isEqualTo(Files.size(directory.resolve(file.path())));
      assertThat(file.modificationTime()).isPositive();
    }
    // No side file with Hadoop's checksums.
    assertThat(filesBelow(directory)).hasSize(1);
  }

  @Test
  void anUnfinishedFileIsRemoved() throws IOException {
    try (DataFileWriter writer =
        new DataFileWriter(location, SCHEMA, GoldPartition.of(SCHEMA, true), "0")) {
      writer.write(values(1));
    }

    assertThat(filesBelow(directory)).isEmpty();
  }

  @Test
  void aRowWithoutItsStartIsRefused() throws IOException {
    GenericRowData row = values(1);
    row.setField(15, null);
    try (DataFileWriter writer =
        new DataFileWriter(location, SCHEMA, GoldPartition.of(SCHEMA, true), "0")) {
      assertThatThrownBy(() -> writer.write(row)).hasMessageContaining("valid_from");
    }
  }

  @Test
  void statisticsAreThoseOfTheProtocol() throws IOException {
    GenericRowData other = nulls(-5);
    other.setField(4, Float.POSITIVE_INFINITY);
    other.setField(5, 0.0d);
    other.setField(8, decimal("0.0000000001", 38, 10));
    other.setField(10, StringData.fromString("ñandú".repeat(10)));
    other.setField(13, time("1969-12-31T23:59:59.999999Z"));

    assertThat(write(List.of(values(1), other)).stats())
        .isEqualTo(
            "{'numRecords':2,'minValues':{'id':-5,'b':-8,'s':300,'i':70000,'f':1.5,'d':-0.0,"
                    .replace('\'', '"')
                + "'d9':12.30,'d18':-1.0000,'d38':0.0000000001,'str':'laptop',".replace('\'', '"')
                + "'day':'2024-02-29','ts':'1969-12-31T23:59:59.999Z','ntz':'2026-03-01T12:00:00.000',"
                    .replace('\'', '"')
                + "'valid_from':'2026-01-01T00:00:00.123Z'},".replace('\'', '"')
                + "'maxValues':{'id':1,'b':-8,'s':300,'i':70000,'d':2.25,".replace('\'', '"')
                + "'d9':12.30,'d18':-1.0000,'d38':7.0000000000,".replace('\'', '"')
                + "'str':'ñandúñandúñandúñandúñandúñandúña\udbff\udfff',".replace('\'', '"')
                + "'day':'2024-02-29','ts':'2026-01-01T00:00:00.123Z','ntz':'2026-03-01T12:00:00.000',"
                    .replace('\'', '"')
                + "'valid_from':'2026-01-01T00:00:00.123Z'},".replace('\'', '"')
                + "'nullCount':{'id':0,'b':1,'s':1,'i':1,'f':0,'d':0,'d9':1,'d18':1,'d38':0,"
                    .replace('\'', '"')
                + "'bool':1,'str':0,'bin':1,'day':1,'ts':0,'ntz':1,'valid_from':0,'valid_to':2},"
                    .replace('\'', '"')
                + "'tightBounds':true}".replace('\'', '"'));
  }

  @Test
  void boundsThatCannotBeToldAreLeftOut() throws IOException {
    GenericRowData row = nulls(1);
    row.setField(4, Float.NaN);
    row.setField(10, StringData.fromBytes(new byte[] {(byte) 0xff, (byte) 0xfe}));
    row.setField(12, (int) LocalDate.of(10_000, 1, 1).toEpochDay());
    row.setField(13, TimestampData.fromEpochMillis(Long.MAX_VALUE / 1000));

    assertThat(write(List.of(row)).stats())
        .contains("\"minValues\":{\"id\":1,\"valid_from\"")
        .contains("\"maxValues\":{\"id\":1,\"valid_from\"");
  }

  @Test
  void aNanHidesTheGreatestValueWhereverItStands() throws IOException {
    GenericRowData nan = nulls(1);
    nan.setField(5, Double.NaN);
    GenericRowData number = nulls(2);
    number.setField(5, 3.5d);

    assertThat(write(List.of(nan, number)).stats())
        .isEqualTo(write(List.of(number, nan)).stats())
        .doesNotContain("NaN")
        .doesNotContain("maxValues\":{\"id\":2,\"d\"");
  }

  private DataFile write(List<GenericRowData> rows) throws IOException {
    try (DataFileWriter writer =
        new DataFileWriter(location, SCHEMA, GoldPartition.of(SCHEMA, true), "0")) {
      for (RowData row : rows) {
        writer.write(row);
      }
      return writer.finish();
    }
  }

  private static GenericRowData values(long id) {
    return GenericRowData.of(
        id,
        (byte) -8,
        (short) 300,
        70_000,
        1.5f,
        2.25d,
        decimal("12.30", 9, 2),
        decimal("-1", 18, 4),
        decimal("7", 38, 10),
        true,
        StringData.fromString("laptop"),
        "ü".getBytes(StandardCharsets.UTF_8),
        (int) LocalDate.of(2024, 2, 29).toEpochDay(),
        FROM,
        time("2026-03-01T12:00:00Z"),
        FROM,
        null);
  }

  private static GenericRowData nulls(long id) {
    GenericRowData row = new GenericRowData(17);
    row.setField(0, id);
    row.setField(15, FROM);
    return row;
  }

  private static DecimalData decimal(String value, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
  }

  private static TimestampData time(String instant) {
    return TimestampData.fromInstant(Instant.parse(instant));
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
