package io.deltascd.changes;

import io.deltascd.changes.ChangePlanner.Plan;
import io.deltascd.changes.ChangePlanner.PlannedVersion;
import io.deltascd.changes.ChangePlanner.Rewritten;
import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded.Mode;
import io.deltascd.model.Micros;
import io.deltascd.table.GoldRewrites;
import io.deltascd.table.SilverChangedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out splits and tells readers how far versions are complete; watches gold for files that
 * were rewritten, too. A shell: {@link ChangePlanner} reads the log in the worker thread, {@link
 * VersionTracker} knows what is assigned.
 *
 * <p>At a version that cannot be followed the run ends with an error, but not before gold has
 * everything up to it: readers are told that nothing follows, and gold is looked at until it is
 * there.
 *
 * <p>What a reader must see in order, splits before the completeness that covers them and the last
 * completeness before the end, is sent in that order: Flink keeps it per reader.
 */
final class ChangeEnumerator implements SplitEnumerator<ChangeSplit, EnumeratorState> {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeEnumerator.class);

  /** The end of a run that has none. */
  private static final long UNBOUNDED = Long.MAX_VALUE;

  /** Below this many waiting splits more are planned. */
  static final int LOW_WATER_SPLITS = 256;

  /** Below this size of waiting files more are planned. */
  static final long LOW_WATER_BYTES = 1L << 30;

  /** Splits that a reader gets at once at most; small versions would keep it waiting otherwise. */
  static final int ASSIGN_AT_ONCE = 8;

  private final SplitEnumeratorContext<ChangeSplit> context;
  private final ChangePlanner planner;
  private final SourceConfig config;
  private final VersionTracker tracker = new VersionTracker();

  /** Readers that asked for splits and have got none yet. */
  private final TreeSet<Integer> waiting = new TreeSet<>();

  private final HistoryOutlook outlook;
  private final EnumeratorFailures failures;
  private final Map<Integer, CompleteUpTo> lastSent = new HashMap<>();

  private final long endVersion;
  @Nullable private Planned planned;
  private long newestKnown = VersionTracker.NONE;

  /** The version of gold up to which it is known where current rows lie. */
  private long goldVersion = GoldRewrites.NONE;

  /** Splits of rewritten files of gold that were seen after the end; see {@link #takeMoved}. */
  private final List<ChangeSplit> moved = new ArrayList<>();

  /** The version of gold up to which it is known with these. */
  private long movedUpTo = GoldRewrites.NONE;

  private boolean looking;
  private boolean opened;
  private boolean planning;
  private boolean lookingAtGold;

  /** Why the version after the planned ones cannot be followed; null if that is not known. */
  @Nullable private SilverChangedException end;

  /**
   * @param config bounded by a version if it is bounded at all
   * @param outlook is shown silver's pace and the job's
   * @param restored null at the first start
   */
  ChangeEnumerator(
      SplitEnumeratorContext<ChangeSplit> context,
      ChangePlanner planner,
      SourceConfig config,
      HistoryOutlook outlook,
      @Nullable EnumeratorState restored) {
    this.context = context;
    this.planner = planner;
    this.config = config;
    this.outlook = outlook;
    this.failures = new EnumeratorFailures(context);
    this.endVersion =
        config.bounded().mode() == Mode.UNBOUNDED ? UNBOUNDED : config.bounded().version();
    if (restored != null) {
      planned = restored.planned();
      goldVersion = restored.goldVersion();
      if (planned != null) {
        tracker.restore(planned.version(), planned.timeMicros(), restored.unassigned());
      }
    }
  }

  @Override
  public void start() {
    context.callAsync(
        () -> null,
        (nothing, error) -> lookAtTables(),
        0,
        Math.max(1, config.discoveryInterval().toMillis()));
  }

  /**
   * Looks at both tables, unless it has not come back from the last time: the one thread that looks
   * and plans would have no time left to plan if looks took longer than the interval.
   */
  private void lookAtTables() {
    if (!looking) {
      looking = true;
      context.callAsync(this::discover, this::discovered);
    }
  }

  /** What a look at both tables tells. */
  private record Discovery(long newestVersion, Optional<Duration> kept, Rewritten gold) {}

  private Discovery discover() throws Exception {
    return new Discovery(planner.discover(), planner.kept(), planner.lookAtGold());
  }

  private void discovered(@Nullable Discovery found, @Nullable Throwable error) {
    looking = false;
    if (found != null) {
      moved.addAll(found.gold().splits());
      movedUpTo = found.gold().goldVersion();
    }
    if (ended()) {
      // Other pipelines of the job may go on for long: what becomes of these tables is nothing to
      // this one any more.
      outlook.nothingWaits();
      return;
    }
    if (error != null) {
      failures.fail("Cannot look for new versions of silver", error);
    }
    // Before the versions that are planned now, so that these meet rows where they lie.
    takeMoved();
    if (failures.isPending()) {
      return;
    }
    newestKnown = Math.max(newestKnown, found.newestVersion());
    opened = true;
    planMore();
    assign();
    found.kept().ifPresent(this::look);
    failIfGoldIsThere();
  }

  /**
   * Lets readers have what looks at gold have found. After the end of the run nobody asks for it,
   * unless a reader comes again; the planner tells it once only.
   */
  private void takeMoved() {
    tracker.enqueue(moved);
    moved.clear();
    goldVersion = Math.max(goldVersion, movedUpTo);
  }

  private void look(Duration kept) {
    long micros = tracker.waitingTimeMicros();
    Instant waiting = micros == Long.MIN_VALUE ? null : Micros.toInstant(micros);
    outlook.observe(waiting, kept).ifPresent(LOG::warn);
  }

  private void failIfGoldIsThere() {
    if (end != null && tracker.isDrained() && !lookingAtGold) {
      lookingAtGold = true;
      context.callAsync(planner::goldStandsAt, this::goldSeen);
    }
  }

  private void goldSeen(@Nullable Long version, @Nullable Throwable error) {
    lookingAtGold = false;
    if (error != null) {
      failures.fail("Cannot look at gold", error);
    } else if (version >= tracker.plannedUpTo()) {
      failures.fail("Cannot follow silver", end);
    }
  }

  private void planMore() {
    if (!opened || planning || end != null) {
      return;
    }
    if (planned == null) {
      planning = true;
      context.callAsync(() -> planner.planStart(endVersion), this::planned);
      return;
    }
    Planned after = planned;
    long to = Math.min(newestKnown, endVersion);
    if (after.version() < to
        && tracker.pendingSplits() < LOW_WATER_SPLITS
        && tracker.pendingBytes() < LOW_WATER_BYTES) {
      planning = true;
      context.callAsync(() -> planner.planChanges(after, to), this::planned);
    }
  }

  private void planned(@Nullable Plan plan, @Nullable Throwable error) {
    planning = false;
    if (error != null) {
      failures.fail("Cannot read silver's log", error);
      return;
    }
    goldVersion = plan.goldVersion();
    for (PlannedVersion version : plan.versions()) {
      tracker.add(version.version(), version.timeMicros(), version.splits());
      planned =
          new Planned(version.tableId(), version.version(), version.timeMicros(), version.schema());
    }
    if (plan.end() != null) {
      end = plan.end();
      LOG.warn("The run ends once gold has everything before", end);
    }
    planMore();
    assign();
    failIfGoldIsThere();
  }

  @Override
  public void handleSplitRequest(int subtask, @Nullable String requesterHostname) {
    waiting.add(subtask);
    assign();
    planMore();
  }

  @Override
  public void addReader(int subtask) {
    // A reader that comes again has forgotten what it was told, and will ask again.
    failures.readerComes();
    lastSent.remove(subtask);
    waiting.remove(subtask);
    tellProgress();
  }

  @Override
  public void addSplitsBack(List<ChangeSplit> splits, int subtask) {
    waiting.remove(subtask);
    lastSent.remove(subtask);
    tracker.enqueue(splits);
    takeMoved();
    assign();
  }

  private void assign() {
    if (!opened) {
      return; // the table may turn out to be another one
    }
    waiting.retainAll(context.registeredReaders().keySet());
    Map<Integer, List<ChangeSplit>> assignment = new HashMap<>();
    for (Iterator<Integer> readers = waiting.iterator();
        readers.hasNext() && !tracker.isDrained(); ) {
      assignment.put(readers.next(), next());
      readers.remove();
    }
    if (!assignment.isEmpty()) {
      context.assignSplits(new SplitsAssignment<>(assignment));
    }
    tellProgress();
    if (ended()) {
      waiting.forEach(context::signalNoMoreSplits);
      waiting.clear();
    }
  }

  private List<ChangeSplit> next() {
    int share = tracker.pendingSplits() / context.currentParallelism();
    int count = Math.max(1, Math.min(ASSIGN_AT_ONCE, share));
    List<ChangeSplit> splits = new ArrayList<>(count);
    long bytes = 0;
    while (splits.size() < count && bytes < SplitPacker.SPLIT_BYTES && !tracker.isDrained()) {
      ChangeSplit split = tracker.poll();
      splits.add(split);
      bytes += split.bytes();
    }
    return splits;
  }

  private void tellProgress() {
    if (!opened || tracker.completeUpTo() == VersionTracker.NONE) {
      return;
    }
    CompleteUpTo now =
        new CompleteUpTo(
            tracker.completeUpTo(),
            tracker.completeTimeMicros(),
            Math.max(newestKnown, tracker.completeUpTo()),
            end != null && tracker.isDrained());
    for (int subtask : context.registeredReaders().keySet()) {
      if (!now.equals(lastSent.put(subtask, now))) {
        context.sendEventToSourceReader(subtask, now);
      }
    }
  }

  /**
   * A run that goes on from the state of one that had got further ends as well, with what that one
   * had planned.
   */
  private boolean ended() {
    return opened && tracker.isDrained() && tracker.plannedUpTo() >= endVersion;
  }

  @Override
  public EnumeratorState snapshotState(long checkpointId) {
    return new EnumeratorState(planned, goldVersion, tracker.unassigned());
  }

  @Override
  public void close() {
    // Nothing is open between calls.
  }
}
