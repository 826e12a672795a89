package io.deltascd.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.Totals;
import io.deltascd.table.CommitConflictException;
import io.deltascd.table.Compaction;
import io.deltascd.table.DeadLetterLog;
import io.deltascd.table.Gold;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeltaCommitterTest {
  private final Log gold = new Log();
  private final Letters letters = new Letters();
  private final List<Duration> pauses = new ArrayList<>();
  private final Counters metrics = new Counters();
  private final DeltaCommitter committer =
      new DeltaCommitter(
          new TableLocation("/gold", Map.of()),
          () -> gold,
          () -> letters,
          new CommitMetrics(metrics, () -> 0),
          pauses::add);

  @Test
  void commitsInOrderOfTheSequence() throws Exception {
    GoldCommit first = commit(1);
    GoldCommit second = commit(2);
    committer.commit(List.of(new Request(second), new Request(first)));
    assertThat(gold.done).containsExactly(first.id(), second.id());
    assertThat(pauses).isEmpty();
  }

  @Test
  void recognisesWhatWasDoneBefore() throws Exception {
    GoldCommit commit = commit(1);
    gold.done.add(commit.id());
    Request request = new Request(commit);
    committer.commit(List.of(request));
    assertThat(request.alreadyCommitted).isTrue();
    assertThat(gold.done).containsExactly(commit.id());
  }

  /** Same sequence, other id: not the same commit. */
  @Test
  void tellsCommitsApartByTheirId() throws Exception {
    gold.done.add(commit(1).id());
    GoldCommit other = commit(1);
    committer.commit(List.of(new Request(other)));
    assertThat(gold.done).hasSize(2);
  }

  @Test
  void plansAgainAfterAConflict() throws Exception {
    gold.outcomes.add(Outcome.CONFLICT);
    gold.outcomes.add(Outcome.CONFLICT);
    GoldCommit commit = commit(1);
    committer.commit(List.of(new Request(commit)));
    assertThat(gold.done).containsExactly(commit.id());
    assertThat(gold.refreshed).isEqualTo(2);
    assertThat(pauses).containsExactly(Duration.ofMillis(50), Duration.ofMillis(100));
  }

  @Test
  void looksAgainIfTheOutcomeIsUnknown() throws Exception {
    gold.outcomes.add(Outcome.DONE_BUT_UNKNOWN);
    GoldCommit commit = commit(1);
    committer.commit(List.of(new Request(commit)));
    assertThat(gold.done)
        .as("once, although the first attempt failed")
        .containsExactly(commit.id());
  }

  @Test
  void triesAgainIfTheCommitWasNotDone() throws Exception {
    gold.outcomes.add(Outcome.NOT_DONE_BUT_UNKNOWN);
    GoldCommit commit = commit(1);
    committer.commit(List.of(new Request(commit)));
    assertThat(gold.done).containsExactly(commit.id());
  }

  @Test
  void givesUpAfterTenAttempts() {
    for (int i = 0; i < 10; i++) {
      gold.outcomes.add(i % 2 == 0 ? Outcome.CONFLICT : Outcome.NOT_DONE_BUT_UNKNOWN);
    }
    assertThatThrownBy(() -> committer.commit(List.of(new Request(commit(1)))))
        .isInstanceOf(IOException.class);
    assertThat(gold.done).isEmpty();
    assertThat(pauses).hasSize(9).last().isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void givesUpAtOnceWhereARetryDoesNotHelp() {
    gold.outcomes.add(Outcome.REFUSED);
    assertThatThrownBy(() -> committer.commit(List.of(new Request(commit(1)))))
        .isInstanceOf(PipelineException.class);
    assertThat(pauses).isEmpty();
  }

  @Test
  void appendsDeadLettersBeforeGoldGetsTheCommit() throws Exception {
    GoldCommit commit = withLetters(1);
    letters.onAppend = () -> assertThat(gold.done).isEmpty();
    committer.commit(List.of(new Request(commit)));
    assertThat(letters.done).containsExactly(commit.id());
    assertThat(gold.done).containsExactly(commit.id());
  }

  /** The table counts versions from there on as silver does then. */
  @Test
  void tellsTheDeadLetterTableOfALeap() throws Exception {
    GoldCommit commit = commit(1, GoldCommit.Kind.RESYNC, List.of(), new Resync(7, 1));
    committer.commit(List.of(new Request(commit)));
    assertThat(letters.done).containsExactly(commit.id());
    assertThat(gold.done).containsExactly(commit.id());
  }

  @Test
  void leavesTheDeadLetterTableAloneIfThereAreNone() throws Exception {
    committer.commit(List.of(new Request(commit(1))));
    assertThat(letters.done).isEmpty();
    assertThat(letters.opened).isFalse();
  }

  /** The program died between the two commits; Flink hands the committable over again. */
  @Test
  void recognisesDeadLettersThatWereAppendedBefore() throws Exception {
    GoldCommit commit = withLetters(1);
    letters.done.add(commit.id());
    committer.commit(List.of(new Request(commit)));
    assertThat(letters.done).containsExactly(commit.id());
    assertThat(gold.done).containsExactly(commit.id());
  }

  @ParameterizedTest
  @EnumSource(
      value = Outcome.class,
      names = {"CONFLICT", "DONE_BUT_UNKNOWN", "NOT_DONE_BUT_UNKNOWN"})
  void appendsDeadLettersOnceWhateverTheFirstAttemptsCameTo(Outcome outcome) throws Exception {
    letters.outcomes.add(outcome);
    gold.outcomes.add(outcome);
    GoldCommit commit = withLetters(1);
    committer.commit(List.of(new Request(commit)));
    assertThat(letters.done).containsExactly(commit.id());
    assertThat(gold.done).containsExactly(commit.id());
  }

  @Test
  void appendsNothingOfACommitThatGoldWouldRefuse() {
    gold.refusesParents = true;
    assertThatThrownBy(() -> committer.commit(List.of(new Request(withLetters(1)))))
        .isInstanceOf(PipelineException.class);
    assertThat(letters.done).isEmpty();
  }

  @Test
  void doesNotLoseDeadLettersThatHaveNoTableAnyMore() {
    DeltaCommitter without =
        new DeltaCommitter(
            new TableLocation("/gold", Map.of()),
            () -> gold,
            null,
            new CommitMetrics(new UnregisteredMetricsGroup(), () -> 0),
            pauses::add);
    assertThatThrownBy(() -> without.commit(List.of(new Request(withLetters(1)))))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("no target.dead-letter-path");
    assertThat(gold.done).isEmpty();
  }

  @Test
  void compactsAfterAllCommitsOfData() throws Exception {
    committer.commit(List.of(new Request(data(1)), new Request(data(2))));
    assertThat(gold.compactedAfter).containsExactly(2);
    committer.commit(List.of(new Request(data(3))));
    assertThat(gold.compactedAfter).containsExactly(2, 3);
  }

  @Test
  void compactsOnlyIfThereAreNewData() throws Exception {
    committer.commit(List.of(new Request(commit(1))));
    GoldCommit done = data(2);
    gold.done.add(done.id());
    committer.commit(List.of(new Request(done)));
    committer.commit(List.of());
    assertThat(gold.compactedAfter).isEmpty();
  }

  /** The commit of data is not touched, and no pause is made for the sake of a compaction. */
  @ParameterizedTest
  @EnumSource(Outcome.class)
  void goesOnIfACompactionFails(Outcome outcome) throws Exception {
    gold.compactions.add(outcome);
    GoldCommit first = data(1);
    Request request = new Request(first);
    committer.commit(List.of(request));
    GoldCommit second = data(2);
    committer.commit(List.of(new Request(second)));
    assertThat(request.alreadyCommitted).isFalse();
    assertThat(gold.done).containsExactly(first.id(), second.id());
    assertThat(gold.compactedAfter).as("tried again with the next commit").containsExactly(1, 2);
    assertThat(pauses).isEmpty();
    assertThat(metrics.count("goldCommitConflicts")).isZero();
    boolean conflict = outcome == Outcome.CONFLICT;
    assertThat(metrics.count("goldCompactionConflicts")).isEqualTo(conflict ? 1 : 0);
    assertThat(metrics.count("goldCompactionFailures")).isEqualTo(conflict ? 0 : 1);
    assertThat(metrics.count("goldCompactions")).isEqualTo(1);
    assertThat(metrics.count("goldFilesCompacted")).isEqualTo(8);
    assertThat(metrics.count("goldBytesCompacted")).isEqualTo(700);
  }

  /** After failures in a row: the next commit, then after 2, 4, … 64 of them. */
  @Test
  void triesACompactionLessOftenTheMoreOftenItFails() throws Exception {
    for (int i = 0; i < 9; i++) {
      gold.compactions.add(Outcome.NOT_DONE_BUT_UNKNOWN);
    }
    for (int sequence = 1; sequence <= 260; sequence++) {
      committer.commit(List.of(new Request(data(sequence))));
    }
    // The tenth succeeds, then each one.
    assertThat(gold.compactedAfter)
        .startsWith(1, 2, 4, 8, 16, 32, 64, 128, 192, 256, 257, 258, 259, 260);
  }

  private static GoldCommit data(long sequence) {
    return commit(sequence, GoldCommit.Kind.DATA, List.of());
  }

  private static GoldCommit commit(long sequence) {
    return commit(sequence, List.of());
  }

  private static GoldCommit withLetters(long sequence) {
    return commit(sequence, List.of(new DataFile("part", Map.of(), 1, 2, 3, "{}")));
  }

  private static GoldCommit commit(long sequence, List<DataFile> deadLetters) {
    return commit(sequence, GoldCommit.Kind.PROGRESS, deadLetters);
  }

  private static GoldCommit commit(
      long sequence, GoldCommit.Kind kind, List<DataFile> deadLetters) {
    return commit(sequence, kind, deadLetters, null);
  }

  private static GoldCommit commit(
      long sequence, GoldCommit.Kind kind, List<DataFile> deadLetters, @Nullable Resync resync) {
    return new GoldCommit(
        0,
        new UUID(0, 1),
        new CommitId(sequence, UUID.randomUUID()),
        new CommitId(sequence - 1, UUID.randomUUID()),
        kind,
        new SilverPosition("silver", sequence, 0),
        List.of(),
        Map.of(),
        Totals.NONE,
        deadLetters,
        List.of(),
        resync);
  }

  /** Keeps the counters by name. */
  private static final class Counters extends UnregisteredMetricsGroup {
    private final Map<String, Counter> counters = new HashMap<>();

    @Override
    public Counter counter(String name) {
      return counters.computeIfAbsent(name, unknown -> new SimpleCounter());
    }

    long count(String name) {
      return counters.get(name).getCount();
    }
  }

  /** How an attempt ends. */
  private enum Outcome {
    CONFLICT,
    DONE_BUT_UNKNOWN,
    NOT_DONE_BUT_UNKNOWN,
    REFUSED
  }

  /** Gold as a list of commits; attempts end as the test has planned, then well. */
  private static final class Log implements Gold {
    private final List<CommitId> done = new ArrayList<>();
    private final Deque<Outcome> outcomes = new ArrayDeque<>();
    private int refreshed;
    private boolean refusesParents;
    private final Deque<Outcome> compactions = new ArrayDeque<>();

    /** The number of commits before each attempt to compact. */
    private final List<Integer> compactedAfter = new ArrayList<>();

    @Override
    public void requireParent(GoldCommit commit) {
      if (refusesParents) {
        throw new PipelineException("a", "b", "c", "d", "e");
      }
    }

    @Override
    public void refresh() {
      refreshed++;
    }

    @Override
    public boolean contains(CommitId commit) {
      return done.contains(commit);
    }

    @Override
    public void commit(GoldCommit commit) throws CommitConflictException, IOException {
      attempt(commit, outcomes, done);
    }

    @Override
    public Compaction compact() throws CommitConflictException, IOException {
      compactedAfter.add(done.size());
      if (!compactions.isEmpty()) {
        attempt(null, compactions, new ArrayList<>());
      }
      return new Compaction(8, 1000, 1, 700);
    }
  }

  /** The dead-letter table, likewise. */
  private static final class Letters implements DeadLetterLog {
    private final List<CommitId> done = new ArrayList<>();
    private final Deque<Outcome> outcomes = new ArrayDeque<>();
    private boolean opened;
    private Runnable onAppend = () -> {};

    @Override
    public void refresh() {}

    @Override
    public boolean contains(CommitId commit) {
      opened = true;
      return done.contains(commit);
    }

    @Override
    public void append(GoldCommit commit) throws CommitConflictException, IOException {
      onAppend.run();
      attempt(commit, outcomes, done);
    }
  }

  private static void attempt(
      @Nullable GoldCommit commit, Deque<Outcome> outcomes, List<CommitId> done)
      throws CommitConflictException, IOException {
    Outcome outcome = outcomes.poll();
    if (outcome == null) {
      done.add(commit.id());
      return;
    }
    switch (outcome) {
      case CONFLICT -> throw new CommitConflictException("someone was faster", null);
      case DONE_BUT_UNKNOWN -> {
        if (commit != null) {
          done.add(commit.id());
        }
        throw new IOException("connection lost");
      }
      case NOT_DONE_BUT_UNKNOWN -> throw new IOException("connection refused");
      case REFUSED -> throw new PipelineException("a", "b", "c", "d", "e");
    }
  }

  /** A request of Flink. */
  private static final class Request implements CommitRequest<GoldCommit> {
    private final GoldCommit commit;
    private boolean alreadyCommitted;

    Request(GoldCommit commit) {
      this.commit = commit;
    }

    @Override
    public GoldCommit getCommittable() {
      return commit;
    }

    @Override
    public int getNumberOfRetries() {
      return 0;
    }

    @Override
    public void signalAlreadyCommitted() {
      alreadyCommitted = true;
    }

    @Override
    public void signalFailedWithKnownReason(Throwable reason) {
      throw new UnsupportedOperationException("the committer throws instead", reason);
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable reason) {
      throw new UnsupportedOperationException("the committer throws instead", reason);
    }

    @Override
    public void retryLater() {
      throw new UnsupportedOperationException("the committer retries itself");
    }

    @Override
    public void updateAndRetryLater(GoldCommit updated) {
      throw new UnsupportedOperationException("the committer retries itself");
    }
  }
}
