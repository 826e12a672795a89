package io.deltascd.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;

/** Entry of {@code bin/delta-scd}: jobs run inside this process, whose exit status is real. */
public final class LocalMain {

  private LocalMain() {}

  /**
   * @param args a command with its options
   */
  public static void main(String[] args) {
    if (Program.isVerbose(args)) {
      // Before the first logger: the log's configuration reads it.
      System.setProperty("delta-scd.log.level", "INFO");
      System.setProperty("delta-scd.log.errors", "full");
    }
    System.exit(run(args));
  }

  private static int run(String[] args) {
    // Not System.out, which hides errors: a full disk must not look like success.
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    try (LocalPlatform machine = new LocalPlatform()) {
      machine.stopWithProcess(System.err);
      return new Program(out, System.err, machine, Wiring.RUNNER, Wiring.TABLES).run(args);
    }
  }
}
