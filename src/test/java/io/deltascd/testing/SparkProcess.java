package io.deltascd.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.annotation.Nullable;

/**
 * The JVM of Delta Spark. There is one for all tests that run in this JVM, since its start costs
 * some twenty seconds and its first queries as many; it ends with this one.
 */
final class SparkProcess {
  private static final Path JARS = Path.of("target/spark/lib");
  private static final Path JVM_OPTIONS = Path.of("src/spark/jvm.options");
  private static final Path LOGS = Path.of("target/spark/logs");
  private static final String REPLY = "failed: ";

  @Nullable private static SparkProcess running;

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
  static synchronized SparkProcess running() throws IOException {
    if (running == null || !running.process.isAlive()) {
      running = start();
    }
    return running;
  }

  private static SparkProcess start() throws IOException {
    if (!Files.isDirectory(JARS)) {
      throw new IllegalStateException(
          "no Delta Spark in %s; make it with: mvn -f src/spark/pom.xml package"
              .formatted(JARS.toAbsolutePath()));
    }
    Files.createDirectories(LOGS);
    Path log = Files.createTempFile(LOGS, "delta-spark-", ".log").toAbsolutePath();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + JVM_OPTIONS,
                "-cp",
                JARS + "/*",
                "io.deltascd.spark.DeltaSpark",
                Files.createTempDirectory(LOGS, "delta-spark-").toAbsolutePath().toString())
            .redirectError(log.toFile())
            .start();
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
