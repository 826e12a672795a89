package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadRequest;
import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.model.DeletionVector;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.zip.CRC32;
import javax.annotation.Nullable;

/** Reads deletion vectors from their files, or from the log. */
final class VectorReader {
  /** The size before the vector, and the checksum after it. */
  private static final int AROUND = 2 * Integer.BYTES;

  private final FileSystemClient files;

  VectorReader(Engine engine) {
    this.files = engine.getFileSystemClient();
  }

  /**
   * Reads a vector.
   *
   * @param file with the vector; null if it stands in the log itself
   * @throws IllegalArgumentException if it is not as its descriptor says
   */
  MarkedRows read(DeletionVector vector, @Nullable String file) throws IOException {
    if (vector.cardinality() == 0) {
      return MarkedRows.NONE; // there need not be one
    }
    byte[] payload =
        file == null
            ? FilePaths.descriptor(vector).inlineData()
            : payload(file, vector.offset() == null ? 0 : vector.offset(), vector.sizeInBytes());
    return MarkedRows.of(payload, vector);
  }

  private byte[] payload(String file, int offset, int size) throws IOException {
    long length = files.getFileStatus(file).getSize();
    if (offset < 0 || size < 0 || (long) offset + size + AROUND > length) {
      throw new IllegalArgumentException(
          "%d bytes; a vector of %d bytes at %d".formatted(length, size, offset));
    }
    Request request = new Request(file, offset, size + AROUND);
    try (CloseableIterator<ByteArrayInputStream> read =
            files.readFiles(Utils.singletonCloseableIterator(request));
        DataInputStream in = new DataInputStream(read.next())) {
      int found = in.readInt();
      if (found != size) {
        throw new IllegalArgumentException(
            "a vector of %d bytes, not %d as the log says".formatted(found, size));
      }
      byte[] payload = new byte[size];
      in.readFully(payload);
      CRC32 checksum = new CRC32();
      checksum.update(payload);
      if (in.readInt() != (int) checksum.getValue()) {
        throw new IllegalArgumentException("a vector with another checksum than its own");
      }
      return payload;
    }
  }

  /** Some bytes of a file. */
  private record Request(String path, int start, int length) implements FileReadRequest {
    @Override
    public String getPath() {
      return path;
    }

    @Override
    public int getStartOffset() {
      return start;
    }

    @Override
    public int getReadLength() {
      return length;
    }
  }
}
