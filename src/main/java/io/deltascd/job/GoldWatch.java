package io.deltascd.job;

import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does something once as soon as gold stands at a version of silver. */
final class GoldWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GoldWatch.class);
  private static final long MILLIS_BETWEEN_LOOKS = 250;

  /** What is done. */
  interface Action {
    void run() throws IOException;
  }

  private final Tables tables;
  private final TableLocation gold;
  private final long version;
  private final Action action;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "gold-watch");
            thread.setDaemon(true);
            return thread;
          });

  GoldWatch(Tables tables, TableLocation gold, long version, Action action) {
    this.tables = tables;
    this.gold = gold;
    this.version = version;
    this.action = action;
  }

  void start() {
    looks.scheduleWithFixedDelay(
        this::look, MILLIS_BETWEEN_LOOKS, MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      OptionalLong now = tables.silverVersion(gold);
      if (now.isPresent() && now.getAsLong() >= version) {
        looks.shutdown();
        action.run();
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("Gold cannot be read yet", e);
    }
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
