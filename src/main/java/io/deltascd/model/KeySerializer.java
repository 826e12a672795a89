package io.deltascd.model;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes a {@link Key} as its length and its bytes. The length takes one byte; from 255 on it is
 * 0xff and four more: most keys are short, and a restore of heap state reads each field from the
 * file by itself.
 */
public final class KeySerializer extends TypeSerializerSingleton<Key> {
  private static final long serialVersionUID = 1L;

  /** The only instance needed. */
  public static final KeySerializer INSTANCE = new KeySerializer();

  private static final int LONG = 0xff;
  private static final Key EMPTY = new Key(new byte[0]);

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public Key createInstance() {
    return EMPTY;
  }

  @Override
  public Key copy(Key from) {
    return from;
  }

  @Override
  public Key copy(Key from, Key reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(Key key, DataOutputView target) throws IOException {
    writeLength(key.bytes().length, target);
    target.write(key.bytes());
  }

  @Override
  public Key deserialize(DataInputView source) throws IOException {
    byte[] bytes = new byte[readLength(source)];
    source.readFully(bytes);
    return new Key(bytes);
  }

  @Override
  public Key deserialize(Key reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int length = readLength(source);
    writeLength(length, target);
    target.write(source, length);
  }

  private static void writeLength(int length, DataOutputView target) throws IOException {
    if (length < LONG) {
      target.writeByte(length);
    } else {
      target.writeByte(LONG);
      target.writeInt(length);
    }
  }

  private static int readLength(DataInputView source) throws IOException {
    int length = source.readUnsignedByte();
    return length < LONG ? length : source.readInt();
  }

  @Override
  public TypeSerializerSnapshot<Key> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The format has no parameters. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Key> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
