package io.deltascd.job;

import com.fasterxml.jackson.core.JsonGenerator;
import io.deltascd.model.Micros;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The fields of a row as texts; those with parts of their own as JSON. */
final class FieldTexts {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  private final List<LogicalType> types;
  private final RowData.FieldGetter[] getters;

  FieldTexts(RowType schema) {
    types = schema.getChildren();
    getters = new RowData.FieldGetter[types.size()];
    for (int i = 0; i < getters.length; i++) {
      getters[i] = RowData.createFieldGetter(types.get(i), i);
    }
  }

  /** Null where the field is null. */
  List<String> of(RowData row) {
    List<String> texts = new ArrayList<>(getters.length);
    for (int i = 0; i < getters.length; i++) {
      Object value = getters[i].getFieldOrNull(row);
      texts.add(value == null ? null : text(value, types.get(i)));
    }
    return texts;
  }

  /**
   * The text of one value that is not null.
   *
   * @param value in Flink's internal form
   */
  static String text(Object value, LogicalType type) {
    return switch (type.getTypeRoot()) {
      case DECIMAL -> ((DecimalData) value).toBigDecimal().toPlainString();
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIMESTAMP_WITHOUT_TIME_ZONE -> MICROS.format(((TimestampData) value).toLocalDateTime());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          MICROS.format(((TimestampData) value).toLocalDateTime()) + "Z";
      case BINARY, VARBINARY -> Base64.getEncoder().encodeToString((byte[]) value);
      case ARRAY, MAP, MULTISET, ROW -> json(value, type);
      default -> value.toString();
    };
  }

  /**
   * The text of an instant.
   *
   * @param micros since the epoch
   */
  static String time(long micros) {
    return MICROS.format(LocalDateTime.ofInstant(Micros.toInstant(micros), ZoneOffset.UTC)) + "Z";
  }

  private static String json(Object value, LogicalType type) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JsonRows.FACTORY.createGenerator(text)) {
      JsonRows.write(json, value, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
