package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.FileUtils;

/**
 * A Flink cluster of separate JVMs, by {@code target/dist/bin/local-cluster}. None of them has
 * anything of this project on its class path. Only integration tests can use it: the build puts
 * Flink's jars together before them.
 *
 * <pre>{@code
 * try (FlinkCluster cluster = FlinkCluster.start(Path.of("target/cluster"))) {
 *   FlinkCluster.Result result = cluster.flink("run", jar, "run", "pipeline.yaml");
 *   assertThat(result.status()).as(result.output()).isZero();
 * }
 * }</pre>
 */
public final class FlinkCluster implements AutoCloseable {
  private static final Path SCRIPT = Path.of("target/dist/bin/local-cluster").toAbsolutePath();
  private static final Duration COMMAND = Duration.ofMinutes(4);
  private static final Duration REQUEST = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The directory of another Flink than the one of the build, if it is set. */
  private static final String FLINK = "deltascd.flink";

  /** These processes live for seconds only; compiling their code thoroughly does not pay. */
  private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private static final List<String> QUICK =
      List.of(
          "env.java.opts.jobmanager=" + SHORT_LIVED,
          "env.java.opts.taskmanager=" + SHORT_LIVED,
          "env.java.opts.client=" + SHORT_LIVED,
          "metrics.fetcher.update-interval=300 ms");

  private final Path directory;
  private final int restPort;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Thread atExit = new Thread(this::stop);

  private FlinkCluster(Path directory) throws IOException {
    this.directory = directory.toAbsolutePath();
    this.restPort = freePort();
  }

  /**
   * What a command gave.
   *
   * @param status of the process
   * @param output to the terminal, errors included
   */
  public record Result(int status, String output) {}

  /**
   * Starts a cluster and waits until its TaskManagers have registered.
   *
   * @param directory for configuration, logs, checkpoints and temporary files; emptied first
   * @param options of {@code local-cluster start}
   */
  public static FlinkCluster start(Path directory, String... options) {
    try {
      FileUtils.deleteDirectory(directory.toFile());
      Files.createDirectories(directory);
      FlinkCluster cluster = new FlinkCluster(directory);
      Runtime.getRuntime().addShutdownHook(cluster.atExit);
      List<String> all = new ArrayList<>(List.of("--rest-port", "" + cluster.restPort));
      QUICK.forEach(option -> all.addAll(List.of("-D", option)));
      if (System.getProperty(FLINK) != null) {
        all.addAll(List.of("--flink", System.getProperty(FLINK)));
      }
      Collections.addAll(all, options);
      try {
        cluster.require("start", all);
      } catch (RuntimeException | Error e) {
        try {
          cluster.close();
        } catch (RuntimeException | Error closing) {
          e.addSuppressed(closing);
        }
        throw e;
      }
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the processes again that have ended. */
  public void startAgain() {
    require("start", List.of());
  }

  /** What {@code local-cluster status} says. */
  public Result status() {
    return command("status", List.of());
  }

  /** Calls Flink's command line and waits for its end. */
  public Result flink(String... args) {
    return command("flink", List.of(args));
  }

  /**
   * SIGKILL: no shutdown hook, no file closed.
   *
   * @param process {@code jobmanager}, {@code zookeeper} or {@code taskmanager-1} and so on
   */
  public void kill(String process) {
    try {
      String id = Files.readString(directory.resolve("run/%s.pid".formatted(process))).strip();
      ProcessHandle.of(Long.parseLong(id)).orElseThrow().destroyForcibly();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the REST interface, for example {@code /jobs/overview}. */
  public JsonNode get(String path) {
    return send(request(path).GET());
  }

  /** Puts a JSON document to the REST interface. */
  public JsonNode put(String path, JsonNode document) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(document.toString())));
  }

  /** Posts a JSON document to the REST interface. */
  public JsonNode post(String path, JsonNode document) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(document.toString())));
  }

  /**
   * Uploads a jar, as the web page does.
   *
   * @return the name by which it can be run
   */
  public String upload(Path jar) {
    String boundary = "jar-of-a-test";
    try {
      BodyPublisher body =
          BodyPublishers.concat(
              BodyPublishers.ofString(
                  """
                  --%s\r
                  Content-Disposition: form-data; name="jarfile"; filename="%s"\r
                  Content-Type: application/x-java-archive\r
                  \r
                  """
                      .formatted(boundary, jar.getFileName())),
              BodyPublishers.ofFile(jar),
              BodyPublishers.ofString("\r\n--%s--\r\n".formatted(boundary)));
      JsonNode answer =
          send(
              request("/jars/upload")
                  .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                  .POST(body));
      return Path.of(answer.get("filename").asText()).getFileName().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the cluster's processes and waits until they are gone; its directory stays. */
  @Override
  public void close() {
    stop();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void stop() {
    // Nothing to stop if the configuration was refused.
    if (Files.isDirectory(directory.resolve("run"))) {
      require("stop", List.of("--keep"));
    }
  }

  private void require(String command, List<String> args) {
    Result result = command(command, args);
    if (result.status() != 0) {
      throw new IllegalStateException("local-cluster " + command + ": " + result.output());
    }
  }

  private Result command(String name, List<String> args) {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString(), name));
    command.addAll(List.of("--dir", directory.toString()));
    command.addAll(args);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")));
    builder.environment().keySet().removeIf(key -> key.matches("(HADOOP|FLINK|DELTA_SCD)_.*"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    try {
      Path written = Files.createTempFile("local-cluster", ".out");
      Process process = builder.redirectOutput(written.toFile()).start();
      try {
        if (!process.waitFor(COMMAND.toSeconds(), TimeUnit.SECONDS)) {
          throw new AssertionError(
              "local-cluster %s takes more than %s: %s"
                  .formatted(name, COMMAND, Files.readString(written)));
        }
        return new Result(process.exitValue(), Files.readString(written));
      } finally {
        process.destroyForcibly();
        Files.delete(written);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + restPort + path))
        .timeout(REQUEST);
  }

  private JsonNode send(HttpRequest.Builder request) {
    HttpRequest built = request.build();
    try {
      HttpResponse<String> response = http.send(built, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new IOException("%s: %s".formatted(built.uri(), response.body()));
      }
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted", e);
  }
}
