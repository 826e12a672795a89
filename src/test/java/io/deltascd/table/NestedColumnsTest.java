package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.CompactionConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileChange;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
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
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Structs, arrays, maps and long texts in the files of gold, and from files of silver. */
class NestedColumnsTest {
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  /** Each with a value; the longest text is longer than 64 KiB. */
  private static final Map<LogicalType, Object> PRIMITIVES = new LinkedHashMap<>();

  static {
    PRIMITIVES.put(new BooleanType(), true);
    PRIMITIVES.put(new TinyIntType(), (byte) -128);
    PRIMITIVES.put(new SmallIntType(), (short) -300);
    PRIMITIVES.put(new IntType(), Integer.MIN_VALUE);
    PRIMITIVES.put(new BigIntType(), Long.MIN_VALUE);
    PRIMITIVES.put(new FloatType(), Float.NEGATIVE_INFINITY);
    PRIMITIVES.put(new DoubleType(), -0.0);
    PRIMITIVES.put(new DecimalType(9, 2), decimal("-9999999.99", 9, 2));
    PRIMITIVES.put(new DecimalType(18, 4), decimal("99999999999999.9999", 18, 4));
    PRIMITIVES.put(new DecimalType(38, 0), decimal("-" + "9".repeat(38), 38, 0));
    PRIMITIVES.put(TEXT, StringData.fromString("ñ".repeat(40_000)));
    PRIMITIVES.put(new VarBinaryType(VarBinaryType.MAX_LENGTH), new byte[] {-1, 0, 1});
    PRIMITIVES.put(new DateType(), (int) LocalDate.of(1500, 2, 28).toEpochDay());
    PRIMITIVES.put(
        new LocalZonedTimestampType(6), TimestampData.fromEpochMillis(-62_135_596_800_000L, 1_000));
    PRIMITIVES.put(new TimestampType(6), TimestampData.fromEpochMillis(-1, 999_000));
  }

  @TempDir Path directory;
  private TableLocation location;

  @BeforeEach
  void locate() {
    location = new TableLocation(directory.toString(), Map.of());
  }

  @Test
  void everyTypeInEveryNesting() throws Exception {
    RowType silver = columns();
    List<GenericRowData> rows =
        List.of(row(1, true), row(2, false), nulls(3, silver), row(4, true));
    DataFile file = write(silver, rows);

    assertThat(read(DeltaTypes.structType(silver).toJson(), "none", file))
        .as("as a file of silver")
        .isEqualTo(binary(silver, rows));
    GoldSchema schema = GoldFixture.schemaOf(silver, List.of("id"));
    GoldTable gold =
        GoldTable.createOrOpen(
            location,
            schema,
            Progress.created("t", "scd2", schema.keys(), schema.fingerprint(), 0, "s"));
    gold.commit(GoldFixture.next(gold, List.of(file), Map.of()));
    assertThat(gold.schema().fingerprint()).isEqualTo(schema.fingerprint());
    List<RowData> read = new ArrayList<>();
    try (TableRows found = TableReader.open(location, OptionalLong.empty()).rows()) {
      found.forEachRemaining(read::add);
    }
    assertThat(binary(silver, read)).as("as gold").isEqualTo(binary(silver, rows));
  }

  @Test
  void compactionKeepsEveryTypeInEveryNesting() throws Exception {
    RowType silver = columns();
    List<GenericRowData> rows =
        List.of(row(1, true), row(2, false), nulls(3, silver), row(4, true));
    GoldSchema schema = GoldFixture.schemaOf(silver, List.of("id"));
    GoldTable.createOrOpen(
        location,
        schema,
        Progress.created("t", "scd2", schema.keys(), schema.fingerprint(), 0, "s"));
    MemorySize size = MemorySize.ofMebiBytes(64);
    GoldTable gold = GoldTable.open(location, new CompactionConfig(2, size, size));
    List<DataFile> files =
        List.of(write(silver, rows.subList(0, 2)), write(silver, rows.subList(2, 4)));
    gold.commit(GoldFixture.next(gold, files, Map.of()));
    assertThat(gold.compact().removed()).isEqualTo(2);
    List<RowData> read = new ArrayList<>();
    try (TableRows found = TableReader.open(location, OptionalLong.empty()).rows()) {
      found.forEachRemaining(read::add);
    }
    assertThat(binary(silver, read)).containsExactlyInAnyOrderElementsOf(binary(silver, rows));
  }

