package io.deltascd.model;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A serialized form whose version is also its first byte, so that stored bytes tell by themselves
 * what they are.
 *
 * @param <T> the value
 */
public abstract class VersionedCodec<T> implements SimpleVersionedSerializer<T>, Serializable {
  private static final long serialVersionUID = 1L;

  private final int format;
  private final String name;

  /**
   * @param format the format written, and the newest that can be read
   * @param name of the value, for error texts
   */
  protected VersionedCodec(int format, String name) {
    this.format = format;
    this.name = name;
  }

  /** Writes the value in the newest format, after the byte that names it. */
  protected abstract void write(T value, DataOutput out) throws IOException;

  /**
   * Reads a value.
   *
   * @param storedFormat what it was written in, at most the newest format
   */
  protected abstract T read(int storedFormat, DataInput in) throws IOException;

  @Override
  public final int getVersion() {
    return format;
  }

  @Override
  public final byte[] serialize(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(format);
      write(value, out);
    }
    return bytes.toByteArray();
  }

  @Override
  public final T deserialize(int version, byte[] serialized) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
      int stored = in.readByte();
      if (stored < 1 || stored > format) {
        throw new IOException(
            name
                + " has format "
                + stored
                + ", this release reads 1 to "
                + format
                + "; use the release it is from");
      }
      return read(stored, in);
    }
  }
}
