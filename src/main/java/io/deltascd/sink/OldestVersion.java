package io.deltascd.sink;

import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.accumulators.SimpleAccumulator;

/** A version of silver that each subtask raises; together they are as far as the last of them. */
final class OldestVersion implements SimpleAccumulator<Long> {
  private static final long serialVersionUID = 1L;
  private static final long NONE = -1;

  /** Raised by the task's thread, read by others for people. */
  private volatile long version = NONE;

  /** This subtask has come to a version. */
  @Override
  public void add(Long reached) {
    version = reached;
  }

  /** -1 before any. */
  @Override
  public Long getLocalValue() {
    return version;
  }

  @Override
  public void resetLocal() {
    version = NONE;
  }

  @Override
  public void merge(Accumulator<Long, Long> other) {
    version = Math.min(version, other.getLocalValue());
  }

  @Override
  public OldestVersion clone() {
    OldestVersion copy = new OldestVersion();
    copy.version = version;
    return copy;
  }
}
