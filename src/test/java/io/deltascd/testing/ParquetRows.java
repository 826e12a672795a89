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
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Writes rows into a Parquet file, with the physical types that Spark chooses. */
final class ParquetRows {

  private final List<Column> columns;
  private final boolean int96;
  private final MessageType schema;

  /**
   * @param columns by whose names rows have their values
   * @param stored the same columns with their names in the file
   */
  ParquetRows(List<Column> columns, List<Column> stored, boolean int96) {
    this.columns = columns;
    this.int96 = int96;
    this.schema = new MessageType("spark_schema", fields(stored));
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

  private List<Type> fields(List<Column> some) {
    return some.stream().map(column -> field(column, Repetition.OPTIONAL)).toList();
  }

  private Type field(Column column, Repetition repetition) {
    ColumnType type = column.type();
    List<Column> parts = type.parts();
    Types.Builder<?, ? extends Type> field =
        switch (type.kind()) {
          case LONG -> Types.primitive(PrimitiveTypeName.INT64, repetition);
          case INTEGER -> Types.primitive(PrimitiveTypeName.INT32, repetition);
          case STRING ->
              Types.primitive(PrimitiveTypeName.BINARY, repetition)
                  .as(LogicalTypeAnnotation.stringType());
          case DATE ->
              Types.primitive(PrimitiveTypeName.INT32, repetition)
                  .as(LogicalTypeAnnotation.dateType());
          case DECIMAL -> decimal(type, repetition);
          case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition);
          case TIMESTAMP ->
              int96
                  ? Types.primitive(PrimitiveTypeName.INT96, repetition)
                  : Types.primitive(PrimitiveTypeName.INT64, repetition)
                      .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS));
          case BOOLEAN -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition);
          case STRUCT -> Types.buildGroup(repetition).addFields(array(fields(parts)));
          case ARRAY ->
              Types.buildGroup(repetition)
                  .as(LogicalTypeAnnotation.listType())
                  .addField(Types.repeatedGroup().addFields(array(fields(parts))).named("list"));
          case MAP ->
              Types.buildGroup(repetition)
                  .as(LogicalTypeAnnotation.mapType())
                  .addField(
                      Types.repeatedGroup()
                          .addField(field(parts.get(0), Repetition.REQUIRED))
                          .addField(field(parts.get(1), Repetition.OPTIONAL))
                          .named("key_value"));
        };
    return field.named(column.name());
  }

  private static Type[] array(List<Type> types) {
    return types.toArray(Type[]::new);
  }

  private static Types.PrimitiveBuilder<PrimitiveType> decimal(
      ColumnType type, Repetition repetition) {
    var primitive =
        type.precision() <= 9
            ? Types.primitive(PrimitiveTypeName.INT32, repetition)
            : type.precision() <= 18
                ? Types.primitive(PrimitiveTypeName.INT64, repetition)
                : Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                    .length(bytesOf(type.precision()));
    return primitive.as(LogicalTypeAnnotation.decimalType(type.scale(), type.precision()));
  }

  private static int bytesOf(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
  }

  private Group group(Map<String, Object> row) {
    SimpleGroup group = new SimpleGroup(schema);
    fill(group, columns, row);
    return group;
  }

  private void fill(Group group, List<Column> fields, Map<?, ?> values) {
    for (int i = 0; i < fields.size(); i++) {
      add(group, i, fields.get(i).type(), values.get(fields.get(i).name()));
    }
  }

  /** Adds nothing for null. */
  private void add(Group group, int field, ColumnType type, Object value) {
    if (value == null) {
      return;
    }
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
      case STRUCT -> fill(group.addGroup(field), type.parts(), (Map<?, ?>) value);
      case ARRAY -> {
        Group list = group.addGroup(field);
        ((List<?>) value).forEach(element -> add(list.addGroup(0), 0, type.part(0), element));
      }
      case MAP -> {
        Group map = group.addGroup(field);
        ((Map<?, ?>) value)
            .forEach(
                (key, mapped) -> {
                  Group entry = map.addGroup(0);
                  add(entry, 0, type.part(0), key);
                  add(entry, 1, type.part(1), mapped);
                });
      }
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
