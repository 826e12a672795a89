package io.deltascd.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.annotation.Nullable;
import org.apache.flink.table.data.StringData;
import org.apache.flink.types.RowKind;

/** The values of {@code _change_type}, as Delta's change data feed spells them. */
public final class ChangeType {
  private static final byte[] INSERT = text(RowKind.INSERT).toBytes();
  private static final byte[] PREIMAGE = text(RowKind.UPDATE_BEFORE).toBytes();
  private static final byte[] POSTIMAGE = text(RowKind.UPDATE_AFTER).toBytes();
  private static final byte[] DELETE = text(RowKind.DELETE).toBytes();

  private ChangeType() {}

  /** The value for a kind of change. */
  public static StringData text(RowKind kind) {
    return StringData.fromString(
        switch (kind) {
          case INSERT -> "insert";
          case UPDATE_BEFORE -> "update_preimage";
          case UPDATE_AFTER -> "update_postimage";
          case DELETE -> "delete";
        });
  }

  /**
   * The kind of change that a value means. By length first: this is asked for each row.
   *
   * @throws IllegalStateException if it means none
   */
  static RowKind kind(@Nullable byte[] utf8) {
    RowKind kind =
        switch (utf8 == null ? 0 : utf8.length) {
          case 6 ->
              Arrays.equals(utf8, INSERT)
                  ? RowKind.INSERT
                  : Arrays.equals(utf8, DELETE) ? RowKind.DELETE : null;
          case 15 -> Arrays.equals(utf8, PREIMAGE) ? RowKind.UPDATE_BEFORE : null;
          case 16 -> Arrays.equals(utf8, POSTIMAGE) ? RowKind.UPDATE_AFTER : null;
          default -> null;
        };
    if (kind != null) {
      return kind;
    }
    throw new IllegalStateException(
        "Unknown _change_type "
            + (utf8 == null ? "null" : new String(utf8, StandardCharsets.UTF_8)));
  }
}
