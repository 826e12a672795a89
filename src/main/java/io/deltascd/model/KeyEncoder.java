package io.deltascd.model;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Takes the business key out of a row, in canonical form: each part as its length plus one (a
 * variable-length integer of seven bits a byte, low ones first), then the bytes of {@link
 * CanonicalValue}. A length of 0 is reserved for null.
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
      parts[i] = CanonicalValue.encoder(schema.getTypeAt(index), index);
    }
  }

  /**
   * The key of a row.
   *
   * @throws NullKeyException if a part is null
   */
  public Key encode(RowData row) {
    byte[][] values = new byte[parts.length][];
    int length = 0;
    for (int i = 0; i < parts.length; i++) {
      values[i] = parts[i].encode(row);
      if (values[i] == null) {
        throw new NullKeyException(columns.get(i));
      }
      length += varIntLength(values[i].length + 1) + values[i].length;
    }
    byte[] bytes = new byte[length];
    int position = 0;
    for (byte[] value : values) {
      position = putVarInt(value.length + 1, bytes, position);
      System.arraycopy(value, 0, bytes, position, value.length);
      position += value.length;
    }
    return new Key(bytes);
  }

  private static int varIntLength(int value) {
    int length = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      length++;
    }
    return length;
  }

  private static int putVarInt(int value, byte[] bytes, int position) {
    int rest = value;
    int next = position;
    while (rest > 0x7f) {
      bytes[next++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[next++] = (byte) rest;
    return next;
  }
}
