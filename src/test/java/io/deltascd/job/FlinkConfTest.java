package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.FlinkRules;
import io.deltascd.config.PipelineOptions;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code flink-conf/config.yaml}. That a cluster starts with it, LocalClusterITCase shows. */
class FlinkConfTest {
  private static final Path FILE = Path.of("flink-conf/config.yaml");

  private static final List<Class<?>> OPTIONS =
      List.of(
          CheckpointingOptions.class,
          CoreOptions.class,
          HeartbeatManagerOptions.class,
          HighAvailabilityOptions.class,
          JobManagerOptions.class,
          org.apache.flink.configuration.PipelineOptions.class,
          PipelineOptions.class,
          RestOptions.class,
          RestartStrategyOptions.class,
          RocksDBConfigurableOptions.class,
          StateBackendOptions.class,
          TaskManagerOptions.class,
          WebOptions.class);

  /** Said in the file although they are: it tells why. */
  private static final Set<String> DEFAULTS =
      Set.of(
          "jobmanager.rpc.port",
          "rest.port",
          "restart-strategy.exponential-delay.initial-backoff",
          "web.submit.enable");

  /** Options of a name that is chosen: Flink has no constant for them. */
  private static final Pattern REPORTER = Pattern.compile("metrics\\.reporter\\.prometheus\\..*");

  /** A line that is to be switched on by taking the # away; other comments have more words. */
  private static final Pattern OFF = Pattern.compile("(?m)^( *)# ( *[a-zA-Z-]+:(?: \\S+)?)$");

  @TempDir private Path directory;

  @Test
  void everyOptionIsOneOfFlinksAndHasAnotherValueThanItsDefault() throws Exception {
    Map<String, ConfigOption<?>> known = known();
    Configuration configuration = read(Files.readString(FILE));

    Set<String> defaults = new TreeSet<>();
    for (String key : configuration.keySet()) {
      assertThat(known).containsKey(key);
      if (isDefault(configuration, known.get(key))) {
        defaults.add(key);
      }
    }
    assertThat(defaults).isEqualTo(new TreeSet<>(DEFAULTS));
  }

  @Test
  void whatIsOffCanBeSwitchedOn() throws Exception {
    Map<String, ConfigOption<?>> known = known();
    Configuration off = read(Files.readString(FILE));
    Configuration on = read(OFF.matcher(Files.readString(FILE)).replaceAll("$1$2"));

    Set<String> more = new TreeSet<>(on.keySet());
    more.removeAll(off.keySet());
    assertThat(more)
        .containsExactlyInAnyOrder(
            "delta-scd.pipeline",
            "high-availability.cluster-id",
            "high-availability.storageDir",
            "high-availability.type",
            "high-availability.zookeeper.quorum",
            "metrics.reporter.prometheus.factory.class",
            "metrics.reporter.prometheus.port")
        .allMatch(key -> known.containsKey(key) || REPORTER.matcher(key).matches());
  }

  @Test
  void goldIsExactWithIt() throws IOException {
    assertThat(FlinkRules.check(read(Files.readString(FILE)), key -> key)).isEmpty();
  }

  @Test
  void nothingListensOnAllAddresses() throws IOException {
    Configuration configuration = read(Files.readString(FILE));

    assertThat(
            List.of(
                configuration.get(RestOptions.BIND_ADDRESS),
                configuration.get(JobManagerOptions.BIND_HOST),
                configuration.get(TaskManagerOptions.BIND_HOST)))
        .containsOnly("localhost");
  }

  private Configuration read(String text) throws IOException {
    Files.writeString(directory.resolve("config.yaml"), text);
    return GlobalConfiguration.loadConfiguration(directory.toString());
  }

  private static <T> boolean isDefault(Configuration configuration, ConfigOption<T> option) {
    Optional<T> value = configuration.getOptional(option);
    return Objects.equals(value.orElseThrow(), option.defaultValue());
  }

  private static Map<String, ConfigOption<?>> known() {
    Map<String, ConfigOption<?>> known = new HashMap<>();
    OPTIONS.stream()
        .flatMap(options -> Arrays.stream(options.getFields()))
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .filter(field -> field.getType() == ConfigOption.class)
        .flatMap(
            field -> {
              try {
                return Stream.of((ConfigOption<?>) field.get(null));
              } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
              }
            })
        .forEach(option -> known.put(option.key(), option));
    return known;
  }
}
