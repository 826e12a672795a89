package io.deltascd.model;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * The bytes of what several serialized forms contain. The form around it says the format, since
 * nothing here carries a format byte of its own.
 *
 * <pre>
 * text     length in bytes (4; −1 = null) · UTF-8
 * schema   id (8) · json · mapping mode · count (4) · partition columns
 * schemas  count (4) · schemas
 * values   count (4) · (partition column · value)
 * </pre>
 */
public final class ModelFormat {
  private static final int NULL = -1;

  private ModelFormat() {}

  /** Writes a text of any length; {@code writeUTF} would end at 64 KiB. */
  public static void writeText(@Nullable String text, DataOutput out) throws IOException {
    if (text == null) {
      out.writeInt(NULL);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads what {@link #writeText} wrote. */
  @Nullable
  public static String readText(DataInput in) throws IOException {
    int length = in.readInt();
    if (length == NULL) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Writes a schema of silver. */
  public static void writeSchema(SilverSchema schema, DataOutput out) throws IOException {
    out.writeLong(schema.id());
    writeText(schema.json(), out);
    writeText(schema.columnMappingMode(), out);
    out.writeInt(schema.partitionColumns().size());
    for (String column : schema.partitionColumns()) {
      writeText(column, out);
    }
  }

  /** Reads what {@link #writeSchema} wrote. */
  public static SilverSchema readSchema(DataInput in) throws IOException {
    long id = in.readLong();
    String json = readText(in);
    String mode = readText(in);
    int count = in.readInt();
    List<String> partitionColumns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      partitionColumns.add(readText(in));
    }
    return new SilverSchema(id, json, List.copyOf(partitionColumns), mode);
  }

  /** Writes several schemas of silver. */
  public static void writeSchemas(List<SilverSchema> schemas, DataOutput out) throws IOException {
    out.writeInt(schemas.size());
    for (SilverSchema schema : schemas) {
      writeSchema(schema, out);
    }
  }

  /** Reads what {@link #writeSchemas} wrote. */
  public static List<SilverSchema> readSchemas(DataInput in) throws IOException {
    int count = in.readInt();
    List<SilverSchema> schemas = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      schemas.add(readSchema(in));
    }
    return schemas;
  }

  /** Writes a file's values of the partition columns. */
  public static void writePartitionValues(Map<String, String> values, DataOutput out)
      throws IOException {
    out.writeInt(values.size());
    for (Map.Entry<String, String> value : values.entrySet()) {
      writeText(value.getKey(), out);
      writeText(value.getValue(), out);
    }
  }

  /** Reads what {@link #writePartitionValues} wrote. */
  public static Map<String, String> readPartitionValues(DataInput in) throws IOException {
    int count = in.readInt();
    // Many files have none.
    Map<String, String> values = count == 0 ? Map.of() : new HashMap<>();
    for (int i = 0; i < count; i++) {
      String column = readText(in);
      values.put(column, readText(in));
    }
    return values;
  }
}
