package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.io.IOException;

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
    try {
      return call.run();
    } catch (PipelineException e) {
      throw e;
    } catch (IOException e) {
      throw StorageErrors.reading(what, e);
    } catch (RuntimeException | NoClassDefFoundError e) {
      if (StorageFailure.of(e) == StorageFailure.NONE) {
        throw e;
      }
      throw StorageErrors.reading(what, e);
    }
  }
}
