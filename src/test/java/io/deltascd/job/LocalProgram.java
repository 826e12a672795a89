package io.deltascd.job;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** {@code delta-scd} on one machine, in the test's own JVM. */
final class LocalProgram {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

  /** Carries out a command and returns its exit status. */
  int run(String... args) {
    out.reset();
    messages.reset();
    try (LocalPlatform machine = new LocalPlatform()) {
      return on(machine, out, new PrintStream(messages, true, StandardCharsets.UTF_8)).run(args);
    }
  }

  /** The program on a machine that the test keeps. */
  static Program on(LocalPlatform machine, OutputStream out, PrintStream messages) {
    return new Program(out, messages, machine, Wiring.RUNNER, Wiring.TABLES);
  }

  /** What the last command gave as its result. */
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What else the last command said. */
  String messages() {
    return messages.toString(StandardCharsets.UTF_8);
  }
}
