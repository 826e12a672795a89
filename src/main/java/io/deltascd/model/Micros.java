package io.deltascd.model;

import org.apache.flink.table.data.TimestampData;

/** Delta keeps instants in microseconds since the epoch; Flink's rows keep them in two parts. */
public final class Micros {
  private static final long PER_MILLI = 1000;
  private static final int NANOS = 1000;

  private Micros() {}

  /** As Flink's rows keep it. */
  public static TimestampData timestamp(long micros) {
    long millis = Math.floorDiv(micros, PER_MILLI);
    return TimestampData.fromEpochMillis(millis, (int) (micros - millis * PER_MILLI) * NANOS);
  }

  /**
   * The inverse; parts of a microsecond are cut off.
   *
   * @throws ArithmeticException if the instant is too far away for 64 bits
   */
  public static long of(TimestampData time) {
    return Math.addExact(
        Math.multiplyExact(time.getMillisecond(), PER_MILLI), time.getNanoOfMillisecond() / NANOS);
  }
}
