package io.deltascd.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** Timestamps as users write them. */
public final class TimestampText {

  /** What an error message says is expected. */
  public static final String EXPECTED = "a timestamp such as 2026-01-01T00:00:00Z";

  private static final DateTimeFormatter FORMAT =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .optionalStart()
          .appendOffsetId()
          .optionalEnd()
          .optionalStart()
          .appendLiteral('[')
          .appendZoneRegionId()
          .appendLiteral(']')
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private TimestampText() {}

  /**
   * Reads a date and time of ISO 8601 with an offset, {@code Z} or a zone in brackets. Without any
   * it is UTC. There may be a blank instead of the {@code T}; a date alone is its first moment.
   *
   * @return in whole milliseconds, as commit times are; what goes beyond is cut off
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Instant parse(String text) {
    String iso = text.strip().replaceFirst("^([0-9-]+) +(?=[0-9])", "$1T");
    if (iso.matches("[0-9-]+")) {
      iso += "T00:00";
    }
    try {
      TemporalAccessor time = FORMAT.parseBest(iso, ZonedDateTime::from, LocalDateTime::from);
      Instant instant =
          time instanceof LocalDateTime local
              ? local.toInstant(ZoneOffset.UTC)
              : ((ZonedDateTime) time).toInstant();
      return Instant.ofEpochMilli(instant.toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException("not " + EXPECTED, e);
    }
  }
}
