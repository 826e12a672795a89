package io.deltascd.sink;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Counts of an operator since its task started, each as a metric and as an accumulator of the same
 * name. Flink's web UI shows metrics once somebody has chosen them, for each subtask and while the
 * job runs; accumulators without that, summed up, and after the job's end.
 */
final class OperatorCounts {
  private final MetricGroup metrics;
  private final RuntimeContext context;

  OperatorCounts(MetricGroup metrics, RuntimeContext context) {
    this.metrics = metrics;
    this.context = context;
  }

  MetricGroup metrics() {
    return metrics;
  }

  /** A new count, from zero. */
  Counter counter(String name) {
    LongCounter sum = new LongCounter();
    context.addAccumulator(name, sum);
    return metrics.counter(name, new Summed(sum));
  }

  /** A new version, of which the oldest of all subtasks is shown; an accumulator alone. */
  OldestVersion version(String name) {
    OldestVersion version = new OldestVersion();
    context.addAccumulator(name, version);
    return version;
  }

  /** Of one thread, as Flink's own counters; others read it, and may see it a moment late. */
  private static final class Summed implements Counter {
    private final LongCounter sum;

    Summed(LongCounter sum) {
      this.sum = sum;
    }

    @Override
    public void inc() {
      sum.add(1L);
    }

    @Override
    public void inc(long n) {
      sum.add(n);
    }

    @Override
    public void dec() {
      sum.add(-1L);
    }

    @Override
    public void dec(long n) {
      sum.add(-n);
    }

    @Override
    public long getCount() {
      return sum.getLocalValuePrimitive();
    }
  }
}
