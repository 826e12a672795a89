package io.deltascd.model;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.RowKind;

/**
 * Writes a {@link WireRecord}. It is also the format in which rows of incomplete versions wait in
 * state, so it outlives a release: a format byte comes first.
 *
 * <pre>
 * format 1: kind (1) · target (2) · row kind (1) · version (8) · time (8) · schema id (8)
 *           · key (see KeySerializer) · row length (4) · row
 * </pre>
 */
public final class WireRecordSerializer extends TypeSerializerSingleton<WireRecord> {
  private static final long serialVersionUID = 1L;

  /** The only instance needed. */
  public static final WireRecordSerializer INSTANCE = new WireRecordSerializer();

  private static final int FORMAT = 1;

  /** Bytes of format 1 between the format byte and the key. */
  private static final int FIXED_LENGTH = 1 + 2 + 1 + 8 + 8 + 8;

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public WireRecord createInstance() {
    return new WireRecord(
        WireRecord.Kind.CHANGE,
        0,
        RowKind.INSERT,
        0,
        0,
        0,
        KeySerializer.INSTANCE.createInstance(),
        new byte[0]);
  }

  @Override
  public WireRecord copy(WireRecord from) {
    return from;
  }

  @Override
  public WireRecord copy(WireRecord from, WireRecord reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(WireRecord record, DataOutputView target) throws IOException {
    target.writeByte(FORMAT);
    target.writeByte(kindByte(record.kind()));
    target.writeShort(record.target());
    target.writeByte(record.rowKind().toByteValue());
    target.writeLong(record.version());
    target.writeLong(record.timeMicros());
    target.writeLong(record.schemaId());
    KeySerializer.INSTANCE.serialize(record.key(), target);
    target.writeInt(record.row().length);
    target.write(record.row());
  }

  @Override
  public WireRecord deserialize(DataInputView source) throws IOException {
    checkFormat(source.readByte());
    WireRecord.Kind kind = kindOf(source.readByte());
    int target = source.readUnsignedShort();
    RowKind rowKind = RowKind.fromByteValue(source.readByte());
    long version = source.readLong();
    long timeMicros = source.readLong();
    long schemaId = source.readLong();
    Key key = KeySerializer.INSTANCE.deserialize(source);
    byte[] row = new byte[source.readInt()];
    source.readFully(row);
    return new WireRecord(kind, target, rowKind, version, timeMicros, schemaId, key, row);
  }

  @Override
  public WireRecord deserialize(WireRecord reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    byte format = source.readByte();
    checkFormat(format);
    target.writeByte(format);
    target.write(source, FIXED_LENGTH);
    KeySerializer.INSTANCE.copy(source, target);
    int length = source.readInt();
    target.writeInt(length);
    target.write(source, length);
  }

  @Override
  public TypeSerializerSnapshot<WireRecord> snapshotConfiguration() {
    return new Snapshot();
  }

  private static void checkFormat(byte format) throws IOException {
    if (format != FORMAT) {
      throw new IOException(
          "A row in state or on the wire has format " + format + ", expected " + FORMAT);
    }
  }

  private static int kindByte(WireRecord.Kind kind) {
    return switch (kind) {
      case CHANGE -> 0;
      case SNAPSHOT -> 1;
      case INDEX -> 2;
      case REJECTED -> 3;
      case SCHEMA -> 4;
      case RESYNC -> 5;
      case MOVED -> 6;
    };
  }

  private static WireRecord.Kind kindOf(byte kind) throws IOException {
    return switch (kind) {
      case 0 -> WireRecord.Kind.CHANGE;
      case 1 -> WireRecord.Kind.SNAPSHOT;
      case 2 -> WireRecord.Kind.INDEX;
      case 3 -> WireRecord.Kind.REJECTED;
      case 4 -> WireRecord.Kind.SCHEMA;
      case 5 -> WireRecord.Kind.RESYNC;
      case 6 -> WireRecord.Kind.MOVED;
      default -> throw new IOException("Unknown kind of wire record: " + kind);
    };
  }

  /** The format has no parameters: each record carries its format byte. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<WireRecord> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
