package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.function.BiFunction;

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
   * @throws IOException if storage failed for now; Kernel wraps that in several ways
   * @throws PipelineException if it failed for good
   */
  static <T> T reading(String what, Call<T> call) throws IOException {
    return run(what, call, StorageErrors::reading);
  }

  /** As {@link #reading}, of a call that asks for files and reads none. */
  static <T> T asking(String what, Call<T> call) throws IOException {
    return run(what, call, StorageErrors::asking);
  }

  private static <T> T run(
      String what, Call<T> call, BiFunction<String, Throwable, IOException> errors)
      throws IOException {
    try {
      return call.run();
    } catch (PipelineException e) {
      throw e;
    } catch (IOException e) {
      throw errors.apply(what, e);
    } catch (RuntimeException | NoClassDefFoundError e) {
      if (StorageFailure.of(e) == StorageFailure.NONE) {
        throw e;
      }
      throw errors.apply(what, e);
    }
  }
}
