package io.deltascd.job;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code delta-scd} in a JVM of its own, from the class path of the test, so that a test can kill
 * it. Its two streams go to a file.
 */
final class LocalProcess implements AutoCloseable {
  /** As in {@code bin/delta-scd}; what it is to be tested with is little and starts quickly. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.time=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "-Xmx512m",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto");

  private final Process process;
  private final Path output;

  private LocalProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts the program.
   *
   * @param directory for its output, its log and its temporary files; must exist
   * @param name of this start, for the names of those
   * @param args the command
   */
  static LocalProcess start(Path directory, String name, String... args) throws IOException {
    Path output = directory.resolve(name + ".out");
    Path temporary = Files.createDirectories(directory.resolve(name + ".tmp"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Dlog.file=" + directory.resolve(name + ".log"));
    command.add("-Dlog4j2.configurationFile=src/main/dist/conf/log4j2.properties");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(LocalMain.class.getName());
    Collections.addAll(command, args);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(output.toFile()))
            .redirectInput(Redirect.from(new File("/dev/null")))
            .start();
    return new LocalProcess(process, output);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** SIGKILL: no shutdown hook, no file closed. Waits until the process is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Waits for the program's own end. */
  int exitStatus(Duration longest) throws InterruptedException, TimeoutException {
    if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException("Still running: " + output());
    }
    return process.exitValue();
  }

  /** What it has printed so far. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
