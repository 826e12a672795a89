package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.table.TableDirectory;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bounds the wait for a storage: Hadoop's file systems may try for minutes to reach theirs. */
final class Deadline {

  /** How long a storage has to answer the first time. */
  static final Duration FIRST_ANSWER = Duration.ofSeconds(30);

  private Deadline() {}

  /**
   * Asks the storage of a table for a first answer, whether the table exists or not. What is read
   * afterwards is not bounded: it takes the time that it takes.
   *
   * @throws TimeoutException if there was none in time
   */
  static void reach(TableLocation table, Duration limit) throws Exception {
    within(limit, () -> TableDirectory.of(table).exists());
  }

  /**
   * Calls, but waits no longer than the limit; the call then goes on by itself until it notices
   * that it was interrupted or the process ends.
   *
   * @throws TimeoutException if there was no result in time
   * @throws Exception what the call throws
   */
  static <T> T within(Duration limit, Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "storage");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      task.cancel(true);
      throw new TimeoutException("no answer within " + Amounts.time(limit));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception thrown) {
        throw thrown;
      }
      throw e;
    }
  }
}
