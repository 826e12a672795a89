package io.deltascd.config;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.StartupMode;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** Options of the {@code source} section. */
public final class SourceOptions {

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
              "Where history begins when gold is still empty. initial: the oldest version whose"
                  + " snapshot and later changes are all readable; latest-full: the newest"
                  + " version's snapshot. On a gold with rows the run goes on where gold stands.");

  /** {@code source.scan.bounded.mode}. */
  public static final ConfigOption<Bounded.Mode> BOUNDED_MODE =
      ConfigOptions.key("source.scan.bounded.mode")
          .enumType(Bounded.Mode.class)
          .defaultValue(Bounded.Mode.UNBOUNDED)
          .withDescription(
              "Whether the run ends by itself. unbounded: it follows silver until it is stopped;"
                  + " latest: it ends with the version that is newest at its start; version: it"
                  + " ends with the one named by source.scan.bounded.version.");

  /** {@code source.scan.bounded.version}. */
  public static final ConfigOption<Long> BOUNDED_VERSION =
      ConfigOptions.key("source.scan.bounded.version")
          .longType()
          .noDefaultValue()
          .withDescription(
              "The last version of silver that is applied, inclusive. Needed with, and only"
                  + " allowed with, source.scan.bounded.mode: version.");

  /** {@code source.discovery-interval}. */
  public static final ConfigOption<Duration> DISCOVERY_INTERVAL =
      ConfigOptions.key("source.discovery-interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(1))
          .withDescription("How often silver's log is looked at for new versions.");

  static final List<ConfigOption<?>> ALL =
      List.of(PATH, STARTUP_MODE, BOUNDED_MODE, BOUNDED_VERSION, DISCOVERY_INTERVAL);

  private SourceOptions() {}
}
