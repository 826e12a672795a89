package io.deltascd.sink;

import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.Totals;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/** The bytes of what the serialized forms of this package have in common. */
final class SinkFormat {

  private SinkFormat() {}

  static void writeChanges(WriteResult.Changes changes, DataOutput out) throws IOException {
    out.writeLong(changes.highestTouched());
    out.writeLong(changes.timeMicros());
    writeFiles(changes.files(), out);
    writeMarks(changes.marks(), out);
    writeTotals(changes.done(), out);
    writeFiles(changes.deadLetters(), out);
    ModelFormat.writeSchemas(changes.schemas(), out);
  }

  static WriteResult.Changes readChanges(DataInput in) throws IOException {
    return new WriteResult.Changes(
        in.readLong(),
        in.readLong(),
        readFiles(in),
        readMarks(in),
        readTotals(in),
        readFiles(in),
        ModelFormat.readSchemas(in));
  }

  /** Whether there is a leap (1) · from version (8) · to version (8). */
  static void writeResync(@Nullable Resync resync, DataOutput out) throws IOException {
    out.writeBoolean(resync != null);
    if (resync != null) {
      out.writeLong(resync.from());
      out.writeLong(resync.to());
    }
  }

  static @Nullable Resync readResync(DataInput in) throws IOException {
    return in.readBoolean() ? new Resync(in.readLong(), in.readLong()) : null;
  }

  static void writeFiles(List<DataFile> files, DataOutput out) throws IOException {
    out.writeInt(files.size());
    for (DataFile file : files) {
      ModelFormat.writeText(file.path(), out);
      ModelFormat.writePartitionValues(file.partitionValues(), out);
      out.writeLong(file.size());
      out.writeLong(file.modificationTime());
      out.writeLong(file.rows());
      ModelFormat.writeText(file.stats(), out);
    }
  }

  static List<DataFile> readFiles(DataInput in) throws IOException {
    int count = in.readInt();
    List<DataFile> files = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      files.add(
          new DataFile(
              ModelFormat.readText(in),
              ModelFormat.readPartitionValues(in),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              ModelFormat.readText(in)));
    }
    return files;
  }

  static void writeMarks(Map<FileId, RoaringBitmap> marks, DataOutput out) throws IOException {
    out.writeInt(marks.size());
    for (Map.Entry<FileId, RoaringBitmap> mark : marks.entrySet()) {
      out.writeLong(mark.getKey().high());
      out.writeLong(mark.getKey().low());
      mark.getValue().runOptimize();
      mark.getValue().serialize(out);
    }
  }

  static Map<FileId, RoaringBitmap> readMarks(DataInput in) throws IOException {
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

  static void writeTotals(Totals totals, DataOutput out) throws IOException {
    out.writeLong(totals.changes());
    out.writeLong(totals.opened());
    out.writeLong(totals.closed());
    out.writeLong(totals.unchanged());
  }

  static Totals readTotals(DataInput in) throws IOException {
    return new Totals(in.readLong(), in.readLong(), in.readLong(), in.readLong());
  }

  static void writeSilver(SilverPosition silver, DataOutput out) throws IOException {
    ModelFormat.writeText(silver.tableId(), out);
    out.writeLong(silver.version());
    out.writeLong(silver.timeMicros());
  }

  static SilverPosition readSilver(DataInput in) throws IOException {
    return new SilverPosition(ModelFormat.readText(in), in.readLong(), in.readLong());
  }

  static void writeCommitId(CommitId id, DataOutput out) throws IOException {
    out.writeLong(id.sequence());
    writeUuid(id.id(), out);
  }

  static CommitId readCommitId(DataInput in) throws IOException {
    return new CommitId(in.readLong(), readUuid(in));
  }

  static void writeUuid(UUID id, DataOutput out) throws IOException {
    out.writeLong(id.getMostSignificantBits());
    out.writeLong(id.getLeastSignificantBits());
  }

  static UUID readUuid(DataInput in) throws IOException {
    return new UUID(in.readLong(), in.readLong());
  }
}
