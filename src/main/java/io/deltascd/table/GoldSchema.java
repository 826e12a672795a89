package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * The columns of gold: silver's, or those of them that gold keeps, then the history columns. The
 * table itself may have them in another order if it was adopted. Gold is partitioned as the
 * settings say; values of partition columns stand in the log and not in the files.
 *
 * <p>Silver's columns and their parts may hold null in gold even where silver forbids it, so that
 * silver can lift such a rule while a job runs.
 *
 * @param rows all columns as a reader of gold sees them
 * @param keys the key columns
 * @param history the settings that gold was created with
 */
public record GoldSchema(RowType rows, List<String> keys, HistorySettings history)
    implements Serializable {

  /** Delta keeps statistics of that many columns unless told otherwise. */
  private static final int COLUMNS_WITH_STATISTICS = 32;

  /** Characters that fit into 64 KiB in any case. */
  private static final int PIECE = 0xffff / 3;

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]+");

  public GoldSchema {
    keys = List.copyOf(keys);
  }

  /**
   * Gold of this silver.
   *
   * @param silver silver's columns
   * @param keys the key columns, among them
   * @throws PipelineException if a column has the name of a history column, a name that gold cannot
   *     have, or if keys or settings name a column that silver does not have
   */
  public static GoldSchema of(RowType silver, List<String> keys, HistorySettings history) {
    SettingsCheck.require(silver, keys, history);
    List<String> kept = history.columns().isEmpty() ? silver.getFieldNames() : history.columns();
    List<RowType.RowField> fields = new ArrayList<>();
    for (String column : kept) {
      LogicalType type = silver.getTypeAt(silver.getFieldIndex(column));
      fields.add(new RowType.RowField(column, DeltaTypes.nullable(type)));
    }
    HistoryColumns names = history.names();
    for (String column : names.all()) {
      fields.add(new RowType.RowField(column, historyType(column, names)));
    }
    return new GoldSchema(new RowType(false, fields), keys, history);
  }

  private static LogicalType historyType(String column, HistoryColumns names) {
    if (column.equals(names.isCurrent())) {
      return new BooleanType(true);
    } else if (column.equals(names.validFrom()) || column.equals(names.validTo())) {
      return new LocalZonedTimestampType(column.equals(names.validTo()), Micros.PRECISION);
    }
    return new BigIntType(column.equals(names.validToVersion()));
  }

  /**
   * Gold once it holds rows with these columns of silver's, too. With {@link
   * HistorySettings#columns()} it gets no other columns, wider types at most.
   *
   * @param silver silver's columns, those that gold keeps among them unless they have been dropped
   * @throws PipelineException if gold cannot hold one of them
   */
  public GoldSchema following(RowType silver) {
    RowType now = DeltaTypes.rowType(following(DeltaTypes.structType(rows), silver));
    return now.equals(rows) ? this : new GoldSchema(now, keys, history);
  }

  /**
   * As {@link #following(RowType)}, of gold's columns with their metadata.
   *
   * @param gold the same columns as {@link #rows()}
   */
  StructType following(StructType gold, RowType silver) {
    List<String> own = history.names().all();
    List<StructField> ours =
        gold.fields().stream().filter(field -> !own.contains(field.getName())).toList();
    StructType wanted =
        DeltaTypes.structType(
            new RowType(
                false,
                silver.getFields().stream()
                    .filter(field -> isKept(field.getName()))
                    .map(f -> new RowType.RowField(f.getName(), DeltaTypes.nullable(f.getType())))
                    .toList()));
    StructType merged = new ColumnMerge("gold").of(new StructType(ours), wanted);
    List<StructField> all = new ArrayList<>();
    if (history.columns().isEmpty()) {
      all.addAll(merged.fields());
    } else {
      history.columns().forEach(column -> all.add(merged.get(column)));
    }
    own.forEach(column -> all.add(gold.get(column)));
    return new StructType(all);
  }

  private boolean isKept(String column) {
    return history.columns().isEmpty() || history.columns().contains(column);
  }

  /** The columns that gold has as of a version. */
  static GoldSchema existing(Snapshot snapshot, Progress progress) {
    return existing(snapshot.getSchema(), progress.keys(), progress.history());
  }

  /**
   * The columns of a gold that has these.
   *
   * @param gold silver's columns and all of the history columns, in any order
   */
  static GoldSchema existing(StructType gold, List<String> keys, HistorySettings history) {
    List<String> own = history.names().all();
    List<StructField> fields =
        new ArrayList<>(
            gold.fields().stream().filter(field -> !own.contains(field.getName())).toList());
    own.forEach(column -> fields.add(gold.get(column)));
    return new GoldSchema(DeltaTypes.rowType(new StructType(fields)), keys, history);
  }

  /** Silver's columns in gold, in gold's order. */
  public List<String> silverColumns() {
    List<String> names = new ArrayList<>(rows.getFieldNames());
    names.removeAll(history.names().all());
    return names;
  }

  /** The columns that a file holds, in order: all but the partition columns. */
  public RowType file() {
    return new RowType(
        false,
        rows.getFields().stream()
            .filter(field -> !history.partitionBy().contains(field.getName()))
            .toList());
  }

  /**
   * A hash of everything that decides the meaning of a row: names and types of the columns, keys,
   * the names of the history columns and, unless they are the usual ones, the other settings; in
   * lower-case hexadecimal digits.
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
      HistoryColumns names = history.names();
      out.writeUTF(names.validFrom());
      out.writeUTF(names.validTo());
      out.writeUTF(names.isCurrent());
      writeUnlessUsual(out, "from version", names.validFromVersion(), null);
      writeUnlessUsual(out, "to version", names.validToVersion(), null);
      writeUnlessUsual(out, "open end", history.openEnd(), null);
      writeUnlessUsual(out, "deletes", history.deletes(), Deletes.CLOSE);
      writeUnlessUsual(out, "columns", history.columns(), List.of());
      writeUnlessUsual(out, "tracked", history.tracked().stream().sorted().toList(), List.of());
      writeUnlessUsual(
          out, "partitions", history.partitionBy(), List.of(history.names().isCurrent()));
      writeUnlessUsual(out, "duplicates", history.onDuplicateKey(), DuplicateKeys.FAIL);
      writeUnlessUsual(out, "sequence", history.sequenceBy(), List.of());
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

  private static void writeUnlessUsual(
      DataOutputStream out, String name, @Nullable Object value, @Nullable Object usual)
      throws IOException {
    if (!Objects.equals(value, usual)) {
      out.writeUTF(name);
      out.writeUTF(String.valueOf(value));
    }
  }

  /**
   * The columns of a file that statistics are kept of: all of them, unless they are too many; then
   * keys and history columns come first.
   */
  Set<String> columnsWithStatistics() {
    Set<String> columns = new LinkedHashSet<>();
    columns.addAll(keys);
    columns.addAll(history.names().all());
    columns.removeAll(history.partitionBy());
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
