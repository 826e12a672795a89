package io.deltascd.table;

import io.delta.kernel.exceptions.KernelEngineException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Calls of Kernel whose storage errors come out as what they are. */
final class KernelCalls {

  /**
   * A call of Kernel.
   *
   * @param <T> its result
   */
  @FunctionalInterface
  interface Call<T> {
    T run() throws IOException;
  }

  private KernelCalls() {}

  /**
   * Runs a call that reads storage.
   *
   * @param what is read, for the error text
   * @throws IOException if storage failed; Kernel wraps that in several ways
   */
  static <T> T reading(String what, Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (KernelEngineException | UncheckedIOException e) {
      throw new IOException("Cannot read " + what, e);
    } catch (RuntimeException e) {
      if (e.getCause() instanceof IOException) {
        throw new IOException("Cannot read " + what, e);
      }
      throw e;
    }
  }
}
