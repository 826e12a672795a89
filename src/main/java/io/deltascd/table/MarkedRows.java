package io.deltascd.table;

import io.deltascd.model.DeletionVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/**
 * The rows of a file that a deletion vector marks (Delta protocol, "Deletion Vector Format"). Not
 * read by Kernel, which allocates whatever a damaged vector says, and which does not notice if rows
 * are missing.
 */
final class MarkedRows {
  private static final int MAGIC = 1681511377;

  /** Key, cookie and number of containers. */
  private static final int SMALLEST_BITMAP = 3 * Integer.BYTES;

  /** Nothing is marked. */
  static final MarkedRows NONE = new MarkedRows(new TreeMap<>());

  /** By the upper half of a row's number. */
  private final NavigableMap<Integer, RoaringBitmap> bitmaps;

  private final RoaringBitmap first;

  private MarkedRows(NavigableMap<Integer, RoaringBitmap> bitmaps) {
    this.bitmaps = bitmaps;
    this.first = bitmaps.getOrDefault(0, new RoaringBitmap());
  }

  /**
   * Reads a vector.
   *
   * @param payload from the magic number on
   * @param vector its descriptor
   * @throws IllegalArgumentException if it is none, or marks another number of rows than its
   *     descriptor says
   */
  static MarkedRows of(byte[] payload, DeletionVector vector) {
    NavigableMap<Integer, RoaringBitmap> bitmaps;
    try {
      bitmaps = bitmaps(ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN));
    } catch (IOException | RuntimeException e) {
      // Not as the cause: an IOException would be taken for one of the storage, which may pass.
      IllegalArgumentException refused = new IllegalArgumentException("no deletion vector: " + e);
      refused.addSuppressed(e);
      throw refused;
    }
    long rows = bitmaps.values().stream().mapToLong(RoaringBitmap::getLongCardinality).sum();
    if (rows != vector.cardinality()) {
      throw new IllegalArgumentException(
          "%d marked rows, not %d as the log says".formatted(rows, vector.cardinality()));
    }
    return new MarkedRows(bitmaps);
  }

  private static NavigableMap<Integer, RoaringBitmap> bitmaps(ByteBuffer payload)
      throws IOException {
    int magic = payload.getInt();
    if (magic != MAGIC) {
      throw new IllegalArgumentException("magic number " + magic);
    }
    long count = payload.getLong();
    if (count < 0 || count > payload.remaining() / SMALLEST_BITMAP) {
      throw new IllegalArgumentException(count + " bitmaps");
    }
    NavigableMap<Integer, RoaringBitmap> bitmaps = new TreeMap<>();
    for (long i = 0; i < count; i++) {
      int key = payload.getInt();
      if (key < 0 || (!bitmaps.isEmpty() && key <= bitmaps.lastKey())) {
        throw new IllegalArgumentException("key " + key);
      }
      RoaringBitmap bitmap = new RoaringBitmap();
      bitmap.deserialize(payload);
      payload.position(payload.position() + bitmap.serializedSizeInBytes());
      bitmaps.put(key, bitmap);
    }
    return bitmaps;
  }

  /** Whether a row is marked. */
  boolean contains(long row) {
    int upper = (int) (row >>> Integer.SIZE);
    RoaringBitmap bitmap = upper == 0 ? first : bitmaps.get(upper);
    return bitmap != null && bitmap.contains((int) row);
  }

  /** How many rows the file must have at least. */
  long fewestRows() {
    for (Map.Entry<Integer, RoaringBitmap> bitmap : bitmaps.descendingMap().entrySet()) {
      if (!bitmap.getValue().isEmpty()) {
        return ((long) bitmap.getKey() << Integer.SIZE)
            + Integer.toUnsignedLong(bitmap.getValue().last())
            + 1;
      }
    }
    return 0;
  }
}
