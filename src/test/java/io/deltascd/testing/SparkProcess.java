package io.deltascd.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The JVM of Delta Spark. There is one of each purpose for all tests that run in this JVM, since
 * its start costs some twenty seconds and its first queries as many; it ends with this one.
 */
final class SparkProcess {

  /** What Spark's JVM is for. */
  enum Purpose {
    /** Many queries over few rows: none runs long enough to be worth compiling it. */
    CHECKS(
        "-XX:TieredStopAtLevel=1 -Dspark.sql.codegen.wholeStage=false"
            + " -Dspark.sql.codegen.factoryMode=NO_CODEGEN"),
    /** Queries that are timed: as a user runs them. */
    MEASUREMENTS("");

    private final String options;

    Purpose(String options) {
      this.options = options;
    }

    private List<String> options() {
      return options.isEmpty() ? List.of() : List.of(options.split(" "));
    }
  }

  private static final Path JARS = Path.of("target/spark/lib");
  private static final Path JVM_OPTIONS = Path.of("src/spark/jvm.options");
  private static final Path LOGS = Path.of("target/spark/logs");
  private static final String REPLY = "failed: ";

  private static final Map<Purpose, SparkProcess> RUNNING = new EnumMap<>(Purpose.class);

  private final Process process;
  private final Path log;
  private final Writer requests;
  private final BufferedReader replies;

  private SparkProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.requests = process.outputWriter();
    this.replies = process.inputReader();
  }

  /** The one that is running; it is started if there is none. */
  static synchronized SparkProcess running(Purpose purpose) throws IOException {
    SparkProcess running = RUNNING.get(purpose);
    if (running == null || !running.process.isAlive()) {
      running = start(purpose);
      RUNNING.put(purpose, running);
    }
    return running;
  }

  private static SparkProcess start(Purpose purpose) throws IOException {
    if (!Files.isDirectory(JARS)) {
      throw new IllegalStateException(
          "no Delta Spark in %s; make it with: mvn -f src/spark/pom.xml package"
              .formatted(JARS.toAbsolutePath()));
    }
    Files.createDirectories(LOGS);
    Path log = Files.createTempFile(LOGS, "delta-spark-", ".log").toAbsolutePath();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + JVM_OPTIONS);
    command.addAll(purpose.options());
    command.add("-cp");
    command.add(JARS + "/*");
    command.add("io.deltascd.spark.DeltaSpark");
    command.add(Files.createTempDirectory(LOGS, "delta-spark-").toAbsolutePath().toString());
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new SparkProcess(process, log);
  }

  /** What Spark says of itself. */
  Path log() {
    return log;
  }

  /**
   * Runs a file of requests.
   *
   * @return how many of them failed
   * @throws AssertionError if the process ended or took too long, and is ended therefore
   */
  synchronized int run(Path file, Duration timeout) throws IOException {
    requests.write(file.toAbsolutePath() + "\n");
    requests.flush();
    try {
      return CompletableFuture.supplyAsync(this::reply).get(timeout.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new AssertionError(
          "Delta Spark took more than %s; its log is %s".formatted(timeout, log), e);
    } catch (ExecutionException e) {
      throw new AssertionError("Delta Spark has ended; its log is " + log, e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Delta Spark ran", e);
    }
  }

  private int reply() {
    try {
      String line = replies.readLine();
      while (line != null && !line.startsWith(REPLY)) {
        line = replies.readLine();
      }
      if (line == null) {
        throw new IOException("no reply");
      }
      return Integer.parseInt(line.substring(REPLY.length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
