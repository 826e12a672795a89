package io.deltascd.sink;

import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.Totals;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** The parts that the serialized forms of this package have in common. */
final class ChangesCodec {

  private ChangesCodec() {}

  static void writeChanges(WriteResult.Changes changes, DataOutputStream out) throws IOException {
    out.writeLong(changes.highestTouched());
    out.writeLong(changes.timeMicros());
    writeFiles(changes.files(), out);
    writeMarks(changes.marks(), out);
    writeTotals(changes.done(), out);
    writeFiles(changes.deadLetters(), out);
    writeSchemas(changes.schemas(), out);
  }

  static WriteResult.Changes readChanges(DataInputStream in) throws IOException {
    return new WriteResult.Changes(
        in.readLong(),
        in.readLong(),
        readFiles(in),
        readMarks(in),
        readTotals(in),
        readFiles(in),
        readSchemas(in));
  }

  static void writeSchemas(List<SilverSchema> schemas, DataOutputStream out) throws IOException {
    out.writeInt(schemas.size());
    for (SilverSchema schema : schemas) {
      ModelFormat.writeSchema(schema, out);
    }
  }

  static List<SilverSchema> readSchemas(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<SilverSchema> schemas = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      schemas.add(ModelFormat.readSchema(in));
    }
    return schemas;
  }

  /** Whether there is a leap (1) · from version (8) · to version (8). */
  static void writeResync(@Nullable Resync resync, DataOutputStream out) throws IOException {
    out.writeBoolean(resync != null);
    if (resync != null) {
      out.writeLong(resync.from());
      out.writeLong(resync.to());
    }
  }

  static @Nullable Resync readResync(DataInputStream in) throws IOException {
    return in.readBoolean() ? new Resync(in.readLong(), in.readLong()) : null;
  }

  static void writeFiles(List<DataFile> files, DataOutputStream out) throws IOException {
    out.writeInt(files.size());
    for (DataFile file : files) {
      ModelFormat.writeText(file.path(), out);
      out.writeInt(file.partitionValues().size());
      for (Map.Entry<String, String> value : file.partitionValues().entrySet()) {
        ModelFormat.writeText(value.getKey(), out);
        ModelFormat.writeText(value.getValue(), out);
      }
      out.writeLong(file.size());
      out.writeLong(file.modificationTime());
      out.writeLong(file.rows());
      ModelFormat.writeText(file.stats(), out);
    }
  }

  static List<DataFile> readFiles(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<DataFile> files = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String path = ModelFormat.readText(in);
      int values = in.readInt();
      Map<String, String> partitionValues = new HashMap<>();
      for (int j = 0; j < values; j++) {
        String column = ModelFormat.readText(in);
        partitionValues.put(column, ModelFormat.readText(in));
      }
      files.add(
          new DataFile(
              path,
              partitionValues,
              in.readLong(),
              in.readLong(),
              in.readLong(),
              ModelFormat.readText(in)));
    }
    return files;
  }

  static void writeMarks(Map<FileId, RoaringBitmap> marks, DataOutputStream out)
      throws IOException {
    out.writeInt(marks.size());
    for (Map.Entry<FileId, RoaringBitmap> mark : marks.entrySet()) {
      out.writeLong(mark.getKey().high());
      out.writeLong(mark.getKey().low());
      mark.getValue().runOptimize();
      mark.getValue().serialize(out);
    }
  }

  static Map<FileId, RoaringBitmap> readMarks(DataInputStream in) throws IOException {
    int count = in.readInt();
    Map<FileId, RoaringBitmap> marks = new HashMap<>();
    for (int i = 0; i < count; i++) {
      FileId file = new FileId(in.readLong(), in.readLong());
      RoaringBitmap rows = new RoaringBitmap();
      rows.deserialize(in);
      marks.put(file, rows);
    }
    return marks;
  }

  static void writeTotals(Totals totals, DataOutputStream out) throws IOException {
    out.writeLong(totals.changes());
    out.writeLong(totals.opened());
    out.writeLong(totals.closed());
    out.writeLong(totals.unchanged());
  }

  static Totals readTotals(DataInputStream in) throws IOException {
    return new Totals(in.readLong(), in.readLong(), in.readLong(), in.readLong());
  }

  static void writeSilver(SilverPosition silver, DataOutputStream out) throws IOException {
    ModelFormat.writeText(silver.tableId(), out);
    out.writeLong(silver.version());
    out.writeLong(silver.timeMicros());
  }

  static SilverPosition readSilver(DataInputStream in) throws IOException {
    return new SilverPosition(ModelFormat.readText(in), in.readLong(), in.readLong());
  }

  static void writeCommitId(CommitId id, DataOutputStream out) throws IOException {
    out.writeLong(id.sequence());
    writeUuid(id.id(), out);
  }

  static CommitId readCommitId(DataInputStream in) throws IOException {
    return new CommitId(in.readLong(), readUuid(in));
  }

  static void writeUuid(UUID id, DataOutputStream out) throws IOException {
    out.writeLong(id.getMostSignificantBits());
    out.writeLong(id.getLeastSignificantBits());
  }

  static UUID readUuid(DataInputStream in) throws IOException {
    return new UUID(in.readLong(), in.readLong());
  }
}
