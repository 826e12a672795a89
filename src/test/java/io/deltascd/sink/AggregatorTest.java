package io.deltascd.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TestTarget;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.Totals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.roaringbitmap.RoaringBitmap;

class AggregatorTest {
  private static final UUID PIPELINE = new UUID(1, 2);
  private static final CommitId CREATION = new CommitId(0, new UUID(3, 4));
  private static final long UNKNOWN = Long.MIN_VALUE;

  private long now;

  @Test
  void waitsUntilEverySubtaskHasReported() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    aggregator.write(result(0, 5, file("a", 5)), null);
    assertThat(aggregator.prepareCommit()).isEmpty();
    aggregator.write(result(1, 5, WriteResult.Changes.NONE), null);
    GoldCommit commit = only(aggregator);
    assertThat(commit.kind()).isEqualTo(GoldCommit.Kind.DATA);
    assertThat(commit.silver()).isEqualTo(new SilverPosition("silver", 5, 5_000));
    assertThat(commit.parent()).isEqualTo(CREATION);
    assertThat(commit.id().sequence()).isEqualTo(1);
    assertThat(commit.files()).extracting(DataFile::path).containsExactly("a");
  }

  @Test
  void neverCommitsPartOfAVersion() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    aggregator.write(result(0, 5, file("a", 6)), null);
    aggregator.write(result(1, 6, file("b", 6)), null);
    assertThat(aggregator.prepareCommit()).isEmpty();
    aggregator.write(result(0, 6, file("c", 6)), null);
    GoldCommit commit = only(aggregator);
    assertThat(commit.silver().version()).isEqualTo(6);
    assertThat(commit.files()).extracting(DataFile::path).containsExactly("a", "b", "c");
  }

  @Test
  void waitsForTheSnapshotWhileItsVersionIsUnfinished() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    aggregator.write(result(0, UNKNOWN, file("a", 0)), null);
    aggregator.write(result(1, UNKNOWN, file("b", 0)), null);
    assertThat(aggregator.prepareCommit()).isEmpty();
    aggregator.flush(true);
    assertThat(aggregator.prepareCommit()).as("end of input by stop --drain").isEmpty();
    assertThat(aggregator.snapshotState(1).get(0).held().files()).hasSize(2);
  }

  @Test
  void chainsCommits() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, file("a", 5));
    GoldCommit first = only(aggregator);
    both(aggregator, 6, file("b", 6));
    GoldCommit second = only(aggregator);
    assertThat(second.parent()).isEqualTo(first.id());
    assertThat(second.id().sequence()).isEqualTo(2);
  }

  @Test
  void mergesMarksOfOneFile() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    FileId file = FileId.of("old");
    aggregator.write(result(0, 5, marks(file, 1, 5)), null);
    aggregator.write(result(1, 5, marks(file, 7)), null);
    assertThat(only(aggregator).marks()).containsEntry(file, RoaringBitmap.bitmapOf(1, 5, 7));
  }

  @Test
  void commitsMereProgressOnlyOnceAnHourAndAtTheEnd() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, WriteResult.Changes.NONE);
    assertThat(aggregator.prepareCommit()).isEmpty();
    now += Duration.ofMinutes(59).toMillis();
    assertThat(aggregator.prepareCommit()).isEmpty();
    now += Duration.ofMinutes(1).toMillis();
    assertThat(only(aggregator).kind()).isEqualTo(GoldCommit.Kind.PROGRESS);
    both(aggregator, 6, counted(2));
    assertThat(aggregator.prepareCommit()).isEmpty();
    aggregator.flush(true);
    GoldCommit last = only(aggregator);
    assertThat(last.kind()).isEqualTo(GoldCommit.Kind.PROGRESS);
    assertThat(last.silver().version()).isEqualTo(6);
    assertThat(last.done().changes()).isEqualTo(2);
  }

  @Test
  void commitsAllThereIsWhenSilverCannotBeFollowedAnyFurther() throws IOException {
    Aggregator aggregator = fresh(Duration.ofHours(5));
    aggregator.write(new WriteResult(0, 0, 2, true, 5, true, WriteResult.Changes.NONE), null);
    aggregator.write(new WriteResult(0, 1, 2, true, 5, false, file("a", 5)), null);
    assertThat(aggregator.prepareCommit()).isEmpty();
    aggregator.write(new WriteResult(0, 1, 2, true, 5, true, WriteResult.Changes.NONE), null);
    assertThat(only(aggregator).silver().version()).isEqualTo(5);
  }

  /** Gold gets them with the version that brought them, whether or not a row changed. */
  @Test
  void commitsColumnsInTheOrderOfVersions() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    aggregator.write(result(0, 5, columns(5)), null);
    aggregator.write(result(1, 5, columns(4)), null);
    GoldCommit commit = only(aggregator);
    assertThat(commit.kind()).isEqualTo(GoldCommit.Kind.DATA);
    assertThat(commit.schemas()).extracting(SilverSchema::id).containsExactly(4L, 5L);
    both(aggregator, 6, file("b", 6));
    assertThat(only(aggregator).schemas()).isEmpty();
  }

  private static WriteResult.Changes columns(long version) {
    return new WriteResult.Changes(
        version,
        version * 1_000,
        List.of(),
        Map.of(),
        Totals.NONE,
        List.of(),
        List.of(new SilverSchema(version, "{}", List.of(), "none")));
  }

  /** They must not wait for an hour, although gold stays as it is. */
  @Test
  void commitsDeadLettersAtOnce() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, letters("a", 6));
    assertThat(aggregator.prepareCommit()).as("half of version 6").isEmpty();
    both(aggregator, 6, letters("b", 6));
    GoldCommit commit = only(aggregator);
    assertThat(commit.kind()).isEqualTo(GoldCommit.Kind.PROGRESS);
    assertThat(commit.deadLetters()).extracting(DataFile::path).containsExactly("a", "b");
    assertThat(aggregator.snapshotState(1).get(0).held().deadLetters()).isEmpty();
  }

  /**
   * A later commit was appended to the dead-letter table, but gold did not get it; then the job
   * starts from an older state.
   */
  @Test
  void letsGoOfDeadLettersThatAreInTheirTableAlready() {
    AggregatorState held =
        new AggregatorState(
            PIPELINE, CREATION, new SilverPosition("silver", 4, 0), 5, letters("a", 6), null);
    TableLocation where = new TableLocation("/letters", Map.of());
    assertThat(StateAgreement.withoutAppended(held, appended(6), where).held().deadLetters())
        .isEmpty();
    assertThat(StateAgreement.withoutAppended(held, appended(4), where)).isEqualTo(held);
    assertThat(StateAgreement.withoutAppended(held, appended(-1), where)).isEqualTo(held);
    assertThatThrownBy(() -> StateAgreement.withoutAppended(held, appended(5), where))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Another job has written to the dead-letter table")
        .hasMessageContaining("start without state");
    // Silver was made anew, and the table has rows of the other one; or of this very leap.
    AggregatorState leap =
        new AggregatorState(
            PIPELINE,
            CREATION,
            new SilverPosition("anew", -1, 0),
            5,
            letters("a", 6),
            new Resync(100, 5));
    assertThat(StateAgreement.withoutAppended(leap, appended(100), where)).isEqualTo(leap);
    DeadLetterProgress leapt =
        new DeadLetterProgress(1, PIPELINE, "test", 6, List.of(), "anew", new Resync(100, 5));
    assertThat(StateAgreement.withoutAppended(leap, leapt, where).held().deadLetters()).isEmpty();
  }

  private static DeadLetterProgress appended(long silverVersion) {
    return new DeadLetterProgress(1, PIPELINE, "test", silverVersion, List.of(), "silver", null);
  }

  @Test
  void doesNotCommitWithoutANewVersion() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, file("a", 5));
    only(aggregator);
    both(aggregator, 5, WriteResult.Changes.NONE);
    now += Duration.ofDays(1).toMillis();
    aggregator.flush(true);
    assertThat(aggregator.prepareCommit()).isEmpty();
  }

  @Test
  void spacesCommits() throws IOException {
    Aggregator aggregator = fresh(Duration.ofSeconds(30));
    both(aggregator, 5, file("a", 5));
    assertThat(aggregator.prepareCommit()).isEmpty();
    now += 30_000;
    both(aggregator, 6, file("b", 6));
    GoldCommit commit = only(aggregator);
    assertThat(commit.silver().version()).isEqualTo(6);
    assertThat(commit.files()).extracting(DataFile::path).containsExactly("a", "b");
  }

  @Test
  void goesOnFromItsStateWithAnotherParallelism() throws IOException {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, file("a", 6));
    assertThat(aggregator.prepareCommit()).isEmpty();
    AggregatorState state = aggregator.snapshotState(1).get(0);
    assertThat(state.finished()).isEqualTo(5);

    Aggregator restored = restored(Duration.ZERO, state);
    restored.write(new WriteResult(0, 0, 3, false, UNKNOWN, false, WriteResult.Changes.NONE), null);
    restored.write(new WriteResult(0, 1, 3, false, 6, false, file("b", 6)), null);
    restored.write(new WriteResult(0, 2, 3, false, 6, false, WriteResult.Changes.NONE), null);
    assertThat(restored.prepareCommit()).isEmpty();
    restored.write(new WriteResult(0, 0, 3, false, 6, false, WriteResult.Changes.NONE), null);
    GoldCommit commit = only(restored);
    assertThat(commit.silver().version()).isEqualTo(6);
    assertThat(commit.files()).extracting(DataFile::path).containsExactly("a", "b");
  }

  /** All tasks before the aggregator had finished at the checkpoint: nobody will report again. */
  @Test
  void commitsWhatItHoldsAfterAllSendersHaveFinished() throws IOException {
    Aggregator aggregator = fresh(Duration.ofDays(1));
    both(aggregator, 5, file("a", 5));
    assertThat(aggregator.prepareCommit()).isEmpty();
    Aggregator restored = restored(Duration.ofDays(1), aggregator.snapshotState(1).get(0));
    restored.flush(true);
    assertThat(only(restored).silver().version()).isEqualTo(5);
  }

  /** At once, even if nothing differed; the commit after it is an ordinary one. */
  @Test
  void commitsALeapInAnyCase() throws IOException {
    AggregatorState begin =
        new AggregatorState(
            PIPELINE,
            CREATION,
            new SilverPosition("new", SilverPosition.NO_VERSION, 8_000),
            UNKNOWN,
            WriteResult.Changes.NONE,
            new Resync(9, 2));
    Aggregator aggregator =
        new Aggregator(
            target(Duration.ofDays(1)), true, begin, AggregatorTest::createdGold, () -> now);
    both(aggregator, 1, WriteResult.Changes.NONE);
    assertThat(aggregator.prepareCommit()).isEmpty();
    assertThat(aggregator.snapshotState(1).get(0).resync()).isEqualTo(new Resync(9, 2));

    both(aggregator, 2, WriteResult.Changes.NONE);
    GoldCommit leap = only(aggregator);
    both(aggregator, 3, file("a", 3));
    aggregator.flush(true);
    GoldCommit next = only(aggregator);

    assertThat(leap.kind()).isEqualTo(GoldCommit.Kind.RESYNC);
    assertThat(leap.resync()).isEqualTo(new Resync(9, 2));
    assertThat(leap.silver()).isEqualTo(new SilverPosition("new", 2, 8_000));
    assertThat(next.kind()).isEqualTo(GoldCommit.Kind.DATA);
    assertThat(next.resync()).isNull();
    assertThat(next.parent()).isEqualTo(leap.id());
  }

  @Test
  void refusesAHistoryThatIsNotAsOldAsItself() throws IOException {
    Aggregator fresh = fresh(Duration.ZERO);
    assertThatThrownBy(
            () ->
                fresh.write(
                    new WriteResult(0, 0, 1, false, 5, false, WriteResult.Changes.NONE), null))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("A part of the job's state is missing")
        .hasMessageContaining("state of the history, but none of its commits");
    Aggregator restored = restored(Duration.ZERO, begin(CREATION));
    assertThatThrownBy(
            () ->
                restored.write(
                    new WriteResult(0, 0, 1, true, 5, false, WriteResult.Changes.NONE), null))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("state of the commits, but none of the history");
  }

  /** Pending commits have been done when the first barrier comes; then gold must be there. */
  @ParameterizedTest
  @CsvSource({
    // gold's sequence, its id, what is wrong before pending commits, and after them
    "4, 9, ,                                             Gold is older than the state",
    "5, 9, Another job has written to gold,              Another job has written to gold",
    "5, 5, ,                                             ",
    "6, 9, The state is older than gold,                 The state is older than gold",
  })
  void judgesStateAndGoldTogether(long sequence, long id, String before, String after) {
    CommitId ofState = new CommitId(5, new UUID(0, 5));
    Progress gold = gold(PIPELINE, new CommitId(sequence, new UUID(0, id)));
    TableLocation where = new TableLocation("/gold", Map.of());
    expect(before, () -> StateAgreement.beforePending(PIPELINE, ofState, gold, where));
    Aggregator aggregator =
        new Aggregator(target(Duration.ZERO), false, begin(ofState), () -> gold, () -> now);
    expect(after, aggregator::prepareCommit);
  }

  @Test
  void refusesTheGoldOfAnotherPipeline() throws IOException {
    Progress gold = gold(new UUID(8, 8), CREATION);
    expect(
        "Gold belongs to another pipeline than the state",
        () ->
            StateAgreement.beforePending(
                PIPELINE, CREATION, gold, new TableLocation("/gold", Map.of())));
  }

  private static void expect(String message, ThrowingCallable call) {
    if (message == null) {
      assertThatCode(call).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(call)
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining(message)
          .hasMessageContaining("/gold")
          .hasMessageContaining("start without state");
    }
  }

  private Aggregator fresh(Duration interval) {
    return new Aggregator(
        target(interval), true, begin(CREATION), AggregatorTest::createdGold, () -> now);
  }

  private Aggregator restored(Duration interval, AggregatorState state) {
    return new Aggregator(target(interval), false, state, AggregatorTest::createdGold, () -> now);
  }

  private static AggregatorState begin(CommitId newest) {
    return new AggregatorState(
        PIPELINE, newest, SilverPosition.none("silver"), UNKNOWN, WriteResult.Changes.NONE, null);
  }

  private static Progress createdGold() {
    return gold(PIPELINE, CREATION);
  }

  private static Progress gold(UUID pipeline, CommitId newest) {
    return new Progress(
        Progress.FORMAT,
        pipeline,
        "test",
        "scd2",
        List.of("id"),
        "",
        HistorySettings.DEFAULT,
        0,
        SilverPosition.none("silver"),
        List.of(newest),
        Totals.NONE,
        List.of(),
        false,
        false);
  }

  private static TargetConfig target(Duration interval) {
    return TestTarget.of(new TableLocation("/gold", Map.of())).minCommitInterval(interval).config();
  }

  private static GoldCommit only(Aggregator aggregator) throws IOException {
    List<GoldCommit> commits = List.copyOf(aggregator.prepareCommit());
    assertThat(commits).hasSize(1);
    return commits.get(0);
  }

  private static void both(Aggregator aggregator, long finished, WriteResult.Changes changes) {
    aggregator.write(result(0, finished, changes), null);
    aggregator.write(result(1, finished, WriteResult.Changes.NONE), null);
  }

  private static WriteResult result(int subtask, long finished, WriteResult.Changes changes) {
    return new WriteResult(0, subtask, 2, true, finished, false, changes);
  }

  private static WriteResult.Changes file(String path, long touched) {
    DataFile file = new DataFile(path, Map.of("is_current", "true"), 10, 0, 1, "{}");
    return new WriteResult.Changes(
        touched,
        touched * 1_000,
        List.of(file),
        Map.of(),
        new Totals(0, 1, 0, 0),
        List.of(),
        List.of());
  }

  private static WriteResult.Changes marks(FileId file, int... rows) {
    return new WriteResult.Changes(
        5,
        5_000,
        List.of(),
        Map.of(file, RoaringBitmap.bitmapOf(rows)),
        Totals.NONE,
        List.of(),
        List.of());
  }

  private static WriteResult.Changes letters(String path, long touched) {
    DataFile file = new DataFile(path, Map.of(), 10, 0, 1, "{}");
    return new WriteResult.Changes(
        touched, touched * 1_000, List.of(), Map.of(), Totals.NONE, List.of(file), List.of());
  }

  private static WriteResult.Changes counted(long changes) {
    return new WriteResult.Changes(
        6,
        6_000,
        List.of(),
        Map.of(),
        new Totals(changes, 0, 0, changes / 2),
        List.of(),
        List.of());
  }
}
