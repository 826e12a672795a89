package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * The columns of gold: silver's in their order, then the history columns. Gold is partitioned by
 * {@code isCurrent}, whose values therefore stand in the log and not in the files.
 *
 * <p>Silver's columns and their parts may hold null in gold even where silver forbids it, so that
 * silver can lift such a rule while a job runs.
 *
 * @param rows all columns as a reader of gold sees them
 * @param keys the key columns
 * @param validFrom name of the instant from which a row counts, inclusive; never null
 * @param validTo name of the instant until which it counts, exclusive; null for current rows
 * @param isCurrent name of the partition column: whether a row is its key's current one
 */
public record GoldSchema(
    RowType rows, List<String> keys, String validFrom, String validTo, String isCurrent)
    implements Serializable {

  private static final String VALID_FROM = "valid_from";
  private static final String VALID_TO = "valid_to";
  private static final String IS_CURRENT = "is_current";

  /** Delta keeps statistics of that many columns unless told otherwise. */
  private static final int COLUMNS_WITH_STATISTICS = 32;

  /** Characters that fit into 64 KiB in any case. */
  private static final int PIECE = 0xffff / 3;

  /** Delta writers refuse these in names, short of column mapping. */
  private static final Pattern REFUSED = Pattern.compile("[ ,;{}()\\n\\t=]");

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]+");

  public GoldSchema {
    keys = List.copyOf(keys);
  }

  /**
   * Gold of this silver, with the usual names of the history columns.
   *
   * @param silver silver's columns
   * @param keys the key columns, among them
   * @throws PipelineException if a column has the name of a history column, a name that gold cannot
   *     have, or if a key column is missing
   */
  public static GoldSchema of(RowType silver, List<String> keys) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (RowType.RowField field : silver.getFields()) {
      fields.add(new RowType.RowField(field.getName(), DeltaTypes.nullable(field.getType())));
    }
    fields.add(new RowType.RowField(VALID_FROM, new LocalZonedTimestampType(false, 6)));
    fields.add(new RowType.RowField(VALID_TO, new LocalZonedTimestampType(true, 6)));
    fields.add(new RowType.RowField(IS_CURRENT, new BooleanType(true)));
    checkNames(fields);
    for (String key : keys) {
      if (silver.getFieldIndex(key) < 0) {
        throw new PipelineException(
            "A key column is not in the source table",
            "target, keys",
            key,
            "one of " + silver.getFieldNames(),
            "correct the keys in the pipeline file");
      }
    }
    return existing(new RowType(false, fields), keys);
  }

  /**
   * Of a gold that exists.
   *
   * @param rows its columns
   * @param keys the key columns it was built with
   */
  static GoldSchema existing(RowType rows, List<String> keys) {
    return new GoldSchema(rows, keys, VALID_FROM, VALID_TO, IS_CURRENT);
  }

  private static void checkNames(List<RowType.RowField> fields) {
    Map<String, String> seen = new HashMap<>();
    for (RowType.RowField field : fields) {
      checkName(field.getName(), field.getName());
      checkPartNames(field.getName(), field.getType());
      String before = seen.put(field.getName().toLowerCase(Locale.ROOT), field.getName());
      if (before != null) {
        throw new PipelineException(
            "A column of the source table has the name of a history column",
            "the source table",
            "column " + before,
            "no column of that name, in whatever case",
            "rename the column in the source table");
      }
    }
  }

  private static void checkPartNames(String column, LogicalType type) {
    if (type instanceof RowType struct) {
      struct.getFieldNames().forEach(name -> checkName(column + '.' + name, name));
    }
    type.getChildren().forEach(part -> checkPartNames(column, part));
  }

  private static void checkName(String path, String name) {
    if (REFUSED.matcher(name).find()) {
      throw new PipelineException(
          "A column's name cannot be used in gold",
          "the source table",
          "column '" + path + "'",
          "a name without space, comma, semicolon, braces, parentheses, tab or equals sign",
          "rename the column in the source table");
    }
  }

  /** The columns that a file holds: all but {@code isCurrent}, which comes last. */
  public RowType file() {
    return new RowType(false, rows.getFields().subList(0, rows.getFieldCount() - 1));
  }

  /**
   * A hash of everything that decides the meaning of a row: names and types of the columns, keys
   * and the names of the history columns; in lower-case hexadecimal digits.
   */
  public String fingerprint() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(rows.getFieldCount());
      for (RowType.RowField field : rows.getFields()) {
        out.writeUTF(field.getName());
        writeInPieces(field.getType().copy(true).asSerializableString(), out);
      }
      out.writeInt(keys.size());
      for (String key : keys) {
        out.writeUTF(key);
      }
      out.writeUTF(validFrom);
      out.writeUTF(validTo);
      out.writeUTF(isCurrent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** A text that may be longer than the 64 KiB that {@code writeUTF} takes. */
  private static void writeInPieces(String text, DataOutputStream out) throws IOException {
    for (int from = 0; from < text.length(); from += PIECE) {
      out.writeUTF(text.substring(from, Math.min(text.length(), from + PIECE)));
    }
  }

  /**
   * The columns of a file that statistics are kept of: all of them, unless they are too many; then
   * keys and history columns come first.
   */
  Set<String> columnsWithStatistics() {
    Set<String> columns = new LinkedHashSet<>();
    columns.addAll(keys);
    columns.add(validFrom);
    columns.add(validTo);
    for (String column : file().getFieldNames()) {
      if (columns.size() < COLUMNS_WITH_STATISTICS) {
        columns.add(column);
      }
    }
    return columns;
  }

  /**
   * The table property {@code delta.dataSkippingStatsColumns}, which makes other writers keep the
   * same statistics; empty where Delta's own rule, the first 32 columns, does. Nested columns have
   * none.
   */
  Optional<String> statisticsProperty() {
    if (leaves(file()) <= COLUMNS_WITH_STATISTICS) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (String column : columnsWithStatistics()) {
      if (hasBounds(rows.getTypeAt(rows.getFieldIndex(column)))) {
        names.add(PLAIN.matcher(column).matches() ? column : '`' + column + '`');
      }
    }
    return Optional.of(String.join(",", names));
  }

  /** The number of columns as Delta counts them: each field of a struct is one. */
  private static int leaves(RowType type) {
    return type.getChildren().stream()
        .mapToInt(field -> field instanceof RowType struct ? leaves(struct) : 1)
        .sum();
  }

  /** Whether Delta's statistics know a smallest and a greatest value of this type. */
  static boolean hasBounds(LogicalType type) {
    return type.is(LogicalTypeFamily.NUMERIC)
        || type.is(LogicalTypeFamily.CHARACTER_STRING)
        || type.is(LogicalTypeRoot.DATE)
        || type.is(LogicalTypeFamily.TIMESTAMP);
  }
}
