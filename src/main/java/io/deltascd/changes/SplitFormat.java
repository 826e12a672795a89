package io.deltascd.changes;

import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.SilverSchema;
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
 * The bytes of splits and schemas, shared by the serializers of a split and of the enumerator's
 * state. Strings are length-prefixed UTF-8 of any length; −1 stands for null.
 *
 * <pre>
 * schema   id (8) · json · mapping mode · count (4) · partition columns
 * split    id · version (8) · time (8) · position (8) · count (4) · files
 * file     action (1) · path · size (8) · count (4) · (column · value) · vector · previous vector
 * vector   present (1) · storage type · path or data · offset (4, −1 = none) · size (4) · cardinality (8)
 * </pre>
 */
final class SplitFormat {
  /** Of a split and of the enumerator's state alike. */
  static final int FORMAT = 1;

  private SplitFormat() {}

  static void checkFormat(byte format, String what) throws IOException {
    if (format != FORMAT) {
      throw new IOException(
          what + " has format " + format + ", expected " + FORMAT + "; use the release it is from");
    }
  }

  static void writeSchema(SilverSchema schema, DataOutput out) throws IOException {
    out.writeLong(schema.id());
    writeString(schema.json(), out);
    writeString(schema.columnMappingMode(), out);
    out.writeInt(schema.partitionColumns().size());
    for (String column : schema.partitionColumns()) {
      writeString(column, out);
    }
  }

  static SilverSchema readSchema(DataInput in) throws IOException {
    long id = in.readLong();
    String json = readString(in);
    String mode = readString(in);
    int count = in.readInt();
    List<String> partitionColumns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      partitionColumns.add(readString(in));
    }
    return new SilverSchema(id, json, List.copyOf(partitionColumns), mode);
  }

  /** Without the schema. */
  static void writeSplit(ChangeSplit split, DataOutput out) throws IOException {
    writeString(split.splitId(), out);
    out.writeLong(split.version());
    out.writeLong(split.timeMicros());
    out.writeLong(split.position());
    out.writeInt(split.files().size());
    for (FileChange file : split.files()) {
      writeFile(file, out);
    }
  }

  static ChangeSplit readSplit(DataInput in, SilverSchema schema) throws IOException {
    String id = readString(in);
    long version = in.readLong();
    long timeMicros = in.readLong();
    long position = in.readLong();
    int count = in.readInt();
    List<FileChange> files = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      files.add(readFile(in));
    }
    return new ChangeSplit(id, version, timeMicros, schema, List.copyOf(files), position);
  }

  private static void writeFile(FileChange file, DataOutput out) throws IOException {
    out.writeByte(actionByte(file.action()));
    writeString(file.path(), out);
    out.writeLong(file.size());
    out.writeInt(file.partitionValues().size());
    for (Map.Entry<String, String> value : file.partitionValues().entrySet()) {
      writeString(value.getKey(), out);
      writeString(value.getValue(), out);
    }
    writeVector(file.deletionVector(), out);
    writeVector(file.previousVector(), out);
  }

  private static FileChange readFile(DataInput in) throws IOException {
    Action action = actionOf(in.readByte());
    String path = readString(in);
    long size = in.readLong();
    int count = in.readInt();
    Map<String, String> values = count == 0 ? Map.of() : new HashMap<>();
    for (int i = 0; i < count; i++) {
      String column = readString(in);
      values.put(column, readString(in));
    }
    return new FileChange(action, path, size, values, readVector(in), readVector(in));
  }

  private static void writeVector(@Nullable DeletionVector vector, DataOutput out)
      throws IOException {
    out.writeBoolean(vector != null);
    if (vector != null) {
      writeString(vector.storageType(), out);
      writeString(vector.pathOrInline(), out);
      out.writeInt(vector.offset() == null ? -1 : vector.offset());
      out.writeInt(vector.sizeInBytes());
      out.writeLong(vector.cardinality());
    }
  }

  private static @Nullable DeletionVector readVector(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    String storageType = readString(in);
    String pathOrInline = readString(in);
    int offset = in.readInt();
    return new DeletionVector(
        storageType, pathOrInline, offset < 0 ? null : offset, in.readInt(), in.readLong());
  }

  private static int actionByte(Action action) {
    return switch (action) {
      case SNAPSHOT -> 0;
      case ADD -> 1;
      case REMOVE -> 2;
      case CDC -> 3;
      case MARK -> 4;
    };
  }

  private static Action actionOf(byte action) throws IOException {
    return switch (action) {
      case 0 -> Action.SNAPSHOT;
      case 1 -> Action.ADD;
      case 2 -> Action.REMOVE;
      case 3 -> Action.CDC;
      case 4 -> Action.MARK;
      default -> throw new IOException("Unknown action of a file: " + action);
    };
  }

  static void writeString(@Nullable String value, DataOutput out) throws IOException {
    if (value == null) {
      out.writeInt(-1);
    } else {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      out.writeInt(utf8.length);
      out.write(utf8);
    }
  }

  static @Nullable String readString(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] utf8 = new byte[length];
    in.readFully(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
