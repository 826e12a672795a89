package io.deltascd.job;

import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.Timer;
import java.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does something once as soon as gold stands at a version of silver. */
final class GoldWatch extends TimerTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GoldWatch.class);
  private static final long MILLIS_BETWEEN_LOOKS = 250;

  /** What is done. */
  interface Action {
    void run() throws IOException;
  }

  private final Timer timer = new Timer("gold-watch", true);
  private final Tables tables;
  private final TableLocation gold;
  private final long version;
  private final Action action;

  GoldWatch(Tables tables, TableLocation gold, long version, Action action) {
    this.tables = tables;
    this.gold = gold;
    this.version = version;
    this.action = action;
  }

  void start() {
    timer.schedule(this, MILLIS_BETWEEN_LOOKS, MILLIS_BETWEEN_LOOKS);
  }

  @Override
  public void run() {
    try {
      OptionalLong now = tables.silverVersion(gold);
      if (now.isPresent() && now.getAsLong() >= version) {
        close();
        action.run();
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("Gold cannot be shown yet", e);
    }
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
