package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ConfigurationException;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TestSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;

class PlatformTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream messages = new PrintStream(written, true, StandardCharsets.UTF_8);

  @Test
  void defaultsStandBelowWhatIsWritten() {
    Configuration defaults = LocalPlatform.configuration(job(Map.of()));
    Configuration written =
        LocalPlatform.configuration(
            job(
                Map.of(
                    "rest.port",
                    "9000",
                    "rest.bind-address",
                    "0.0.0.0",
                    "execution.checkpointing.interval",
                    "3 s",
                    "restart-strategy.type",
                    "none")));

    assertThat(defaults.get(RestOptions.BIND_PORT)).isEqualTo("8081-8099");
    assertThat(defaults.get(RestOptions.BIND_ADDRESS)).isEqualTo("127.0.0.1");
    assertThat(defaults.get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(defaults.get(RestartStrategyOptions.RESTART_STRATEGY)).isEqualTo("fixed-delay");
    assertThat(written.get(RestOptions.BIND_PORT)).isEqualTo("9000");
    assertThat(written.get(RestOptions.BIND_ADDRESS)).isEqualTo("0.0.0.0");
    assertThat(written.get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(written.get(RestartStrategyOptions.RESTART_STRATEGY)).isEqualTo("none");
  }

  @Test
  void anotherPortIsTakenIfTheFirstIsNotFree() throws Exception {
    try (ServerSocket first = freeNeighbours();
        LocalPlatform machine = new LocalPlatform()) {
      int port = first.getLocalPort();
      Map<String, String> flink = Map.of("rest.bind-port", port + "-" + (port + 1));
      StreamExecutionEnvironment environment = machine.environment(job(flink), messages);
      environment.fromSequence(0, Long.MAX_VALUE - 1).sinkTo(new DiscardingSink<>());

      JobClient job = environment.executeAsync("endless");
      String page = get(uiAddress() + "/jobs/" + job.getJobID());
      machine.stop();

      assertThat(uiAddress()).isEqualTo("http://127.0.0.1:" + (port + 1));
      assertThat(page).contains("\"name\":\"endless\"");
      assertThatThrownBy(() -> job.getJobExecutionResult().get())
          .hasStackTraceContaining("JobCancellationException");
    }
  }

  @Test
  void aBoundedJobEndsByItself() throws Exception {
    try (LocalPlatform machine = new LocalPlatform()) {
      StreamExecutionEnvironment environment =
          machine.environment(job(Map.of("rest.bind-port", "0")), messages);
      environment.fromSequence(0, 9).sinkTo(new DiscardingSink<>());

      assertThat(environment.execute("short").isJobExecutionResult()).isTrue();
    }
  }

  @Test
  void aClusterKeepsWhatIsItsOwn() throws Exception {
    try (ClusterPlatform cluster = new ClusterPlatform()) {
      StreamExecutionEnvironment environment =
          cluster.environment(job(Map.of("rest.port", "1", "parallelism.default", "3")), messages);

      assertThat(environment.getParallelism()).isEqualTo(3);
      assertThat(environment.getConfiguration().get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
          .isEqualTo(Duration.ofSeconds(10));
      assertThat(environment.getCheckpointConfig().getCheckpointInterval()).isEqualTo(10_000);
      assertThat(environment.getConfig().isObjectReuseEnabled()).isTrue();
      assertThat(written.toString(StandardCharsets.UTF_8))
          .contains("not by a pipeline file: rest.port");
    }
  }

  @Test
  void aClusterThatCannotBeExactIsRefused() {
    Configuration cluster = new Configuration();
    cluster.set(CheckpointingOptions.ENABLE_UNALIGNED, true);

    assertThatThrownBy(() -> JobDefaults.check(cluster, "Flink's configuration"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "where:    Flink's configuration, execution.checkpointing.unaligned.enabled");
  }

  private String uiAddress() {
    Matcher line =
        Pattern.compile("Web UI: (\\S+)").matcher(written.toString(StandardCharsets.UTF_8));
    assertThat(line.find()).isTrue();
    return line.group(1);
  }

  private static String get(String address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  /** A taken port whose successor is free. */
  private static ServerSocket freeNeighbours() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    while (true) {
      ServerSocket first = new ServerSocket(0, 1, loopback);
      try (ServerSocket second = new ServerSocket(first.getLocalPort() + 1, 1, loopback)) {
        assertThat(second.isBound()).isTrue();
        return first;
      } catch (IOException e) {
        first.close();
      }
    }
  }

  private static JobConfig job(Map<String, String> flink) {
    SourceConfig source =
        TestSource.of(new TableLocation("/s", Map.of()))
            .bounded(new Bounded(Bounded.Mode.LATEST, -1))
            .config();
    return JobConfig.of(new PipelineConfig("p", source, null, flink));
  }
}
