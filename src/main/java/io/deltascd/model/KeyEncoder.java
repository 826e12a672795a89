package io.deltascd.model;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Takes the business key out of a row, in canonical form: the {@link CanonicalValue} of each part,
 * put together by {@link CanonicalParts}.
 */
public final class KeyEncoder {

  /** A row whose key has a null part. */
  public static final class NullKeyException extends RuntimeException implements Serializable {
    private static final long serialVersionUID = 1L;
    private final String column;

    NullKeyException(String column) {
      super("Key column " + column + " is null");
      this.column = column;
    }

    /** The key column that is null. */
    public String column() {
      return column;
    }
  }

  private final List<String> columns;
  private final CanonicalValue.Encoder[] parts;

  /**
   * @param schema of the rows
   * @param columns the key columns, each in the schema and of a supported type
   */
  public KeyEncoder(RowType schema, List<String> columns) {
    this.columns = List.copyOf(columns);
    this.parts = new CanonicalValue.Encoder[columns.size()];
    for (int i = 0; i < parts.length; i++) {
      int index = schema.getFieldIndex(columns.get(i));
      if (index < 0) {
        throw new IllegalArgumentException("No key column " + columns.get(i) + " in " + schema);
      }
      LogicalType type = schema.getTypeAt(index);
      if (!CanonicalValue.canBeKey(type)) {
        throw new IllegalArgumentException("No key of type " + type);
      }
      parts[i] = CanonicalValue.encoder(type, index);
    }
  }

  /**
   * The key of a row.
   *
   * @throws NullKeyException if a part is null
   */
  public Key encode(RowData row) {
    byte[][] values = new byte[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      values[i] = parts[i].encode(row);
      if (values[i] == null) {
        throw new NullKeyException(columns.get(i));
      }
    }
    return new Key(CanonicalParts.join(values));
  }
}
