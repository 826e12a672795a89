package io.deltascd.model;

import java.time.Instant;
import org.apache.flink.table.data.TimestampData;

/** Delta keeps instants in microseconds since the epoch; Flink's rows keep them in two parts. */
public final class Micros {
  /** The digits after a second that such a timestamp has, as Flink's types name them. */
  public static final int PRECISION = 6;

  /** A millisecond. */
  public static final long PER_MILLI = 1000;

  private static final long PER_SECOND = 1_000_000;
  private static final int NANOS = 1000;

  private Micros() {}

  /** As Flink's rows keep it. */
  public static TimestampData timestamp(long micros) {
    long millis = toMillis(micros);
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

  /** As Java keeps it. */
  public static Instant toInstant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, PER_SECOND), Math.floorMod(micros, PER_SECOND) * NANOS);
  }

  /**
   * The inverse; parts of a microsecond are cut off.
   *
   * @throws ArithmeticException if the instant is too far away for 64 bits
   */
  public static long of(Instant time) {
    // ChronoUnit.MICROS.between counts nanoseconds, of which a long holds 292 years only.
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), PER_SECOND), time.getNano() / NANOS);
  }

  /** The millisecond that it lies in, since the epoch. */
  public static long toMillis(long micros) {
    return Math.floorDiv(micros, PER_MILLI);
  }
}