  @Test
  void layoutIsThatOfSpark() throws IOException {
    RowType silver =
        struct(
            "id", new BigIntType(),
            "tags", new ArrayType(false, new IntType(false)),
            "m", new MapType(new DateType(false), struct("a", new ArrayType(TEXT))));
    DataFile file = write(silver, List.of(nulls(1, silver)));
    assertThat(footer(file).getFileMetaData().getSchema())
        .isEqualTo(
            MessageTypeParser.parseMessageType(
                """
                message table {
                  optional int64 id;
                  optional group tags (LIST) { repeated group list { optional int32 element; } }
                  optional group m (MAP) {
                    repeated group key_value {
                      required int32 key (DATE);
                      optional group value {
                        optional group a (LIST) {
                          repeated group list { optional binary element (STRING); }
                        }
                      }
                    }
                  }
                  required int64 valid_from (TIMESTAMP(MICROS,true));
                  optional int64 valid_to (TIMESTAMP(MICROS,true));
                }
                """));
  }

  @Test
  void nestedColumnsHaveNoStatistics() throws IOException {
    // A path of the struct reads like the name of the column beside it.
    RowType silver =
        struct("id", new BigIntType(), "a.b", new IntType(), "a", struct("b", new IntType()));
    GenericRowData row = GenericRowData.of(1L, 5, GenericRowData.of(-70), time(), null);
    assertThat(write(silver, List.of(row)).stats())
        .isEqualTo(
            """
            {"numRecords":1,"minValues":{"id":1,"a.b":5,"valid_from":"1970-01-01T00:00:00.000Z"},\
            "maxValues":{"id":1,"a.b":5,"valid_from":"1970-01-01T00:00:00.000Z"},\
            "nullCount":{"id":0,"a.b":0,"valid_from":0,"valid_to":1},"tightBounds":true}\
            """);
  }

  @Test
  void mappedFieldsAreReadByTheirPhysicalNames() throws IOException {
    RowType stored =
        struct(
            "id", new BigIntType(),
            "col-2", new ArrayType(struct("col-4", TEXT, "gone", TEXT, "col-3", new IntType())));
    GenericRowData element =
        GenericRowData.of(StringData.fromString("text"), StringData.fromString("old"), 7);
    DataFile file =
        write(
            stored,
            List.of(
                GenericRowData.of(
                    1L, new GenericArrayData(new Object[] {element, null}), time(), null)));
    String schema =
        """
        {"type":"struct","fields":[%s,%s]}\
        """
            .formatted(
                field("id", "\"long\"", 1, "id"),
                field(
                    "líneas",
                    """
                    {"type":"array","containsNull":true,"elementType":{"type":"struct","fields":[%s,%s,%s]}}\
                    """
                        .formatted(
                            field("número", "\"integer\"", 3, "col-3"),
                            field("nuevo", "\"date\"", 5, "col-5"),
                            field("texto", "\"string\"", 4, "col-4")),
                    2,
                    "col-2"));
    RowType logical =
        struct(
            "id", new BigIntType(),
            "l", new ArrayType(struct("n", new IntType(), "d", new DateType(), "t", TEXT)));
    GenericRowData expected = GenericRowData.of(7, null, StringData.fromString("text"));
    assertThat(read(schema, "name", file))
        .isEqualTo(
            binary(
                logical,
                List.of(
                    GenericRowData.of(1L, new GenericArrayData(new Object[] {expected, null})))));
  }

