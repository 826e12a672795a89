package io.deltascd.testing;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.JulianFields;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** Writes rows into a Parquet file, with the physical types that Spark chooses. */
final class ParquetRows {

  private final List<Column> columns;
  private final boolean int96;
  private final MessageType schema;

  ParquetRows(List<Column> columns, boolean int96) {
    this.columns = columns;
    this.int96 = int96;
    this.schema =
        new MessageType("spark_schema", columns.stream().map(c -> field(c, int96)).toList());
  }

  /**
   * @param rowGroupRows rows of a row group, so that small files can have several
   */
  void write(Path file, List<Map<String, Object>> rows, int rowGroupRows) throws IOException {
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withConf(new PlainParquetConfiguration())
            .withRowGroupRowCountLimit(rowGroupRows)
            .build()) {
      for (Map<String, Object> row : rows) {
        writer.write(group(row));
      }
    }
  }

  private static Type field(Column column, boolean int96) {
    ColumnType type = column.type();
    var field =
        switch (type.kind()) {
          case LONG -> Types.optional(PrimitiveTypeName.INT64);
          case INTEGER -> Types.optional(PrimitiveTypeName.INT32);
          case STRING ->
              Types.optional(PrimitiveTypeName.BINARY).as(LogicalTypeAnnotation.stringType());
          case DATE -> Types.optional(PrimitiveTypeName.INT32).as(LogicalTypeAnnotation.dateType());
          case DECIMAL -> decimal(type);
          case DOUBLE -> Types.optional(PrimitiveTypeName.DOUBLE);
          case TIMESTAMP ->
              int96
                  ? Types.optional(PrimitiveTypeName.INT96)
                  : Types.optional(PrimitiveTypeName.INT64)
                      .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS));
          case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN);
        };
    return field.named(column.name());
  }

  private static Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> decimal(
      ColumnType type) {
    var primitive =
        type.precision() <= 9
            ? Types.optional(PrimitiveTypeName.INT32)
            : type.precision() <= 18
                ? Types.optional(PrimitiveTypeName.INT64)
                : Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
                    .length(bytesOf(type.precision()));
    return primitive.as(LogicalTypeAnnotation.decimalType(type.scale(), type.precision()));
  }

  private static int bytesOf(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
  }

  private Group group(Map<String, Object> row) {
    SimpleGroup group = new SimpleGroup(schema);
    for (int i = 0; i < columns.size(); i++) {
      Object value = row.get(columns.get(i).name());
      if (value != null) {
        add(group, i, columns.get(i).type(), value);
      }
    }
    return group;
  }

  private void add(Group group, int field, ColumnType type, Object value) {
    switch (type.kind()) {
      case LONG -> group.add(field, (Long) value);
      case INTEGER -> group.add(field, (Integer) value);
      case STRING -> group.add(field, (String) value);
      case DATE -> group.add(field, (int) ((LocalDate) value).toEpochDay());
      case DECIMAL -> addDecimal(group, field, type, (BigDecimal) value);
      case DOUBLE -> group.add(field, (Double) value);
      case TIMESTAMP -> {
        if (int96) {
          group.add(field, int96((Instant) value));
        } else {
          group.add(field, ChronoUnit.MICROS.between(Instant.EPOCH, (Instant) value));
        }
      }
      case BOOLEAN -> group.add(field, (Boolean) value);
    }
  }

  private static void addDecimal(Group group, int field, ColumnType type, BigDecimal value) {
    BigInteger unscaled = value.setScale(type.scale()).unscaledValue();
    if (type.precision() <= 9) {
      group.add(field, unscaled.intValueExact());
    } else if (type.precision() <= 18) {
      group.add(field, unscaled.longValueExact());
    } else {
      byte[] bytes = new byte[bytesOf(type.precision())];
      byte[] digits = unscaled.toByteArray();
      Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
      System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
      group.add(field, Binary.fromConstantByteArray(bytes));
    }
  }

  private static Binary int96(Instant value) {
    var time = value.atOffset(ZoneOffset.UTC);
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(time.toLocalTime().toNanoOfDay());
    bytes.putInt((int) time.getLong(JulianFields.JULIAN_DAY));
    return Binary.fromConstantByteArray(bytes.array());
  }
}
