package io.deltascd.table;

import io.deltascd.model.CanonicalValue;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * 128 bits of the SHA-256 of a row's canonical values: equal for equal rows, with null equal to
 * null and NaN to NaN, and different for others.
 */
final class RowDigest {
  private static final int NULL = -1;

  private final List<CanonicalValue.Encoder> columns = new ArrayList<>();
  private final MessageDigest sha;
  private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

  RowDigest(RowType type) {
    for (int i = 0; i < type.getFieldCount(); i++) {
      columns.add(CanonicalValue.encoder(type.getTypeAt(i), i));
    }
    try {
      this.sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The digest of a row of the type. */
  RowHash128 of(RowData row) {
    for (CanonicalValue.Encoder column : columns) {
      byte[] value = column.encode(row);
      sha.update(length.putInt(0, value == null ? NULL : value.length).array());
      if (value != null) {
        sha.update(value);
      }
    }
    ByteBuffer digest = ByteBuffer.wrap(sha.digest());
    return new RowHash128(digest.getLong(), digest.getLong());
  }
}
