package io.deltascd.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes on only when a test says so. */
public final class HandClock extends Clock {
  private Instant now;

  /**
   * @param start what it shows first
   */
  public HandClock(Instant start) {
    this.now = start;
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException();
  }
}
