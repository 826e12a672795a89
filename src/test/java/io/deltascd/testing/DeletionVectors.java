package io.deltascd.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
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

  private final Path table;
  private final UUID id;
  private final Random forms;
  private final boolean odd;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();

  /**
   * @param odd whether some vectors are to stand in the log, and some to be named by absolute paths
   */
  DeletionVectors(Path table, UUID id, boolean odd) {
    this.table = table;
    this.id = id;
    this.forms = new Random(id.getLeastSignificantBits());
    this.odd = odd;
    content.write(1);
  }

  /** Appends a vector and gives its descriptor for the log. */
  ObjectNode add(RoaringBitmap rows) {
    byte[] vector = serialize(rows);
    int form = odd ? forms.nextInt(3) : 0;
    if (form == 1) {
      return JSON.createObjectNode()
          .put("storageType", "i")
          .put("pathOrInlineDv", z85(Arrays.copyOf(vector, (vector.length + 3) / 4 * 4)))
          .put("sizeInBytes", vector.length)
          .put("cardinality", rows.getLongCardinality());
    }
    CRC32 checksum = new CRC32();
    checksum.update(vector);
    int offset = content.size();
    content.writeBytes(bigEndian(vector.length));
    content.writeBytes(vector);
    content.writeBytes(bigEndian((int) checksum.getValue()));
    return JSON.createObjectNode()
        .put("storageType", form == 0 ? "u" : "p")
        .put("pathOrInlineDv", form == 0 ? z85(bytes(id)) : file().toUri().toString())
        .put("offset", offset)
        .put("sizeInBytes", vector.length)
        .put("cardinality", rows.getLongCardinality());
  }

  /** Writes the file, if it has any vector. */
  void write() throws IOException {
    if (content.size() > 1) {
      Files.write(file(), content.toByteArray());
    }
  }

  private Path file() {
    return table.toAbsolutePath().resolve("deletion_vector_" + id + ".bin");
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

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  /**
   * @param content a multiple of four bytes
   */
  private static String z85(byte[] content) {
    ByteBuffer bytes = ByteBuffer.wrap(content);
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
