package io.deltascd.history;

import io.deltascd.model.FileId;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The keyed state's value. One of these is kept for each open key, so it is small and of fixed
 * length.
 *
 * <pre>
 * format 1: flags (1; 1 = the row hash is not known) · written version (8) · valid_from (8) · valid_from version (8)
 *           · file hash (16) · row number (8) · generation (4) · row hash (8)
 * </pre>
 */
public final class KeyStateSerializer extends TypeSerializerSingleton<KeyState> {
  private static final long serialVersionUID = 1L;

  /** The only instance needed. */
  public static final KeyStateSerializer INSTANCE = new KeyStateSerializer();

  private static final int FORMAT = 1;
  private static final int ROW_UNKNOWN = 1;
  private static final int LENGTH_AFTER_FLAGS = 8 + 8 + 8 + 16 + 8 + 4 + 8;

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public KeyState createInstance() {
    return new KeyState(0, 0, 0, new RowPosition(new FileId(0, 0), 0), 0, true, 0);
  }

  @Override
  public KeyState copy(KeyState from) {
    return from;
  }

  @Override
  public KeyState copy(KeyState from, KeyState reuse) {
    return from;
  }

  /** Not fixed: a later format may be longer. */
  @Override
  public int getLength() {
    return -1;
  }

  /**
   * @throws IOException if the row is in no file yet: such a state is the writer's own and never
   *     persisted
   */
  @Override
  public void serialize(KeyState state, DataOutputView target) throws IOException {
    RowPosition position = state.position();
    if (position == null) {
      throw new IOException("The current row of a key in state has no position in gold");
    }
    target.writeByte(FORMAT);
    target.writeByte(state.hashKnown() ? 0 : ROW_UNKNOWN);
    target.writeLong(state.writtenVersion());
    target.writeLong(state.validFromMicros());
    target.writeLong(state.validFromVersion());
    target.writeLong(position.file().high());
    target.writeLong(position.file().low());
    target.writeLong(position.row());
    target.writeInt(state.generation());
    target.writeLong(state.rowHash());
  }

  @Override
  public KeyState deserialize(DataInputView source) throws IOException {
    byte format = source.readByte();
    byte flags = source.readByte();
    checkFormat(format, flags);
    // At once: a restore of heap state reads from the file itself, without a buffer.
    byte[] bytes = new byte[LENGTH_AFTER_FLAGS];
    source.readFully(bytes);
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    long writtenVersion = fields.getLong();
    long validFromMicros = fields.getLong();
    long validFromVersion = fields.getLong();
    FileId file = new FileId(fields.getLong(), fields.getLong());
    RowPosition position = new RowPosition(file, fields.getLong());
    int generation = fields.getInt();
    long rowHash = fields.getLong();
    return new KeyState(
        writtenVersion,
        validFromMicros,
        validFromVersion,
        position,
        generation,
        flags != ROW_UNKNOWN,
        rowHash);
  }

  @Override
  public KeyState deserialize(KeyState reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    byte format = source.readByte();
    byte flags = source.readByte();
    checkFormat(format, flags);
    target.writeByte(format);
    target.writeByte(flags);
    target.write(source, LENGTH_AFTER_FLAGS);
  }

  @Override
  public TypeSerializerSnapshot<KeyState> snapshotConfiguration() {
    return new Snapshot();
  }

  private static void checkFormat(byte format, byte flags) throws IOException {
    if (format != FORMAT || (flags & ~ROW_UNKNOWN) != 0) {
      throw new IOException(
          "The state of a key has format "
              + format
              + " with flags "
              + flags
              + ", expected format "
              + FORMAT
              + " with flags 0 or "
              + ROW_UNKNOWN);
    }
  }

  /** The format has no parameters: each value carries its format byte. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<KeyState> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
