package io.deltascd.changes;

import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.SilverSchema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * The bytes of splits, shared by the serializers of a split and of the enumerator's state; texts
 * and schemas are as {@link ModelFormat} writes them.
 *
 * <pre>
 * split    id · version (8) · time (8) · position (8) · count (4) · files
 * file     action (1) · path · size (8) · count (4) · (column · value) · vector · previous vector
 * vector   present (1) · storage type · path or data · offset (4, −1 = none) · size (4) · cardinality (8)
 * </pre>
 */
final class SplitFormat {
  /** Of a split and of the enumerator's state alike. */
  static final int FORMAT = 1;

  private SplitFormat() {}

  /** Without the schema. */
  static void writeSplit(ChangeSplit split, DataOutput out) throws IOException {
    ModelFormat.writeText(split.splitId(), out);
    out.writeLong(split.version());
    out.writeLong(split.timeMicros());
    out.writeLong(split.position());
    out.writeInt(split.files().size());
    for (FileChange file : split.files()) {
      writeFile(file, out);
    }
  }

  static ChangeSplit readSplit(DataInput in, SilverSchema schema) throws IOException {
    String id = ModelFormat.readText(in);
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
    ModelFormat.writeText(file.path(), out);
    out.writeLong(file.size());
    ModelFormat.writePartitionValues(file.partitionValues(), out);
    writeVector(file.deletionVector(), out);
    writeVector(file.previousVector(), out);
  }

  private static FileChange readFile(DataInput in) throws IOException {
    Action action = actionOf(in.readByte());
    String path = ModelFormat.readText(in);
    long size = in.readLong();
    Map<String, String> values = ModelFormat.readPartitionValues(in);
    return new FileChange(action, path, size, values, readVector(in), readVector(in));
  }

  private static void writeVector(@Nullable DeletionVector vector, DataOutput out)
      throws IOException {
    out.writeBoolean(vector != null);
    if (vector != null) {
      ModelFormat.writeText(vector.storageType(), out);
      ModelFormat.writeText(vector.pathOrInline(), out);
      out.writeInt(vector.offset() == null ? -1 : vector.offset());
      out.writeInt(vector.sizeInBytes());
      out.writeLong(vector.cardinality());
    }
  }

  private static @Nullable DeletionVector readVector(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    String storageType = ModelFormat.readText(in);
    String pathOrInline = ModelFormat.readText(in);
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
      case INDEX -> 5;
      case SCHEMA -> 6;
      case RESYNC_BEFORE -> 7;
      case RESYNC_AFTER -> 8;
      case MOVED -> 9;
    };
  }

  private static Action actionOf(byte action) throws IOException {
    return switch (action) {
      case 0 -> Action.SNAPSHOT;
      case 1 -> Action.ADD;
      case 2 -> Action.REMOVE;
      case 3 -> Action.CDC;
      case 4 -> Action.MARK;
      case 5 -> Action.INDEX;
      case 6 -> Action.SCHEMA;
      case 7 -> Action.RESYNC_BEFORE;
      case 8 -> Action.RESYNC_AFTER;
      case 9 -> Action.MOVED;
      default -> throw new IOException("Unknown action of a file: " + action);
    };
  }
}
