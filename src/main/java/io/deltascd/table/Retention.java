package io.deltascd.table;

import io.delta.kernel.internal.util.IntervalParserUtils;
import io.deltascd.model.PipelineException;
import java.time.Duration;
import java.util.Map;

/**
 * How long a table keeps what its changes are read from: log entries, and files that no newest
 * version needs. A version is sure to be readable only for the shorter of the two.
 *
 * @param log of {@code delta.logRetentionDuration}; 30 days if not set
 * @param files of {@code delta.deletedFileRetentionDuration}; 7 days if not set
 */
public record Retention(Duration log, Duration files) {

  /** The property for log entries. */
  public static final String LOG = "delta.logRetentionDuration";

  /** The property for data and change files. */
  public static final String FILES = "delta.deletedFileRetentionDuration";

  private static final String LOG_DEFAULT = "interval 30 days";
  private static final String FILES_DEFAULT = "interval 1 week";

  /**
   * How long a table with these properties keeps its versions.
   *
   * @param where the table, for the error text
   * @throws PipelineException if a property is no interval; Delta allows weeks, days, hours,
   *     minutes, seconds and parts of them, neither months nor years
   */
  static Retention of(Map<String, String> properties, String where) {
    return new Retention(
        interval(properties, LOG, LOG_DEFAULT, where),
        interval(properties, FILES, FILES_DEFAULT, where));
  }

  /** The shorter of the two. */
  public Duration shorter() {
    return log.compareTo(files) < 0 ? log : files;
  }

  private static Duration interval(
      Map<String, String> properties, String property, String absent, String where) {
    String text = properties.getOrDefault(property, absent);
    try {
      return Duration.ofMillis(IntervalParserUtils.safeParseIntervalAsMillis(text));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new PipelineException(
          "A retention of the table cannot be read",
          where + ", property " + property,
          text,
          "an interval such as " + absent + ", without months and years",
          "ALTER TABLE … SET TBLPROPERTIES ('" + property + "' = '" + absent + "')",
          e);
    }
  }
}
