package io.deltascd.config;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.OnHistoryLost;
import io.deltascd.config.SourceConfig.StartupMode;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Options of the {@code source} section. */
public final class SourceOptions {
  private static final String TIMESTAMP_FORM =
      "ISO 8601, such as 2026-01-01T00:00:00Z or 2026-01-01 00:00:00+01:00; UTC if it names neither"
          + " zone nor offset.";

  /** {@code source.path}. */
  public static final ConfigOption<String> PATH =
      ConfigOptions.key("source.path")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "Root of silver, the Delta table that is followed; with or without scheme. A relative"
                  + " path is resolved against the working directory.");

  /** {@code source.scan.startup.mode}. */
  public static final ConfigOption<StartupMode> STARTUP_MODE =
      ConfigOptions.key("source.scan.startup.mode")
          .enumType(StartupMode.class)
          .defaultValue(StartupMode.INITIAL)
          .withDescription(
              "Where history begins; decides once, when gold is created, which remembers the"
                  + " version. initial: the oldest version whose snapshot and later changes are all"
                  + " readable; latest-full: the newest version's snapshot; from-version: the"
                  + " snapshot of the version named by source.scan.startup.version; from-timestamp:"
                  + " the snapshot as of source.scan.startup.timestamp. Of no consequence for a gold"
                  + " that exists: a run goes on where it stands.");

  /** {@code source.scan.startup.version}. */
  public static final ConfigOption<Long> STARTUP_VERSION =
      ConfigOptions.key("source.scan.startup.version")
          .longType()
          .noDefaultValue()
          .withDescription(
              "The version of silver whose snapshot is the beginning; its changes follow from the"
                  + " next version on. Needed with, and only allowed with,"
                  + " source.scan.startup.mode: from-version.");

  /** {@code source.scan.startup.timestamp}. */
  public static final ConfigOption<String> STARTUP_TIMESTAMP =
      ConfigOptions.key("source.scan.startup.timestamp")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The beginning is the snapshot of the version that was current at this time: the"
                  + " newest with a commit time no later than it. "
                  + TIMESTAMP_FORM
                  + " Needed with, and only allowed with, source.scan.startup.mode:"
                  + " from-timestamp.");

  /** {@code source.scan.bounded.mode}. */
  public static final ConfigOption<Bounded.Mode> BOUNDED_MODE =
      ConfigOptions.key("source.scan.bounded.mode")
          .enumType(Bounded.Mode.class)
          .defaultValue(Bounded.Mode.UNBOUNDED)
          .withDescription(
              "Whether the run ends by itself. unbounded: it follows silver until it is stopped;"
                  + " latest: it ends with the version that is newest at its start; version: it"
                  + " ends with the one named by source.scan.bounded.version; timestamp: it ends"
                  + " with the one that was current at source.scan.bounded.timestamp.");

  /** {@code source.scan.bounded.version}. */
  public static final ConfigOption<Long> BOUNDED_VERSION =
      ConfigOptions.key("source.scan.bounded.version")
          .longType()
          .noDefaultValue()
          .withDescription(
              "The last version of silver that is applied, inclusive. Needed with, and only"
                  + " allowed with, source.scan.bounded.mode: version.");

  /** {@code source.scan.bounded.timestamp}. */
  public static final ConfigOption<String> BOUNDED_TIMESTAMP =
      ConfigOptions.key("source.scan.bounded.timestamp")
          .stringType()
          .noDefaultValue()
          .withDescription(
              "The last version of silver that is applied is the newest, at the start of the run,"
                  + " with a commit time no later than this. "
                  + TIMESTAMP_FORM
                  + " Needed with, and only allowed with, source.scan.bounded.mode: timestamp.");

  /** {@code source.scan.schema-change.accept-version}. */
  public static final ConfigOption<Long> ACCEPT_VERSION =
      ConfigOptions.key("source.scan.schema-change.accept-version")
          .longType()
          .noDefaultValue()
          .withDescription(
              "Changes of silver's columns that gold cannot follow by itself, a column dropped or"
                  + " renamed, are accepted in versions up to this one, inclusive: gold keeps the"
                  + " column, null in every row written from then on, and gets a renamed one as a"
                  + " new column. Without it the run stops before such a version. New columns and"
                  + " wider types need no acceptance; a column that the settings name cannot be"
                  + " dropped, nor can a column get another type.");

  /** {@code source.scan.change-capture}. */
  public static final ConfigOption<ChangeCapture> CHANGE_CAPTURE =
      ConfigOptions.key("source.scan.change-capture")
          .enumType(ChangeCapture.class)
          .defaultValue(ChangeCapture.AUTO)
          .withDescription(
              "Where the changes of silver's versions come from. auto: the best that each version"
                  + " offers, of the following in this order; cdf: the change data feed;"
                  + " row-tracking: the files that each commit removed and added, on a table with"
                  + " row tracking; files: these files on any table. With cdf and row-tracking a"
                  + " version that does not offer it is refused.");

  /** {@code source.discovery-interval}. */
  public static final ConfigOption<Duration> DISCOVERY_INTERVAL =
      ConfigOptions.key("source.discovery-interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(1))
          .withDescription("How often silver's log is looked at for new versions.");

  /** {@code source.on-history-lost}. */
  public static final ConfigOption<OnHistoryLost> ON_HISTORY_LOST =
      ConfigOptions.key("source.on-history-lost")
          .enumType(OnHistoryLost.class)
          .defaultValue(OnHistoryLost.FAIL)
          .withDescription(
              "What a start without state does if changes are gone that gold needs (VACUUM,"
                  + " clean-up of the log), or if silver was dropped and made anew. fail: it is"
                  + " refused; resync: gold is compared with a snapshot of silver, and what differs"
                  + " is opened, closed and updated at the snapshot's commit time. What happened in"
                  + " between is in no history; gold remembers the versions.");

  static final List<ConfigOption<?>> ALL =
      List.of(
          PATH,
          STARTUP_MODE,
          STARTUP_VERSION,
          STARTUP_TIMESTAMP,
          BOUNDED_MODE,
          BOUNDED_VERSION,
          BOUNDED_TIMESTAMP,
          CHANGE_CAPTURE,
          ACCEPT_VERSION,
          ON_HISTORY_LOST,
          DISCOVERY_INTERVAL);

  /** Options whose texts are read by {@link TimestampText}: Flink has no type for them. */
  static final List<ConfigOption<String>> TIMESTAMPS =
      List.of(STARTUP_TIMESTAMP, BOUNDED_TIMESTAMP);

  private SourceOptions() {}
}