  @Test
  void rowGroupsOfLongTextsStaySmall() throws IOException {
    RowType silver = struct("id", new BigIntType(), "text", TEXT);
    List<GenericRowData> rows = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int size : new int[] {20 << 20, 20 << 20, 20 << 20, 1, 0}) {
      byte[] text = new byte[size];
      random.nextBytes(text);
      for (int i = 0; i < size; i++) {
        text[i] = (byte) ('a' + (text[i] & 15));
      }
      rows.add(GenericRowData.of((long) size, StringData.fromBytes(text), time(), null));
    }
    DataFile file = write(silver, rows);
    assertThat(footer(file).getBlocks())
        .hasSizeGreaterThan(1)
        .allSatisfy(block -> assertThat(block.getTotalByteSize()).isLessThan(64 << 20));
    assertThat(file.stats()).hasSizeLessThan(500);
    assertThat(read(DeltaTypes.structType(silver).toJson(), "none", file))
        .isEqualTo(binary(silver, rows));
  }

  private static RowType columns() {
    List<LogicalType> types = new ArrayList<>(List.of(new BigIntType()));
    PRIMITIVES
        .keySet()
        .forEach(
            type -> {
              types.add(new ArrayType(type));
              types.add(new MapType(type.copy(false), type));
              types.add(new ArrayType(new MapType(TEXT.copy(false), new ArrayType(type))));
            });
    types.add(RowType.of(PRIMITIVES.keySet().toArray(LogicalType[]::new)));
    types.add(new ArrayType(new ArrayType(struct("x", struct("y", new IntType())))));
    return RowType.of(
        types.toArray(LogicalType[]::new),
        java.util.stream.IntStream.range(0, types.size())
            .mapToObj(i -> i == 0 ? "id" : "c" + i)
            .toArray(String[]::new));
  }

  /** A row with values at all depths, and nulls beside them; or with empty arrays and maps. */
  private static GenericRowData row(long id, boolean full) {
    List<Object> values = new ArrayList<>(List.of(id));
    for (Object value : PRIMITIVES.values()) {
      GenericArrayData array = array(full ? new Object[] {value, null, value} : new Object[0]);
      values.add(array);
      values.add(full ? map(value, value) : new GenericMapData(Map.of()));
      values.add(array(map(StringData.fromString("k"), full ? array : null), null));
    }
    GenericRowData struct = new GenericRowData(PRIMITIVES.size());
    int field = 0;
    for (Object value : PRIMITIVES.values()) {
      struct.setField(field++, full ? value : null);
    }
    values.add(struct);
    GenericRowData deep = GenericRowData.of(full ? GenericRowData.of(id(id)) : null);
    values.add(array(array(deep, null), null, array()));
    values.add(time());
    values.add(null);
    return GenericRowData.of(values.toArray());
  }

  private static Object id(long id) {
    return Math.toIntExact(id);
  }

  private static GenericRowData nulls(long id, RowType silver) {
    GenericRowData row = new GenericRowData(silver.getFieldCount() + 2);
    row.setField(0, id);
    row.setField(silver.getFieldCount(), time());
    return row;
  }

  private DataFile write(RowType silver, List<GenericRowData> rows) throws IOException {
    GoldSchema schema = GoldFixture.schemaOf(silver, List.of("id"));
    RowDataSerializer serializer = new RowDataSerializer(schema.file());
    try (DataFileWriter writer =
        new DataFileWriter(location, schema, GoldPartition.of(schema, true), "0")) {
      for (GenericRowData row : rows) {
        writer.write(serializer.toBinaryRow(row));
      }
      return writer.finish();
    }
  }

  private org.apache.parquet.hadoop.metadata.ParquetMetadata footer(DataFile file)
      throws IOException {
    org.apache.hadoop.fs.Path path =
        new org.apache.hadoop.fs.Path(directory.resolve(file.path()).toUri());
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(path, new Configuration()))) {
      return reader.getFooter();
    }
  }

  /** The rows of a file as the source reads them. */
  private List<BinaryRowData> read(String schema, String mapping, DataFile file)
      throws IOException {
    List<BinaryRowData> found = new ArrayList<>();
    FileChange change =
        new FileChange(
            FileChange.Action.ADD, file.path(), file.size(), file.partitionValues(), null, null);
    ChangeFileReader reader =
        ChangeFileReader.ofSilver(location, new SilverSchema(0, schema, List.of(), mapping));
    try (ChangeRows rows = reader.open(change, 1)) {
      while (rows.next()) {
        found.add(rows.row());
      }
    }
    return found;
  }

  /** The columns of silver in binary form, which can be compared. */
  private static List<BinaryRowData> binary(RowType silver, List<? extends RowData> rows) {
    RowDataSerializer serializer = new RowDataSerializer(silver);
    List<BinaryRowData> binary = new ArrayList<>();
    for (RowData row : rows) {
      GenericRowData columns = new GenericRowData(silver.getFieldCount());
      for (int i = 0; i < columns.getArity(); i++) {
        columns.setField(i, RowData.createFieldGetter(silver.getTypeAt(i), i).getFieldOrNull(row));
      }
      binary.add(serializer.toBinaryRow(columns).copy());
    }
    return binary;
  }

  private static String field(String name, String type, int id, String physical) {
    return """
    {"name":"%s","type":%s,"nullable":true,"metadata":\
    {"delta.columnMapping.id":%d,"delta.columnMapping.physicalName":"%s"}}\
    """
        .formatted(name, type, id, physical);
  }

  private static RowType struct(Object... namesAndTypes) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      fields.add(
          new RowType.RowField((String) namesAndTypes[i], (LogicalType) namesAndTypes[i + 1]));
    }
    return new RowType(fields);
  }

  private static GenericArrayData array(Object... elements) {
    return new GenericArrayData(elements);
  }

  private static GenericMapData map(Object key, Object value) {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(key, value);
    return new GenericMapData(map);
  }

  private static TimestampData time() {
    return TimestampData.fromEpochMillis(0);
  }

  private static DecimalData decimal(String value, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
  }
}
