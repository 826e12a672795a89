package io.deltascd.job;

import io.deltascd.model.WireRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/**
 * Stands between source and history in a test, in the test's own JVM: counts the rows that pass in
 * all subtasks, fails the task at some of them and tells the test when another one has passed.
 *
 * <p>The counts go on over restarts of the job, so each failure happens once.
 */
final class FaultPoint extends RichMapFunction<WireRecord, WireRecord> {
  private static final long serialVersionUID = 1L;
  private static final Map<String, Counts> COUNTS = new ConcurrentHashMap<>();

  /** The failure that a test asked for. */
  static final class DrawnFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DrawnFailure(long row) {
      super("Drawn to fail at row " + row);
    }
  }

  private record Counts(AtomicLong passed, CountDownLatch signal) {}

  private final String id;
  private final long failAt;
  private final long failAgainAt;
  private final long signalAt;
  private transient Counts counts;

  /**
   * @param id names the scenario and its run
   * @param failAt the number of the row at which a task fails, from 1; 0 for never
   * @param failAgainAt the same, later
   * @param signalAt the number of the row that the test waits for
   */
  FaultPoint(String id, long failAt, long failAgainAt, long signalAt) {
    this.id = id;
    this.failAt = failAt;
    this.failAgainAt = failAgainAt;
    this.signalAt = signalAt;
  }

  /** Counts down when the row has passed. */
  static CountDownLatch signal(String id) {
    return counts(id).signal();
  }

  /** How many rows have passed or were to. */
  static long passed(String id) {
    return counts(id).passed().get();
  }

  private static Counts counts(String id) {
    return COUNTS.computeIfAbsent(id, key -> new Counts(new AtomicLong(), new CountDownLatch(1)));
  }

  @Override
  public void open(OpenContext context) {
    counts = counts(id);
  }

  @Override
  public WireRecord map(WireRecord row) {
    long number = counts.passed().incrementAndGet();
    if (number >= signalAt) {
      counts.signal().countDown();
    }
    if (number == failAt || number == failAgainAt) {
      throw new DrawnFailure(number);
    }
    return row;
  }
}
