package io.deltascd.changes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Keeps what an enumerator sends, by reader and in order; runs its calls when told to. */
final class FakeEnumeratorContext implements SplitEnumeratorContext<ChangeSplit> {
  static final String NO_MORE_SPLITS = "no more splits";

  private final int parallelism;
  private final Map<Integer, ReaderInfo> readers = new HashMap<>();
  private final Map<Integer, List<Object>> sent = new TreeMap<>();
  private final Queue<Runnable> calls = new ArrayDeque<>();
  private Runnable periodic = () -> {};

  FakeEnumeratorContext(int parallelism) {
    this.parallelism = parallelism;
  }

  void register(int subtask) {
    readers.put(subtask, new ReaderInfo(subtask, "host"));
  }

  void unregister(int subtask) {
    readers.remove(subtask);
  }

  /** The periodic call, then everything that follows from it. */
  void tick() {
    periodic.run();
    runCalls();
  }

  void runCalls() {
    while (!calls.isEmpty()) {
      runOneCall();
    }
  }

  /** The periodic call alone: its time has come while others wait for theirs. */
  void tickOnly() {
    periodic.run();
  }

  /** The call that waits for the longest time. */
  void runOneCall() {
    calls.remove().run();
  }

  /** How many wait. */
  int waitingCalls() {
    return calls.size();
  }

  /** What a reader got since this was last asked: splits, completeness, the end. */
  List<Object> takeSent(int subtask) {
    List<Object> taken = sent.remove(subtask);
    return taken == null ? List.of() : taken;
  }

  private void send(int subtask, Object what) {
    if (!readers.containsKey(subtask)) {
      throw new IllegalStateException("Reader " + subtask + " is not registered");
    }
    sent.computeIfAbsent(subtask, key -> new ArrayList<>()).add(what);
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    send(subtask, event);
  }

  @Override
  public int currentParallelism() {
    return parallelism;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public void assignSplits(SplitsAssignment<ChangeSplit> assignment) {
    assignment
        .assignment()
        .forEach((subtask, splits) -> splits.forEach(split -> send(subtask, split)));
  }

  @Override
  public void signalNoMoreSplits(int subtask) {
    send(subtask, NO_MORE_SPLITS);
  }

  @Override
  public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    calls.add(() -> call(callable, handler));
  }

  @Override
  public <T> void callAsync(
      Callable<T> callable, BiConsumer<T, Throwable> handler, long delay, long period) {
    periodic = () -> call(callable, handler);
  }

  private static <T> void call(Callable<T> callable, BiConsumer<T, Throwable> handler) {
    T result;
    try {
      result = callable.call();
    } catch (Exception e) {
      handler.accept(null, e);
      return;
    }
    handler.accept(result, null);
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    runnable.run();
  }
}
