package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads the deletion vectors of a table, and keeps those last written or read, up to a number of
 * bytes: each commit merges its marks with vectors that are often those of the commit before.
 */
final class DeletionVectors {
  private static final long KEPT_BYTES = 64 << 20;

  private final Engine engine;
  private final String table;
  private final TableStorage storage;
  private final LinkedHashMap<String, RoaringBitmap> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long keptBytes;

  /**
   * @param table root of the table
   */
  DeletionVectors(Engine engine, String table, TableStorage storage) {
    this.engine = engine;
    this.table = table;
    this.storage = storage;
  }

  /** The rows that a vector marks; the caller must not change them. */
  RoaringBitmap read(DeletionVectorDescriptor vector) throws IOException {
    RoaringBitmap known = kept.get(vector.getUniqueId());
    if (known != null) {
      return known;
    }
    long[] rows =
        KernelCalls.reading(
            "the deletion vector " + vector + " of " + table,
            () -> DeletionVectorUtils.loadNewDvAndBitmap(engine, table, vector)._2.toArray());
    RoaringBitmap bitmap = new RoaringBitmap();
    for (long row : rows) {
      bitmap.add(Math.toIntExact(row));
    }
    keep(vector, bitmap);
    return bitmap;
  }

  /** Number of rows in a file, marked ones included; from the file itself if the log is silent. */
  long rows(GoldFile file) throws IOException {
    OptionalLong known = file.rows();
    return known.isPresent() ? known.getAsLong() : storage.parquetRows(file.path());
  }

  /** Keeps a vector just written. */
  void keep(DeletionVectorDescriptor vector, RoaringBitmap rows) {
    if (kept.put(vector.getUniqueId(), rows) == null) {
      keptBytes += rows.getLongSizeInBytes();
    }
    var eldest = kept.entrySet().iterator();
    while (keptBytes > KEPT_BYTES && eldest.hasNext()) {
      Map.Entry<String, RoaringBitmap> entry = eldest.next();
      keptBytes -= entry.getValue().getLongSizeInBytes();
      eldest.remove();
    }
  }
}
