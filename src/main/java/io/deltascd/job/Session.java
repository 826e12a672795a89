package io.deltascd.job;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What the commands work with.
 *
 * @param out results
 * @param messages everything else
 * @param platform where jobs run
 * @param runner of pipelines
 * @param tables that can be read
 */
record Session(
    OutputStream out,
    PrintStream messages,
    Platform platform,
    PipelineRunner runner,
    Tables tables) {

  /** Prints a result at once. */
  void print(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
