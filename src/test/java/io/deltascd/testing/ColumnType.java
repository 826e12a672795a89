package io.deltascd.testing;

/**
 * The type of a column and the Java class of its values in rows.
 *
 * @param kind what it is
 * @param precision digits of a decimal, else 0
 * @param scale fraction digits of a decimal, else 0
 */
public record ColumnType(Kind kind, int precision, int scale) {

  /** The kinds; values are of the class named with each. */
  public enum Kind {
    /** {@link Long}. */
    LONG,
    /** {@link Integer}. */
    INTEGER,
    /** {@link String}. */
    STRING,
    /** {@link java.time.LocalDate}. */
    DATE,
    /** {@link java.math.BigDecimal}. */
    DECIMAL,
    /** {@link Double}. */
    DOUBLE,
    /** {@link java.time.Instant}, whole microseconds. */
    TIMESTAMP,
    /** {@link Boolean}. */
    BOOLEAN
  }

  public static final ColumnType LONG = new ColumnType(Kind.LONG, 0, 0);
  public static final ColumnType INTEGER = new ColumnType(Kind.INTEGER, 0, 0);
  public static final ColumnType STRING = new ColumnType(Kind.STRING, 0, 0);
  public static final ColumnType DATE = new ColumnType(Kind.DATE, 0, 0);
  public static final ColumnType DOUBLE = new ColumnType(Kind.DOUBLE, 0, 0);
  public static final ColumnType TIMESTAMP = new ColumnType(Kind.TIMESTAMP, 0, 0);
  public static final ColumnType BOOLEAN = new ColumnType(Kind.BOOLEAN, 0, 0);

  /** An exact number. */
  public static ColumnType decimal(int precision, int scale) {
    return new ColumnType(Kind.DECIMAL, precision, scale);
  }

  /** The name in the schema string of a table. */
  String deltaName() {
    return switch (kind) {
      case LONG -> "long";
      case INTEGER -> "integer";
      case STRING -> "string";
      case DATE -> "date";
      case DECIMAL -> "decimal(" + precision + "," + scale + ")";
      case DOUBLE -> "double";
      case TIMESTAMP -> "timestamp";
      case BOOLEAN -> "boolean";
    };
  }
}
