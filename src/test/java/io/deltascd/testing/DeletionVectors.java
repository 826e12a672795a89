package io.deltascd.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/**
 * One deletion vector file of a table, after the protocol: a format byte, then for each vector its
 * length, its bytes and their checksum. It can hold the vectors of many data files.
 */
final class DeletionVectors {

  private static final int MAGIC = 1681511377;
  private static final String Z85 =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final UUID id;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();

  DeletionVectors(UUID id) {
    this.id = id;
    content.write(1);
  }

  /** Appends a vector and gives its descriptor for the log. */
  ObjectNode add(RoaringBitmap rows) {
    byte[] vector = serialize(rows);
    CRC32 checksum = new CRC32();
    checksum.update(vector);
    int offset = content.size();
    content.writeBytes(bigEndian(vector.length));
    content.writeBytes(vector);
    content.writeBytes(bigEndian((int) checksum.getValue()));
    return JSON.createObjectNode()
        .put("storageType", "u")
        .put("pathOrInlineDv", z85(id))
        .put("offset", offset)
        .put("sizeInBytes", vector.length)
        .put("cardinality", rows.getLongCardinality());
  }

  /** Writes the file, if it has any vector. */
  void write(Path table) throws IOException {
    if (content.size() > 1) {
      Files.write(table.resolve("deletion_vector_" + id + ".bin"), content.toByteArray());
    }
  }

  private static byte[] serialize(RoaringBitmap rows) {
    ByteBuffer bytes =
        ByteBuffer.allocate(16 + rows.serializedSizeInBytes()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(MAGIC).putLong(1).putInt(0);
    rows.serialize(bytes);
    return bytes.array();
  }

  private static byte[] bigEndian(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }

  private static String z85(UUID id) {
    ByteBuffer bytes =
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .flip();
    StringBuilder text = new StringBuilder();
    while (bytes.hasRemaining()) {
      long block = Integer.toUnsignedLong(bytes.getInt());
      for (long power = 85L * 85 * 85 * 85; power > 0; power /= 85) {
        text.append(Z85.charAt((int) (block / power % 85)));
      }
    }
    return text.toString();
  }
}
