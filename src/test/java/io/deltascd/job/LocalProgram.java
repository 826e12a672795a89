package io.deltascd.job;

import java.io.ByteArrayOutputStream;
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
      return new Program(
              out,
              new PrintStream(messages, true, StandardCharsets.UTF_8),
              machine,
              Wiring.RUNNER,
              Wiring.TABLES)
          .run(args);
    }
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
