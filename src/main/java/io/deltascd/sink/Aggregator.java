package io.deltascd.sink;

import io.deltascd.config.TargetConfig;
import io.deltascd.model.CommitId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.StateOrigin;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;

/**
 * Holds what was written over as many checkpoints as it takes until a silver version is complete,
 * then makes one committable of all of it.
 *
 * <p>The version of a commit is the one that all subtasks have finished, and nothing newer may be
 * among what is held. All subtasks have seen the same watermark at a barrier, so this is the rule
 * rather than the exception; the first snapshot, or a drain cut by a barrier, waits.
 *
 * <p>A job that starts from state first makes sure that gold stands where the state says; pending
 * commits have been done when the first barrier comes.
 *
 * <p>A version without an effect on gold, and without rejected rows to be kept, moves gold's
 * progress only once an hour and at the end of a bounded run, or of one that cannot follow silver
 * any further. A resync is committed in any case, and at once: with it gold stands at a version
 * again whose successors are there.
 */
final class Aggregator
    implements StatefulSinkWriter<WriteResult, AggregatorState>,
        CommittingSinkWriter<WriteResult, GoldCommit> {

  static final Duration PROGRESS_INTERVAL = Duration.ofHours(1);

  /** Reads gold's progress. */
  @FunctionalInterface
  interface ProgressReader {
    Progress read() throws IOException;
  }

  private final TargetConfig target;
  private final boolean fresh;
  private final ProgressReader gold;
  private final LongSupplier clock;
  private final HeldChanges held = new HeldChanges();
  private final Completeness completeness;
  private AggregatorState state;
  private long lastCommitMillis;
  private boolean endOfInput;

  /** Whether gold stands where the state says; known from the first barrier on. */
  private boolean agreed;

  /**
   * @param target what is maintained
   * @param fresh whether the job begins without state
   * @param restored the state to go on from, or to begin with
   * @param gold as it is
   * @param clock processing time, in milliseconds
   */
  Aggregator(
      TargetConfig target,
      boolean fresh,
      AggregatorState restored,
      ProgressReader gold,
      LongSupplier clock) {
    this.target = target;
    this.fresh = fresh;
    this.gold = gold;
    this.clock = clock;
    this.state = restored;
    this.held.add(restored.held());
    this.completeness = new Completeness(restored.finished());
    this.lastCommitMillis = clock.getAsLong();
  }

  @Override
  public void write(WriteResult result, Context context) {
    if (result.fresh() != fresh) {
      throw StateOrigin.mixed(
          fresh
              ? "state of the history, but none of its commits"
              : "state of the commits, but none of the history");
    }
    completeness.report(result);
    held.add(result.changes());
  }

  @Override
  public void flush(boolean end) {
    endOfInput = end;
  }

  @Override
  public Collection<GoldCommit> prepareCommit() throws IOException {
    if (!agreed) {
      StateAgreement.afterPending(state.pipelineId(), state.newest(), gold.read(), target.gold());
      agreed = true;
    }
    long finished = completeness.finished();
    boolean ready = finished >= earliest() && held.highestTouched() <= finished && isTime();
    return ready ? List.of(commit(finished)) : List.of();
  }

  /** The first version that the next commit may bring gold to. */
  private long earliest() {
    return state.resync() == null ? state.silver().version() + 1 : state.resync().to();
  }

  /** Whether a commit is due, given that one is possible. */
  private boolean isTime() {
    if (state.resync() != null) {
      return true;
    }
    boolean matters = held.affectGold() || held.haveDeadLetters();
    Duration interval = matters ? target.minCommitInterval() : PROGRESS_INTERVAL;
    return endOfInput
        || completeness.stopped()
        || clock.getAsLong() - lastCommitMillis >= interval.toMillis();
  }

  private GoldCommit.Kind kind() {
    if (state.resync() != null) {
      return GoldCommit.Kind.RESYNC;
    }
    return held.affectGold() ? GoldCommit.Kind.DATA : GoldCommit.Kind.PROGRESS;
  }

  private GoldCommit commit(long finished) {
    GoldCommit.Kind kind = kind();
    WriteResult.Changes changes = held.take();
    CommitId parent = state.newest();
    SilverPosition silver =
        new SilverPosition(
            state.silver().tableId(),
            finished,
            Math.max(state.silver().timeMicros(), changes.timeMicros()));
    GoldCommit commit =
        new GoldCommit(
            target.ordinal(),
            state.pipelineId(),
            parent.next(),
            parent,
            kind,
            silver,
            changes.files(),
            changes.marks(),
            changes.done(),
            changes.deadLetters(),
            changes.schemas(),
            state.resync());
    state =
        new AggregatorState(
            state.pipelineId(), commit.id(), silver, finished, WriteResult.Changes.NONE, null);
    lastCommitMillis = clock.getAsLong();
    return commit;
  }

  @Override
  public List<AggregatorState> snapshotState(long checkpointId) {
    return List.of(
        new AggregatorState(
            state.pipelineId(),
            state.newest(),
            state.silver(),
            completeness.finished(),
            held.peek(),
            state.resync()));
  }

  @Override
  public void close() {}
}
