package io.deltascd.table;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.defaults.internal.data.vector.DefaultConstantVector;
import io.delta.kernel.internal.util.PartitionUtils;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.deltascd.model.Micros;
import io.deltascd.model.PipelineException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import javax.annotation.Nullable;

/** Reads a partition value as the log spells it. */
final class PartitionValue {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-M-d", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

  private PartitionValue() {}

  /**
   * A vector of any length that has the value in each row; strings as bytes.
   *
   * @param text null or empty means null, as the protocol says
   * @param where column, file and version, for the error text
   * @throws PipelineException if the text is not a value of the type
   */
  static ColumnVector vector(DataType type, @Nullable String text, String where) {
    return new DefaultConstantVector(
        type instanceof StringType ? BinaryType.BINARY : type,
        Integer.MAX_VALUE,
        text == null || text.isEmpty() ? null : checked(type, text, where));
  }

  private static Object checked(DataType type, String text, String where) {
    try {
      return value(type, text);
    } catch (RuntimeException e) {
      throw new PipelineException(
          "A partition value cannot be read",
          where,
          "'" + text + "'",
          "a value of type " + type,
          "repair the table: write the rows of this partition anew",
          e);
    }
  }

  private static Object value(DataType type, String text) {
    if (type instanceof StringType || type instanceof BinaryType) {
      return text.getBytes(StandardCharsets.UTF_8);
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return micros(text);
    } else if (type instanceof DateType) {
      // Kernel takes the 31st of February for a day in March.
      return Math.toIntExact(LocalDate.parse(text, DATE).toEpochDay());
    } else if (type instanceof BooleanType) {
      return bool(text);
    }
    return PartitionUtils.literalForPartitionValue(type, text).getValue();
  }

  /** Kernel takes any other word for false. */
  private static boolean bool(String text) {
    boolean value = text.equalsIgnoreCase("true");
    if (!value && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException("neither true nor false");
    }
    return value;
  }

  /**
   * {@code 2026-01-01 00:00:00[.123456]} or ISO 8601; without an offset it is read as UTC. Not
   * through {@link java.sql.Timestamp}, which moves times that the machine's time zone lacks.
   */
  private static long micros(String text) {
    String iso = text.replace(' ', 'T');
    boolean hasOffset = iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > 7;
    Instant instant =
        hasOffset
            ? OffsetDateTime.parse(iso).toInstant()
            : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    return Micros.of(instant);
  }
}
