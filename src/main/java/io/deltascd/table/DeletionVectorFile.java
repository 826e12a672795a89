package io.deltascd.table;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * A file with the deletion vectors of many data files (Delta protocol, "Deletion Vector Format").
 * It lies at the table's root and is named in the log by its UUID, so that the table can be moved.
 *
 * <pre>
 * file    version, 1 byte: 1 · vectors
 * vector  size, int32 big endian · payload · CRC-32 of the payload, int32 big endian
 * payload little endian: magic, int32 · number of bitmaps, int64: 1 · key of the bitmap, int32: 0
 *         · 32-bit Roaring bitmap in its portable format
 * </pre>
 *
 * <p>The file is created with the first vector; without any there is none. Not thread-safe.
 */
final class DeletionVectorFile implements Closeable {
  private static final byte VERSION = 1;
  private static final int MAGIC = 1681511377;
  private static final int PAYLOAD_HEADER = Integer.BYTES + Long.BYTES + Integer.BYTES;

  private final TableStorage storage;
  private final UUID uuid = UUID.randomUUID();
  private final String path = "deletion_vector_" + uuid + ".bin";
  @Nullable private DataOutputStream out;

  DeletionVectorFile(TableStorage storage) {
    this.storage = storage;
  }

  /**
   * Appends a vector.
   *
   * @param rows the numbers of the rows that no longer count, at least one; is compacted
   * @return its descriptor, for the {@code add} action
   * @throws io.deltascd.model.PipelineException if the file cannot be written, now or later
   * @throws IOException if it cannot be written now
   */
  DeletionVectorDescriptor append(RoaringBitmap rows) throws IOException {
    byte[] payload = payload(rows);
    int offset;
    try {
      offset = write(payload);
    } catch (IOException e) {
      throw StorageErrors.writing(storage.absolute(path), e);
    }
    return new DeletionVectorDescriptor(
        DeletionVectorDescriptor.UUID_DV_MARKER,
        Base85Codec.encodeUUID(uuid),
        Optional.of(offset),
        payload.length,
        rows.getLongCardinality());
  }

  private int write(byte[] payload) throws IOException {
    if (out == null) {
      out = new DataOutputStream(storage.create(path));
      out.writeByte(VERSION);
    }
    int offset = out.size();
    CRC32 checksum = new CRC32();
    checksum.update(payload);
    out.writeInt(payload.length);
    out.write(payload);
    out.writeInt((int) checksum.getValue());
    return offset;
  }

  private static byte[] payload(RoaringBitmap rows) {
    rows.runOptimize();
    ByteBuffer payload =
        ByteBuffer.allocate(PAYLOAD_HEADER + rows.serializedSizeInBytes())
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(MAGIC)
            .putLong(1)
            .putInt(0);
    rows.serialize(payload);
    return payload.array();
  }

  /** Completes the file; fails as {@link #append} does. */
  @Override
  public void close() throws IOException {
    if (out != null) {
      try {
        out.close();
      } catch (IOException e) {
        throw StorageErrors.writing(storage.absolute(path), e);
      }
    }
  }
}
