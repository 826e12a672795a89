package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.jobmanager.JobManagerProcessSpec;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;
import org.apache.flink.util.FileUtils;
import org.awaitility.Awaitility;

/**
 * A Flink cluster of separate JVMs on the loopback address, as the scripts of Flink's distribution
 * start it: a JobManager, TaskManagers, and for each call of the command line a JVM of its own.
 * None of them has anything of this project on its class path. Only integration tests can use it:
 * the build puts Flink's jars together just before them.
 *
 * <pre>{@code
 * try (FlinkCluster cluster = FlinkCluster.start(Path.of("target/cluster/run"), 2, 2)) {
 *   FlinkCluster.Result result = cluster.flink("run", jar, "run", "pipeline.yaml");
 *   assertThat(result.status()).as(result.output()).isZero();
 * }
 * }</pre>
 */
public final class FlinkCluster implements AutoCloseable {

  /** Flink, and what it needs in other releases than this project. */
  private static final List<Path> LIBS =
      List.of(Path.of("target/dist/lib"), Path.of("target/cluster/lib"));

  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration COMMAND = Duration.ofMinutes(3);
  private static final Duration END = Duration.ofSeconds(15);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What {@code env.java.opts.all} is set to in the {@code config.yaml} of the distribution. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED",
          "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED",
          "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.text=ALL-UNNAMED",
          "--add-opens=java.base/java.time=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED");

  /** These processes live for seconds only; compiling their code thoroughly does not pay. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final String LOGGING =
      """
      rootLogger.level = INFO
      rootLogger.appenderRef.file.ref = file
      appender.file.name = file
      appender.file.type = File
      appender.file.fileName = ${sys:log.file}
      appender.file.layout.type = PatternLayout
      appender.file.layout.pattern = %d{HH:mm:ss,SSS} %-5p %-40c{1.} - %m%n
      """;

  private final Path directory;
  private final int restPort;
  private final String classPath;
  private final List<Process> daemons = new ArrayList<>();
  private final Thread atExit = new Thread(this::endDaemons);
  private int commands;

  private FlinkCluster(Path directory) throws IOException {
    this.directory = directory;
    this.restPort = freePort();
    this.classPath = classPath();
  }

  /**
   * What a call of the command line gave.
   *
   * @param status of the process
   * @param output to the terminal, errors included
   */
  public record Result(int status, String output) {}

  /**
   * Starts a cluster and waits until its TaskManagers have registered.
   *
   * @param directory for configuration, logs, checkpoints and temporary files; emptied first
   */
  public static FlinkCluster start(Path directory, int taskManagers, int slots) {
    Path empty = directory.toAbsolutePath();
    try {
      FileUtils.deleteDirectory(empty.toFile());
      for (String name : List.of("conf", "log", "tmp", "checkpoints")) {
        Files.createDirectories(empty.resolve(name));
      }
      FlinkCluster cluster = new FlinkCluster(empty);
      try {
        cluster.startDaemons(taskManagers, slots);
        return cluster;
      } catch (IOException | RuntimeException e) {
        cluster.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Calls {@code bin/flink} and waits for its end. */
  public Result flink(String... args) {
    String name = "client-" + commands++;
    Path output = directory.resolve("log").resolve(name + ".out");
    try {
      Process process = launch(name, List.of(), CliFrontend.class, List.of(args));
      try {
        if (!process.waitFor(COMMAND.toSeconds(), TimeUnit.SECONDS)) {
          throw new AssertionError(
              "flink %s takes more than %s; its output is %s"
                  .formatted(String.join(" ", args), COMMAND, output));
        }
        return new Result(process.exitValue(), Files.readString(output));
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Asks the REST endpoint, for example {@code /jobs/overview}. */
  public JsonNode get(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + restPort + path))
            .timeout(Duration.ofSeconds(20))
            .build();
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException("%s: %s".formatted(path, response.body()));
      }
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Ends the cluster's processes and waits until they are gone. */
  @Override
  public void close() {
    endDaemons();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void startDaemons(int taskManagers, int slots) throws IOException {
    Path conf = directory.resolve("conf");
    Files.writeString(conf.resolve("config.yaml"), configuration(slots));
    Files.writeString(conf.resolve("log4j2.properties"), LOGGING);
    Configuration configuration = GlobalConfiguration.loadConfiguration(conf.toString());
    Runtime.getRuntime().addShutdownHook(atExit);
    // The memory options that the scripts get from Flink's BashJavaUtils.
    JobManagerProcessSpec jobManager = JobManagerProcessUtils.processSpecFromConfig(configuration);
    startDaemon(
        "jobmanager",
        JobManagerProcessUtils.generateJvmParametersStr(jobManager, configuration),
        StandaloneSessionClusterEntrypoint.class,
        JobManagerProcessUtils.generateDynamicConfigsStr(jobManager));
    TaskExecutorProcessSpec taskManager =
        TaskExecutorProcessUtils.processSpecFromConfig(configuration);
    for (int i = 0; i < taskManagers; i++) {
      startDaemon(
          "taskmanager-" + i,
          ProcessMemoryUtils.generateJvmParametersStr(taskManager),
          TaskManagerRunner.class,
          TaskExecutorProcessUtils.generateDynamicConfigsStr(taskManager));
    }
    Awaitility.await("TaskManagers; logs are in " + directory.resolve("log"))
        .atMost(START)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(UncheckedIOException.class)
        .until(() -> registered() == taskManagers);
  }

  private int registered() {
    for (Process daemon : daemons) {
      if (!daemon.isAlive()) {
        throw new IllegalStateException(
            "a process of the cluster has ended; its log is in " + directory.resolve("log"));
      }
    }
    return get("/overview").get("taskmanagers").asInt();
  }

  private void startDaemon(String name, String jvmOptions, Class<?> main, String options)
      throws IOException {
    List<String> args =
        new ArrayList<>(List.of("--configDir", directory.resolve("conf").toString()));
    args.addAll(words(options));
    daemons.add(launch(name, words(jvmOptions), main, args));
  }

  private Process launch(String name, List<String> jvmOptions, Class<?> main, List<String> args)
      throws IOException {
    Path conf = directory.resolve("conf");
    Path log = directory.resolve("log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.addAll(SHORT_LIVED);
    command.addAll(jvmOptions);
    command.add("-Dlog.file=" + log.resolve(name + ".log"));
    command.add("-Dlog4j2.configurationFile=" + conf.resolve("log4j2.properties"));
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(args);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.resolve(name + ".out").toFile());
    builder.environment().keySet().removeIf(key -> key.matches("(HADOOP|FLINK)_.*"));
    builder.environment().put("FLINK_CONF_DIR", conf.toString());
    return builder.start();
  }

  private String configuration(int slots) throws IOException {
    return """
        rest.address: 127.0.0.1
        rest.bind-address: 127.0.0.1
        rest.port: %d
        jobmanager.rpc.address: 127.0.0.1
        jobmanager.rpc.port: %d
        jobmanager.bind-host: 127.0.0.1
        jobmanager.memory.process.size: 1600m
        taskmanager.host: 127.0.0.1
        taskmanager.bind-host: 127.0.0.1
        taskmanager.memory.process.size: 1728m
        taskmanager.numberOfTaskSlots: %d
        taskmanager.load-balance.mode: SLOTS
        io.tmp.dirs: %s
        execution.checkpointing.dir: %s
        metrics.fetcher.update-interval: 300 ms
        """
        .formatted(
            restPort,
            freePort(),
            slots,
            directory.resolve("tmp"),
            directory.resolve("checkpoints").toUri());
  }

  private void endDaemons() {
    daemons.forEach(Process::destroy);
    try {
      for (Process daemon : daemons) {
        if (!daemon.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
          daemon.destroyForcibly().waitFor();
        }
      }
    } catch (InterruptedException e) {
      daemons.forEach(Process::destroyForcibly);
      throw interrupted(e);
    }
  }

  private static String classPath() throws IOException {
    List<String> jars = new ArrayList<>();
    for (Path lib : LIBS) {
      if (!Files.isDirectory(lib)) {
        throw new IllegalStateException(
            "no Flink in %s; make it with: mvn -DskipTests -DskipITs=false verify"
                .formatted(lib.toAbsolutePath()));
      }
      try (Stream<Path> files = Files.list(lib.toAbsolutePath())) {
        files
            .filter(jar -> !jar.getFileName().toString().startsWith("flink-delta-scd"))
            .sorted()
            .forEach(jar -> jars.add(jar.toString()));
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static List<String> words(String options) {
    return List.of(options.strip().split(" +"));
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
