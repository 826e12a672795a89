package io.deltascd.table;

import io.delta.kernel.expressions.Literal;
import io.delta.kernel.internal.util.PartitionUtils;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.DecimalType;
import io.deltascd.config.TargetOptions;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A partition of gold: the values that all rows of a file have in the partition columns, spelled by
 * the rules of Delta's protocol ("Partition Value Serialization"), under which an empty text is the
 * same as null.
 *
 * @param values by column, as in {@code partitionValues} of the log; null means null
 * @param directory relative to the table, URI-encoded as in the log
 */
public record GoldPartition(Map<String, String> values, String directory) {

  /** The one partition of a table without partition columns. */
  static final GoldPartition NONE = new GoldPartition(Map.of(), "");

  /** The partition of a gold that has no partition columns of silver's. */
  public static GoldPartition of(GoldSchema schema, boolean current) {
    return of(schema, current, null);
  }

  /** The partition of a file; in another directory only if someone else put the file there. */
  static GoldPartition of(GoldFile file) {
    String path = file.path();
    boolean ours = !path.startsWith("/") && !path.contains(":");
    int end = path.lastIndexOf('/');
    return new GoldPartition(file.partitionValues(), ours && end > 0 ? path.substring(0, end) : "");
  }

  /**
   * The partition of a row.
   *
   * @param current whether the row is its key's current one
   * @param row the row's values in {@link HistorySettings#furtherPartitions()}, in that order; null
   *     if there are no such columns
   */
  public static GoldPartition of(GoldSchema schema, boolean current, @Nullable RowData row) {
    HistorySettings history = schema.history();
    List<String> columns = history.partitionBy();
    if (columns.isEmpty()) {
      return NONE;
    }
    RowType types = schema.rows();
    Map<String, Literal> literals = new HashMap<>();
    if (history.separatesCurrent()) {
      literals.put(history.names().isCurrent(), Literal.ofBoolean(current));
    }
    List<String> further = history.furtherPartitions();
    for (int i = 0; i < further.size(); i++) {
      LogicalType type = types.getTypeAt(types.getFieldIndex(further.get(i)));
      literals.put(further.get(i), literal(further.get(i), type, i, row));
    }
    Map<String, String> values =
        VectorUtils.toJavaMap(PartitionUtils.serializePartitionMap(literals));
    String directory = PartitionUtils.getTargetDirectory("/", columns, literals);
    return new GoldPartition(values, encoded(directory));
  }

  private static Literal literal(String column, LogicalType type, int index, RowData row) {
    Object value = RowData.createFieldGetter(type, index).getFieldOrNull(row);
    io.delta.kernel.types.DataType dataType = DeltaTypes.dataType(column, type);
    if (value == null || value.toString().isEmpty()) {
      return Literal.ofNull(dataType);
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> Literal.ofBoolean((Boolean) value);
      case TINYINT -> Literal.ofByte((Byte) value);
      case SMALLINT -> Literal.ofShort((Short) value);
      case INTEGER -> Literal.ofInt((Integer) value);
      case BIGINT -> Literal.ofLong((Long) value);
      case FLOAT -> Literal.ofFloat((Float) value);
      case DOUBLE -> Literal.ofDouble((Double) value);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) dataType;
        yield Literal.ofDecimal(
            ((DecimalData) value).toBigDecimal(), decimal.getPrecision(), decimal.getScale());
      }
      case VARCHAR -> Literal.ofString(value.toString());
      case DATE -> Literal.ofDate((Integer) value);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Literal.ofTimestamp(Micros.of((TimestampData) value));
      case TIMESTAMP_WITHOUT_TIME_ZONE -> Literal.ofTimestampNtz(Micros.of((TimestampData) value));
      default -> throw new IllegalArgumentException("Not for a partition column: " + type);
    };
  }

  /** Only ASCII: a JVM in the POSIX locale can name no other file. */
  private static String encoded(String directory) {
    StringBuilder ascii = new StringBuilder();
    directory
        .codePoints()
        .forEach(
            c ->
                ascii.append(
                    c < 0x7f
                        ? Character.toString(c)
                        : URLEncoder.encode(Character.toString(c), StandardCharsets.UTF_8)));
    try {
      return new URI(null, null, ascii.toString(), null).toString().substring(1);
    } catch (URISyntaxException e) {
      throw new PipelineException(
          "A partition value cannot be part of a path",
          TargetOptions.PARTITION_BY.key(),
          directory,
          "values that name a directory",
          "choose other partition columns",
          e);
    }
  }
}
