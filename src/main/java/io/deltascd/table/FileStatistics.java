package io.deltascd.table;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltascd.model.Micros;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Binary;

/**
 * The statistics of a file as they stand in the log (Delta protocol, "Per-file Statistics"), from
 * those that Parquet collects anyway.
 *
 * <p>A bound is left out where it cannot be told exactly enough to skip files by it: NaN and the
 * infinities, years that dates have no four digits for, text that is not UTF-8. Text is cut to
 * {@value #TEXT_LENGTH} characters, instants to milliseconds; readers know both. Of nested columns
 * there are none.
 */
final class FileStatistics {
  /** As Delta Spark cuts it. */
  private static final int TEXT_LENGTH = 32;

  /** Greater than anything that may follow a cut text, unless it begins with this itself. */
  private static final int GREATEST_CODE_POINT = Character.MAX_CODE_POINT;

  private static final int FIRST_YEAR = 1;
  private static final int LAST_YEAR = 9999;

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS");

  /** Decimals keep every digit, and are written without exponent. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
          .build();

  private FileStatistics() {}

  /**
   * The statistics of a file that has just been written.
   *
   * @param footer of the file
   * @param rowType its columns
   * @param columns those that statistics are wanted of
   */
  static String of(ParquetMetadata footer, RowType rowType, Set<String> columns) {
    Map<String, Statistics<?>> merged = new LinkedHashMap<>();
    long rows = 0;
    for (BlockMetaData block : footer.getBlocks()) {
      rows += block.getRowCount();
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        String[] path = chunk.getPath().toArray();
        if (path.length == 1) {
          merged.merge(
              path[0],
              chunk.getStatistics().copy(),
              (all, next) -> {
                all.mergeStatistics(next);
                return all;
              });
        }
      }
    }
    ObjectNode stats = JSON.createObjectNode().put("numRecords", rows);
    ObjectNode least = stats.putObject("minValues");
    ObjectNode greatest = stats.putObject("maxValues");
    ObjectNode nulls = stats.putObject("nullCount");
    for (RowType.RowField field : rowType.getFields()) {
      Statistics<?> column = merged.get(field.getName());
      if (column != null && columns.contains(field.getName())) {
        nulls.put(field.getName(), column.getNumNulls());
        if (column.hasNonNullValue() && GoldSchema.hasBounds(field.getType())) {
          putBound(least, field, column.genericGetMin(), false);
          putBound(greatest, field, column.genericGetMax(), true);
        }
      }
    }
    stats.put("tightBounds", true);
    return write(stats);
  }

  /**
   * The same statistics for a file with a deletion vector: the bounds may be those of rows that no
   * longer count.
   *
   * @param stats as read from the log; null if the log has none
   * @param rows number of rows in the file, which the protocol wants beside a deletion vector
   */
  static String withoutTightBounds(@Nullable String stats, long rows) {
    ObjectNode node = stats == null ? JSON.createObjectNode() : read(stats);
    node.put("numRecords", rows);
    node.put("tightBounds", false);
    return write(node);
  }

  /** Statistics that say nothing but the number of rows. */
  static String ofRows(long rows) {
    return write(JSON.createObjectNode().put("numRecords", rows));
  }

  /**
   * {@code numRecords}.
   *
   * @param stats as read from the log; null if the log has none
   */
  static OptionalLong rows(@Nullable String stats) {
    ObjectNode node = stats == null ? JSON.createObjectNode() : read(stats);
    return node.path("numRecords").isIntegralNumber()
        ? OptionalLong.of(node.path("numRecords").longValue())
        : OptionalLong.empty();
  }

  private static ObjectNode read(String stats) {
    try {
      return JSON.readTree(stats) instanceof ObjectNode node ? node : JSON.createObjectNode();
    } catch (JsonProcessingException e) {
      // Statistics are for speed only; a file without them is as good.
      return JSON.createObjectNode();
    }
  }

  private static String write(ObjectNode stats) {
    try {
      return JSON.writeValueAsString(stats);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Statistics are plain data", e);
    }
  }

  private static void putBound(
      ObjectNode bounds, RowType.RowField field, Object value, boolean upper) {
    String name = field.getName();
    LogicalType type = field.getType();
    switch (type.getTypeRoot()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> bounds.put(name, ((Number) value).longValue());
      case FLOAT -> {
        float number = (Float) value;
        if (Float.isFinite(number)) {
          bounds.put(name, number == 0 ? (upper ? 0f : -0f) : number);
        }
      }
      case DOUBLE -> {
        double number = (Double) value;
        if (Double.isFinite(number)) {
          bounds.put(name, number == 0 ? (upper ? 0d : -0d) : number);
        }
      }
      case DECIMAL -> bounds.put(name, decimal(value, ((DecimalType) type).getScale()));
      case VARCHAR -> putIfKnown(bounds, name, text(((Binary) value).getBytes(), upper));
      case DATE -> putIfKnown(bounds, name, date((Integer) value));
      case TIMESTAMP_WITHOUT_TIME_ZONE -> putIfKnown(bounds, name, time((Long) value, ""));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> putIfKnown(bounds, name, time((Long) value, "Z"));
      default -> throw new IllegalArgumentException("No bounds of " + type);
    }
  }

  private static void putIfKnown(ObjectNode bounds, String name, @Nullable String value) {
    if (value != null) {
      bounds.put(name, value);
    }
  }

  private static BigDecimal decimal(Object value, int scale) {
    return value instanceof Binary binary
        ? new BigDecimal(new BigInteger(binary.getBytes()), scale)
        : BigDecimal.valueOf(((Number) value).longValue(), scale);
  }

  @Nullable
  private static String date(int epochDay) {
    LocalDate date = LocalDate.ofEpochDay(epochDay);
    return hasFourDigits(date) ? date.toString() : null;
  }

  @Nullable
  private static String time(long epochMicros, String zone) {
    try {
      LocalDateTime time = LocalDateTime.ofInstant(Micros.toInstant(epochMicros), ZoneOffset.UTC);
      return hasFourDigits(time.toLocalDate()) ? MILLIS.format(time) + zone : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static boolean hasFourDigits(LocalDate date) {
    return date.getYear() >= FIRST_YEAR && date.getYear() <= LAST_YEAR;
  }

  @Nullable
  private static String text(byte[] utf8, boolean upper) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
    if (text.codePointCount(0, text.length()) <= TEXT_LENGTH) {
      return text;
    }
    int end = text.offsetByCodePoints(0, TEXT_LENGTH);
    String prefix = text.substring(0, end);
    if (!upper) {
      return prefix;
    }
    return text.codePointAt(end) == GREATEST_CODE_POINT
        ? null
        : prefix + Character.toString(GREATEST_CODE_POINT);
  }
}
