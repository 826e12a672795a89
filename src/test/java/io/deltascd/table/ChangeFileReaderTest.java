package io.deltascd.table;

import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.DataType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltascd.config.TableLocation;
import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeFileReaderTest {
  private static final SilverSchema SCHEMA =
      new SilverSchema(0, SmallTable.ID_AND_NAME, List.of(), "none");

  @TempDir Path directory;
  private SmallTable table;

  @BeforeEach
  void createTable() throws IOException {
    table = new SmallTable(directory.resolve("sil ver#1%20"));
  }

  @Test
  void addedRowsAreInserts() throws IOException {
    table.write("a.parquet", row(1L, "a"), row(2L, null), row(null, "a longer name, not inline"));
    assertThat(read(change(Action.ADD, "a.parquet", null, null)))
        .containsExactly("+I 1 a", "+I 2 null", "+I null a longer name, not inline");
    assertThat(read(change(Action.SNAPSHOT, "a.parquet", null, null))).hasSize(3);
    assertThat(read(change(Action.REMOVE, "a.parquet", null, null))).startsWith("-D 1 a");
  }

  @Test
  void encodedPathWithSpecialCharacters() throws IOException {
    String path = table.write("p=a%20b%252F/%C3%A9+.parquet", row(1L, "é"));
    assertThat(read(change(Action.ADD, path, null, null))).containsExactly("+I 1 é");
    String absolute = table.root().resolve("p=a b%2F/é+.parquet").toUri().toASCIIString();
    assertThat(read(change(Action.ADD, absolute, null, null))).containsExactly("+I 1 é");
  }

  @Test
  void changeTypeOfChangeFiles() throws IOException {
    table.writeCdc(
        "_change_data/c.parquet",
        row(1L, "a", "insert"),
        row(2L, "b", "update_preimage"),
        row(2L, "c", "update_postimage"),
        row(3L, "d", "delete"));
    assertThat(read(change(Action.CDC, "_change_data/c.parquet", null, null)))
        .containsExactly("+I 1 a", "-U 2 b", "+U 2 c", "-D 3 d");
  }

  @Test
  void unknownChangeTypeIsAnError() throws IOException {
    table.writeCdc("c.parquet", row(1L, "a", "upsert"));
    assertThatThrownBy(() -> read(change(Action.CDC, "c.parquet", null, null)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("c.parquet")
        .hasMessageContaining("upsert");
  }

  @Test
  void strayChangeTypeInDataFilesIsIgnored() throws IOException {
    table.writeCdc("a.parquet", row(1L, "a", "delete"));
    assertThat(read(change(Action.ADD, "a.parquet", null, null))).containsExactly("+I 1 a");
  }

  @Test
  void deletionVectorsHideRows() throws IOException {
    table.write("a.parquet", row(0L, "a"), row(1L, "b"), row(2L, "c"), row(3L, "d"));
    DeletionVector vector = table.vector(1, 3);
    assertThat(read(change(Action.ADD, "a.parquet", vector, null)))
        .containsExactly("+I 0 a", "+I 2 c");
    assertThat(read(change(Action.REMOVE, "a.parquet", SmallTable.inlineVector(0, 1, 2), null)))
        .containsExactly("-D 3 d");
  }

  @Test
  void markedRowsAreDeletesUnmarkedInserts() throws IOException {
    table.write("a.parquet", row(0L, "a"), row(1L, "b"), row(2L, "c"), row(3L, "d"));
    assertThat(read(change(Action.MARK, "a.parquet", table.vector(1, 3), table.vector(0, 1))))
        .containsExactly("+I 0 a", "-D 3 d");
    assertThat(read(change(Action.MARK, "a.parquet", table.vector(2), null)))
        .containsExactly("-D 2 c");
    assertThat(read(change(Action.MARK, "a.parquet", null, table.vector(2))))
        .containsExactly("+I 2 c");
  }

  @Test
  void missingFileNamesFileAndVersion() {
    assertThatThrownBy(() -> read(change(Action.ADD, "gone.parquet", null, null)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("gone.parquet, version 7")
        .hasMessageContaining("VACUUM");
  }

  @Test
  void missingDeletionVectorNamesFileAndVersion() throws IOException {
    table.write("a.parquet", row(0L, "a"));
    DeletionVector vector = table.vector(0);
    try (var files = Files.list(table.root())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".bin")).toList()) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(() -> read(change(Action.ADD, "a.parquet", vector, null)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(".bin, version 7");
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    Files.writeString(table.root().resolve("bad.parquet"), "this is not Parquet at all");
    assertThatThrownBy(() -> read(change(Action.ADD, "bad.parquet", null, null)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("bad.parquet");
  }

  @Test
  void columnMappingReadsPhysicalNames() throws IOException {
    String mapped =
        SmallTable.ID_AND_NAME
            .replaceFirst("\"metadata\":\\{\\}", mapping(1, "col-1"))
            .replaceFirst("\"metadata\":\\{\\}", mapping(2, "col-2"));
    StructType physical =
        new StructType()
            .add("col-2", StringType.STRING)
            .add("col-1", io.delta.kernel.types.LongType.LONG);
    table.write("a.parquet", physical, row("a", 1L));
    SilverSchema schema = new SilverSchema(0, mapped, List.of(), "name");
    assertThat(read(schema, change(Action.ADD, "a.parquet", null, null))).containsExactly("+I 1 a");
    SilverSchema partitioned = new SilverSchema(0, mapped, List.of("name"), "name");
    FileChange change =
        new FileChange(
            Action.ADD, "a.parquet", size("a.parquet"), Map.of("col-2", "p"), null, null);
    assertThat(read(partitioned, change)).containsExactly("+I 1 p");
  }

  private static String mapping(int id, String name) {
    return "\"metadata\":{\"delta.columnMapping.id\":%d,\"delta.columnMapping.physicalName\":\"%s\"}"
        .formatted(id, name);
  }

  @Test
  void everyTypeFromFileAndPartition() throws IOException {
    List<String> types =
        List.of(
            "byte",
            "short",
            "integer",
            "long",
            "float",
            "double",
            "decimal(10,2)",
            "decimal(30,3)",
            "boolean",
            "string",
            "binary",
            "date",
            "timestamp",
            "timestamp_ntz");
    Object[] values = {
      (byte) 1,
      (short) 2,
      3,
      4L,
      5.5f,
      6.5,
      new BigDecimal("7.25"),
      new BigDecimal("-123456789012345678901234.125"),
      true,
      "text",
      new byte[] {1, 2},
      20_000,
      -1L,
      1_767_225_600_123_456L
    };
    String[] texts = {
      "1",
      "2",
      "3",
      "4",
      "5.5",
      "6.5",
      "7.25",
      "-123456789012345678901234.125",
      "true",
      "text",
      "\u0001\u0002",
      "2024-10-04",
      "1969-12-31 23:59:59.999999",
      "2026-01-01T00:00:00.123456Z"
    };
    List<Object> expected =
        List.of(
            (byte) 1,
            (short) 2,
            3,
            4L,
            5.5f,
            6.5,
            DecimalData.fromUnscaledLong(725, 10, 2),
            DecimalData.fromBigDecimal((BigDecimal) values[7], 30, 3),
            true,
            StringData.fromString("text"),
            new byte[] {1, 2},
            20_000,
            TimestampData.fromEpochMillis(-1, 999_000),
            TimestampData.fromEpochMillis(1_767_225_600_123L, 456_000));
    StringBuilder json = new StringBuilder();
    Map<String, String> partition = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      json.append(
          "%s{\"name\":\"c%d\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}"
              .formatted(i == 0 ? "" : ",", i, types.get(i)));
      names.add("c" + i);
      partition.put("c" + i, texts[i]);
    }
    String schema = "{\"type\":\"struct\",\"fields\":[" + json + "]}";
    StructType structType = DeltaTypes.structType(schema);
    table.write("a.parquet", structType, values, new Object[types.size()]);
    long size = size("a.parquet");

    List<BinaryRowData> fromFile =
        rows(
            new SilverSchema(0, schema, List.of(), "none"),
            new FileChange(Action.ADD, "a.parquet", size, Map.of(), null, null));
    check(fromFile.get(0), structType, expected);
    assertThat(fromFile.get(1).anyNull()).isTrue();
    assertThat(fromFile.get(1).isNullAt(13)).isTrue();

    List<BinaryRowData> fromLog =
        rows(
            new SilverSchema(0, schema, names.subList(1, names.size()), "none"),
            new FileChange(Action.ADD, "a.parquet", size, partition, null, null));
    check(fromLog.get(0), structType, expected);
    assertThat(fromLog.get(1).isNullAt(0)).isTrue();

    List<BinaryRowData> nulls =
        rows(
            new SilverSchema(0, schema, names.subList(1, names.size()), "none"),
            new FileChange(Action.ADD, "a.parquet", size, Map.of("c9", ""), null, null));
    for (int i = 1; i < types.size(); i++) {
      assertThat(nulls.get(0).isNullAt(i)).isTrue();
    }
  }

  private static void check(BinaryRowData row, StructType type, List<Object> expected) {
    for (int i = 0; i < expected.size(); i++) {
      DataType dataType = type.at(i).getDataType();
      Object found =
          org.apache.flink.table.data.RowData.createFieldGetter(
                  DeltaTypes.rowType(type).getTypeAt(i), i)
              .getFieldOrNull(row);
      assertThat(found).as("%s", dataType).isEqualTo(expected.get(i));
    }
  }

  @Test
  void columnOfUnknownTypeIsRefused() {
    String schema =
        "{\"type\":\"struct\",\"fields\":[{\"name\":\"tags\",\"type\":\"variant\","
            + "\"nullable\":true,\"metadata\":{}}]}";
    assertThatThrownBy(
            () ->
                ChangeFileReader.ofSilver(
                    new TableLocation("/t", Map.of()),
                    new SilverSchema(0, schema, List.of(), "none")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("tags");
  }

  @Test
  void charColumnsArePaddedAndRefusedInside() throws IOException {
    String schema =
        SmallTable.ID_AND_NAME.replaceFirst(
            "(\"name\":\"name\",.*)\\{\\}", "$1{\"__CHAR_VARCHAR_TYPE_STRING\":\"char(3)\"}");
    SilverSchema padded = new SilverSchema(0, schema, List.of(), "none");
    table.write("a.parquet", row(1L, "ñ"), row(2L, "abc "), row(3L, null), row(4L, ""));
    assertThat(read(padded, change(Action.ADD, "a.parquet", null, null)))
        .containsExactly("+I 1 ñ  ", "+I 2 abc ", "+I 3 null", "+I 4    ");
    SilverSchema inside =
        new SilverSchema(0, schema.replace("char(3)", "array<char(3)>"), List.of(), "none");
    assertThatThrownBy(() -> ChangeFileReader.ofSilver(table.location(), inside))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("column name")
        .hasMessageContaining("array<char(3)>");
    SilverSchema varchar =
        new SilverSchema(0, schema.replace("char(3)", "varchar(3)"), List.of(), "none");
    assertThat(read(varchar, change(Action.ADD, "a.parquet", null, null))).contains("+I 1 ñ");
  }

  private FileChange change(
      Action action, String path, DeletionVector vector, DeletionVector previous) {
    return new FileChange(action, path, 0, Map.of(), vector, previous);
  }

  private long size(String path) throws IOException {
    return Files.size(table.root().resolve(path));
  }

  private List<String> read(FileChange change) throws IOException {
    return read(SCHEMA, change);
  }

  private List<String> read(SilverSchema schema, FileChange change) throws IOException {
    List<String> found = new ArrayList<>();
    try (ChangeRows rows = ChangeFileReader.ofSilver(table.location(), schema).open(change, 7)) {
      while (rows.next()) {
        BinaryRowData row = rows.row();
        found.add(
            "%s %s %s"
                .formatted(
                    rows.kind().shortString(),
                    row.isNullAt(0) ? null : row.getLong(0),
                    row.isNullAt(1) ? null : row.getString(1)));
      }
    }
    return found;
  }

  private List<BinaryRowData> rows(SilverSchema schema, FileChange change) throws IOException {
    List<BinaryRowData> found = new ArrayList<>();
    try (ChangeRows rows = ChangeFileReader.ofSilver(table.location(), schema).open(change, 7)) {
      while (rows.next()) {
        found.add(rows.row());
      }
    }
    return found;
  }
}
