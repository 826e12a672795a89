package io.deltascd.history;

import io.deltascd.model.CanonicalValue;
import io.deltascd.model.StableHash;
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
      nameHashes[encoders.size()] =
          StableHash.fnv1a(StableHash.FNV_OFFSET, column.getBytes(StandardCharsets.UTF_8));
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
        sum += StableHash.mix(StableHash.fnv1a(nameHashes[i], value));
      }
    }
    return sum;
  }
}
