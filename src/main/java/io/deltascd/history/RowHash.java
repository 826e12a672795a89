package io.deltascd.history;

import io.deltascd.model.CanonicalValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * A 64-bit hash of the tracked columns of a row: two rows are taken for equal if their hashes are.
 * It decides whether a version changed a key, and whether the row that silver takes away is the one
 * that gold has open.
 *
 * <p>It covers the pairs (column name, canonical value) of the columns that are not null, in no
 * order. So a new column that is null everywhere changes no hash, nor does another order of the
 * columns. Each pair is hashed by 64-bit FNV-1a and mixed by the finalizer of MurmurHash3; the sum
 * of them is the row's hash. The function stands in state and must never change between releases.
 */
public final class RowHash {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long[] nameHashes;
  private final CanonicalValue.Encoder[] values;

  /**
   * @param schema of the rows
   * @param tracked the columns that count, each in the schema
   */
  public RowHash(RowType schema, List<String> tracked) {
    List<CanonicalValue.Encoder> encoders = new ArrayList<>();
    nameHashes = new long[tracked.size()];
    for (String column : tracked) {
      int index = schema.getFieldIndex(column);
      nameHashes[encoders.size()] = fnv(FNV_OFFSET, column.getBytes(StandardCharsets.UTF_8));
      encoders.add(CanonicalValue.encoder(schema.getTypeAt(index), index));
    }
    values = encoders.toArray(CanonicalValue.Encoder[]::new);
  }

  /** The hash of a row. */
  public long of(RowData row) {
    long sum = 0;
    for (int i = 0; i < values.length; i++) {
      byte[] value = values[i].encode(row);
      if (value != null) {
        sum += mix(fnv(nameHashes[i], value));
      }
    }
    return sum;
  }

  private static long fnv(long seed, byte[] bytes) {
    long hash = seed;
    for (byte b : bytes) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  private static long mix(long value) {
    long mixed = value;
    mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
