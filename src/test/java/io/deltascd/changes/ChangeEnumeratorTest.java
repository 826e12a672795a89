package io.deltascd.changes;

import static io.deltascd.changes.FakeEnumeratorContext.NO_MORE_SPLITS;
import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.changes.EnumeratorState.Planned;
import io.deltascd.config.ChangeCapture;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.Bounded.Mode;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TestSource;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.StartPoint;
import io.deltascd.model.Totals;
import io.deltascd.model.WireRecord;
import io.deltascd.table.GoldFixture;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverTable;
import io.deltascd.table.SmallTable;
import io.deltascd.testing.HandClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.roaringbitmap.RoaringBitmap;

class ChangeEnumeratorTest {
  private static final Bounded UNBOUNDED = new Bounded(Mode.UNBOUNDED, -1);
  private static final Bounded TO_2 = new Bounded(Mode.VERSION, 2);

  @TempDir Path directory;
  private SmallTable table;
  private FakeEnumeratorContext context;
  private HistoryOutlook outlook = new HistoryOutlook(Clock.systemUTC());
  private ChangeCapture capture = ChangeCapture.AUTO;

  @BeforeEach
  void createTable() throws IOException {
    table = SmallTable.withFeed(directory);
    append("a");
    append("b");
    context = new FakeEnumeratorContext(2);
  }

  @Test
  void snapshotThenChangesThenEnd() {
    ChangeEnumerator enumerator = start(TO_2, 1, null);
    register(enumerator, 0);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    assertThat(describe(context.takeSent(0))).containsExactly("split 1-0 SNAPSHOT", "complete 1");
    enumerator.handleSplitRequest(0, null);
    context.runCalls();
    assertThat(describe(context.takeSent(0))).containsExactly("split 2-0 ADD", "complete 2");
    enumerator.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(0))).containsExactly(NO_MORE_SPLITS);
  }

  /** The table keeps its files for a week, which is Delta's default. */
  @Test
  void knowsWhenWhatWaitsMayBeRemoved() {
    HandClock clock = new HandClock(Instant.ofEpochSecond(1_001)); // when version 1 was committed
    outlook = new HistoryOutlook(clock);
    ChangeEnumerator enumerator = start(TO_2, 1, null);
    register(enumerator, 0);
    context.tick();
    clock.pass(Duration.ofDays(2));
    context.tick();
    assertThat(outlook.secondsLeft()).isEqualTo(Duration.ofDays(5).toSeconds());
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    assertThat(outlook.secondsLeft()).isEqualTo(-1);
  }

  @Test
  void everyReaderLearnsHowFarVersionsAreComplete() {
    ChangeEnumerator enumerator = start(TO_2, 1, null);
    register(enumerator, 0);
    register(enumerator, 1);
    context.tick();
    assertThat(context.takeSent(1)).isEmpty();
    enumerator.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(1))).containsExactly("complete 1");
    enumerator.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(1))).containsExactly("complete 2");
    enumerator.handleSplitRequest(1, null);
    assertThat(describe(context.takeSent(1))).containsExactly(NO_MORE_SPLITS);
  }

  @Test
  void readerThatComesLaterLearnsItToo() {
    ChangeEnumerator enumerator = start(TO_2, 1, null);
    register(enumerator, 0);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(0, null);
    register(enumerator, 1);
    assertThat(describe(context.takeSent(1))).containsExactly("complete 2");
    enumerator.handleSplitRequest(1, null);
    assertThat(describe(context.takeSent(1))).containsExactly(NO_MORE_SPLITS);
  }

  @Test
  void newVersionsAreDiscovered() throws IOException {
    ChangeEnumerator enumerator = start(UNBOUNDED, 2, null);
    register(enumerator, 0);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(0))).containsExactly("split 2-0 SNAPSHOT", "complete 2");
    table.commit(SmallTable.feed(true)); // changes no row
    context.tick();
    assertThat(describe(context.takeSent(0))).containsExactly("complete 2", "complete 3");
    append("c");
    context.tick();
    assertThat(describe(context.takeSent(0)))
        .containsExactly("complete 3", "split 4-0 ADD", "complete 4");
  }

  /** What is planned comes before the next look, and looks do not queue up. */
  @Test
  void looksThatTakeLongerThanTheIntervalLeaveTimeToPlan() {
    ChangeEnumerator enumerator = start(UNBOUNDED, 1, null);
    register(enumerator, 0);
    enumerator.handleSplitRequest(0, null);
    context.tickOnly();
    context.tickOnly();
    context.tickOnly();
    assertThat(context.waitingCalls()).as("a look").isEqualTo(1);
    context.runOneCall();
    context.tickOnly();
    context.tickOnly();
    assertThat(context.waitingCalls()).as("a plan, and a look").isEqualTo(2);
    context.runOneCall();
    assertThat(describe(context.takeSent(0))).containsExactly("split 1-0 SNAPSHOT", "complete 1");
  }

  @Test
  void splitsThatComeBackMakeCompletenessFall() {
    ChangeEnumerator enumerator = start(UNBOUNDED, 1, null);
    register(enumerator, 0);
    register(enumerator, 1);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    List<Object> first = context.takeSent(0);
    enumerator.handleSplitRequest(1, null);
    assertThat(describe(context.takeSent(1)))
        .containsExactly("complete 1", "split 2-0 ADD", "complete 2");

    context.unregister(0);
    enumerator.addSplitsBack(List.of((ChangeSplit) first.get(0)), 0);
    // Splits of the snapshot wait again: there is nothing to tell that would be true.
    register(enumerator, 0);
    context.takeSent(0);
    enumerator.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(0))).containsExactly("split 1-0 SNAPSHOT", "complete 2");
  }

  @Test
  void stateIsRestored() throws Exception {
    ChangeEnumerator before = start(TO_2, 1, null);
    register(before, 0);
    context.tick();
    before.handleSplitRequest(0, null);
    EnumeratorState state = before.snapshotState(1);
    assertThat(state.planned().tableId()).isEqualTo("table-1");
    assertThat(state.planned().version()).isEqualTo(2);
    assertThat(state.unassigned()).extracting(ChangeSplit::splitId).containsExactly("2-0");

    append("c"); // after the end
    context = new FakeEnumeratorContext(1);
    ChangeEnumerator after = start(TO_2, 1, state);
    register(after, 0);
    after.handleSplitRequest(0, null);
    assertThat(context.takeSent(0)).as("before the table is known to be the same").isEmpty();
    context.tick();
    after.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(0)))
        .containsExactly("split 2-0 ADD", "complete 2", NO_MORE_SPLITS);
  }

  @Test
  void stateFromBeforeTheFirstPlanStartsOver() throws Exception {
    EnumeratorState state = start(TO_2, 1, null).snapshotState(1);
    ChangeEnumerator after = start(TO_2, 1, state);
    register(after, 0);
    after.handleSplitRequest(0, null);
    context.tick();
    assertThat(describe(context.takeSent(0))).containsExactly("split 1-0 SNAPSHOT", "complete 1");
  }

  /** Gold stands at version 1, with a file of two rows, one of them marked. */
  @Test
  void goldsRowsComeFirstIfThereIsNoState() throws Exception {
    GoldTable gold = goldAtVersion1();
    StartPoint start = StartPoint.of(gold.progress());
    ChangeEnumerator enumerator = start(TO_2, start, null);
    register(enumerator, 0);
    register(enumerator, 1);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    List<Object> first = context.takeSent(0);
    assertThat(describe(first)).containsExactly("split 1-0 INDEX", "complete 1");
    ChangeSplit index = (ChangeSplit) first.get(0);
    assertThat(index.version()).as("of silver").isEqualTo(1);
    assertThat(index.schema().id()).as("version of gold").isEqualTo(1);
    enumerator.handleSplitRequest(1, null);
    assertThat(describe(context.takeSent(1)))
        .containsExactly("complete 1", "split 2-0 ADD", "complete 2");

    assertThat(describe(context.takeSent(0))).containsExactly("complete 2");

    // The reader of gold's rows fails: nothing is complete until they are read.
    context.unregister(0);
    enumerator.addSplitsBack(List.of(index), 0);
    register(enumerator, 0);
    assertThat(context.takeSent(0)).isEmpty();
    EnumeratorState state = enumerator.snapshotState(1);
    assertThat(state.unassigned()).containsExactly(index);
    context = new FakeEnumeratorContext(1);
    ChangeEnumerator restored = start(TO_2, start, state);
    register(restored, 0);
    restored.handleSplitRequest(0, null);
    context.tick();
    assertThat(describe(context.takeSent(0))).containsExactly("split 1-0 INDEX", "complete 2");
  }

  /** Gold stands at version 1 with the current row of id 2; later id 1 comes back. */
  @Test
  void rowsThatWereMovedComeBeforeTheNextVersions() throws Exception {
    GoldTable gold = goldAtVersion1();
    StartPoint start = StartPoint.of(gold.progress());
    ChangeEnumerator enumerator = start(UNBOUNDED, start, null);
    register(enumerator, 0);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    context.takeSent(0);
    GoldFixture fixture = new GoldFixture(directory.resolve("gold"));
    gold.commit(GoldFixture.next(gold, List.of(fixture.file(true, 1)), Map.of())); // gold 2, ours
    context.tick();
    assertThat(describe(context.takeSent(0))).isEmpty();
    assertThat(enumerator.snapshotState(1).goldVersion()).isEqualTo(2);

    fixture.rewrite(3, "OPTIMIZE", 2);
    append("c"); // silver 3
    enumerator.handleSplitRequest(0, null);
    context.tick();
    List<Object> sent = context.takeSent(0);
    assertThat(describe(sent)).containsExactly("split gold-3-0 MOVED", "complete 2");
    ChangeSplit moved = (ChangeSplit) sent.get(0);
    assertThat(moved.version()).as("silver version of gold").isEqualTo(2);
    assertThat(moved.schema().id()).as("version of gold").isEqualTo(3);
    assertThat(moved.files()).singleElement().matches(file -> file.path().contains("rewritten"));

    // Its reader fails: what follows waits again, also in the next job.
    context.unregister(0);
    enumerator.addSplitsBack(List.of(moved), 0);
    EnumeratorState state = enumerator.snapshotState(2);
    assertThat(state.goldVersion()).isEqualTo(3);
    assertThat(state.unassigned()).first().isEqualTo(moved);
    context = new FakeEnumeratorContext(1);
    ChangeEnumerator restored = start(UNBOUNDED, start, state);
    register(restored, 0);
    context.tick();
    assertThat(describe(context.takeSent(0))).containsExactly("complete 1");
    restored.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(0)))
        .containsExactly("split gold-3-0 MOVED", "split 3-0 ADD", "complete 3");
  }

  /** Gold stands at silver version 1 until the leap is committed, and then at the one leapt to. */
  @ParameterizedTest
  @CsvSource({"0, false, -1", "1, false, 0", "2, false, 1", "0, true, 0", "2, true, 2"})
  void rowsThatWereMovedInALeapAreOlderThanIt(long to, boolean leapt, long expected)
      throws Exception {
    GoldTable gold = goldAtVersion1();
    StartPoint start = StartPoint.of(gold.progress()).leapingTo(to, "table-1");
    SilverSchema schema = SilverTable.open(table.location(), capture).snapshot(2).schema();
    Planned planned = new Planned("table-1", 2, 0, schema);
    ChangeEnumerator enumerator =
        start(UNBOUNDED, start, new EnumeratorState(planned, 1, List.of()));
    if (leapt) {
      gold.commit(leap(start));
    }
    new GoldFixture(directory.resolve("gold")).rewrite(leapt ? 3 : 2, "OPTIMIZE", 1);
    register(enumerator, 0);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    List<Object> sent = context.takeSent(0);
    ChangeSplit moved =
        (ChangeSplit) sent.stream().filter(ChangeSplit.class::isInstance).findFirst().orElseThrow();
    assertThat(moved.kind()).isEqualTo(WireRecord.Kind.MOVED);
    assertThat(moved.version()).isEqualTo(expected);
    assertThat(describe(sent))
        .endsWith("split gold-%d-0 MOVED".formatted(leapt ? 3 : 2), "complete 2")
        .doesNotContain("complete -2");
    ReaderProgress reader = new ReaderProgress();
    reader.add(List.of(moved));
    reader.assigned((CompleteUpTo) sent.get(sent.size() - 1));
    assertThat(reader.completeUpTo()).isEqualTo(Math.max(expected - 1, VersionTracker.NONE));
  }

  private static GoldCommit leap(StartPoint start) {
    return new GoldCommit(
        0,
        start.pipelineId(),
        start.newest().next(),
        start.newest(),
        GoldCommit.Kind.RESYNC,
        new SilverPosition("table-1", start.resync().to(), 0),
        List.of(),
        Map.of(),
        Totals.NONE,
        List.of(),
        List.of(),
        start.resync());
  }

  @Test
  void goldThatStandsAtTheEndIsNotRead() throws Exception {
    GoldTable gold = goldAtVersion1();
    ChangeEnumerator enumerator =
        start(new Bounded(Mode.VERSION, 1), StartPoint.of(gold.progress()), null);
    register(enumerator, 0);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    assertThat(describe(context.takeSent(0))).containsExactly("complete 1", NO_MORE_SPLITS);
  }

  @Test
  void goldThatWentOnSinceSubmissionIsRefused() throws Exception {
    GoldTable gold = goldAtVersion1();
    StartPoint start = StartPoint.of(gold.progress());
    gold.commit(GoldFixture.next(gold, List.of(), Map.of()));
    start(TO_2, start, null);
    assertThatThrownBy(context::tick)
        .isInstanceOf(PipelineException.class)
        .hasStackTraceContaining("Gold has changed since the job was submitted");
  }

  /** Everything before is read and committed first. */
  @Test
  void aVersionThatCannotBeFollowedEndsTheRunOnceGoldHasAllBefore() throws Exception {
    table.commit(
        SmallTable.metadata(
            SmallTable.ID_AND_NAME.replace("name\",\"type", "title\",\"type"),
            "",
            "\"delta.enableChangeDataFeed\":\"true\""));
    GoldTable gold = goldAtVersion1();
    ChangeEnumerator enumerator = start(UNBOUNDED, StartPoint.of(gold.progress()), null);
    register(enumerator, 0);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    List<Object> sent = context.takeSent(0);
    assertThat(describe(sent))
        .containsExactly("split 1-0 INDEX", "complete 1", "split 2-0 ADD", "complete 2");
    assertThat(sent.get(1)).isEqualTo(new CompleteUpTo(1, 1_001_000_000L, 3, false));
    assertThat(sent.get(3)).isEqualTo(new CompleteUpTo(2, 1_002_000_000L, 3, true));
    context.tick();
    gold.commit(GoldFixture.next(gold, List.of(), Map.of()));
    context.tick();
    assertReaderFails(
        0, "A column of silver was dropped or renamed", "version 3", "no column name; new: title");
  }

  @Test
  void otherColumnsAreTold() throws Exception {
    String before = table.write("c.parquet", row(3L, "c"));
    table.commit(table.add(before));
    table.commit(
        SmallTable.metadata(
            SmallTable.ID_AND_NAME.replace(
                "]}", ",{\"name\":\"n\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}}]}"),
            "",
            "\"delta.enableChangeDataFeed\":\"true\""),
        table.remove(before),
        table.add(table.write("d.parquet", row(4L, "d"))));
    ChangeEnumerator enumerator = start(UNBOUNDED, 3, null);
    register(enumerator, 0);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(0, null);
    List<Object> sent = context.takeSent(0);
    assertThat(describe(sent))
        .containsExactly(
            "split 3-0 SNAPSHOT",
            "complete 3",
            "split 4-0 REMOVE",
            "split 4-1 SCHEMA",
            "complete 4");
    assertThat(((ChangeSplit) sent.get(2)).schema().id()).isEqualTo(3);
    assertThat(((ChangeSplit) sent.get(3)).schema().id()).isEqualTo(4);
    assertThat(((ChangeSplit) sent.get(3)).files())
        .extracting(FileChange::action)
        .containsExactly(Action.SCHEMA, Action.ADD);
    assertThat(enumerator.snapshotState(1).planned().schema().id()).isEqualTo(4);
  }

  private GoldTable goldAtVersion1() throws Exception {
    GoldFixture fixture = new GoldFixture(directory.resolve("gold"));
    GoldTable gold = fixture.create();
    DataFile file = fixture.file(true, 1, 2);
    gold.commit(
        GoldFixture.next(gold, List.of(file), Map.of(file.id(), RoaringBitmap.bitmapOf(0))));
    return gold;
  }

  private ChangeEnumerator start(Bounded bounded, StartPoint start, EnumeratorState restored) {
    return started(
        bounded,
        new ChangePlanner(
            source(bounded),
            TestSplits.target(new TableLocation(directory.resolve("gold").toString(), Map.of())),
            start,
            restored),
        restored);
  }

  @Test
  void anotherTableIsRefusedForGood() {
    start(UNBOUNDED, 1, followed("table-0", 2));
    assertThatThrownBy(context::tick)
        .isInstanceOf(PipelineException.class)
        .hasStackTraceContaining("table id table-1");
  }

  @Test
  void tableMadeAnewWithFewerVersionsIsRefusedForGood() {
    start(UNBOUNDED, 1, followed("table-0", 9));
    assertThatThrownBy(context::tick)
        .isInstanceOf(PipelineException.class)
        .hasStackTraceContaining("table id table-0");
  }

  @Test
  void logThatLostItsEndIsRefusedForGood() {
    start(UNBOUNDED, 1, followed("table-1", 9));
    assertThatThrownBy(context::tick)
        .isInstanceOf(PipelineException.class)
        .hasStackTraceContaining("newest version 2");
  }

  private static EnumeratorState followed(String tableId, long version) {
    return new EnumeratorState(
        new EnumeratorState.Planned(tableId, version, 0, TestSplits.SCHEMA), 0, List.of());
  }

  @Test
  void replacedTableIsFollowedAndRememberedUnderItsNewId() throws Exception {
    ChangeEnumerator enumerator = start(UNBOUNDED, 1, null);
    register(enumerator, 0);
    context.tick();
    EnumeratorState before = enumerator.snapshotState(1);
    replace("table-2"); // 3
    append("c"); // 4
    context.tick();
    EnumeratorState after = enumerator.snapshotState(2);
    assertThat(after.planned().tableId()).isEqualTo("table-2");
    assertThat(after.planned().version()).isEqualTo(4);
    for (EnumeratorState state : List.of(before, after)) {
      context = new FakeEnumeratorContext(1);
      ChangeEnumerator resumed = start(UNBOUNDED, 1, state);
      context.tick();
      assertThat(resumed.snapshotState(3).planned()).isEqualTo(after.planned());
    }
  }

  @Test
  void tableMadeAnewUnderRunningJobIsRefusedForGood() throws Exception {
    start(UNBOUNDED, 1, null);
    context.tick();
    makeAnew();
    assertThatThrownBy(context::tick)
        .isInstanceOf(PipelineException.class)
        .hasStackTraceContaining("table id table-2");
  }

  private void makeAnew() throws IOException {
    for (int version = 0; version <= 2; version++) {
      Files.delete(table.commitFile(version));
    }
    table = new SmallTable(directory);
    table.commit(SmallTable.protocol(), SmallTable.feed(true).replace("table-1", "table-2"));
    for (String name : List.of("d", "e", "f")) {
      append(name);
    }
    for (int version = 0; version <= 3; version++) {
      table.setModified(version, 2_000_000 + version);
    }
  }

  @Test
  void boundedRunEndsWithWhatAnUnboundedOneLeft() throws Exception {
    ChangeEnumerator unbounded = start(UNBOUNDED, 1, null);
    register(unbounded, 0);
    append("c");
    context.tick();
    unbounded.handleSplitRequest(0, null);
    EnumeratorState state = unbounded.snapshotState(1);
    append("d");
    context = new FakeEnumeratorContext(1);
    ChangeEnumerator bounded = start(TO_2, 1, state);
    register(bounded, 0);
    context.tick();
    bounded.handleSplitRequest(0, null);
    bounded.handleSplitRequest(0, null);
    bounded.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(0)))
        .containsSubsequence("split 2-0 ADD", "split 3-0 ADD", "complete 3", NO_MORE_SPLITS)
        .doesNotContain("split 4-0 ADD");
  }

  @Test
  void unboundedRunGoesOnAfterABoundedOne() throws Exception {
    ChangeEnumerator bounded = start(TO_2, 1, null);
    register(bounded, 0);
    context.tick();
    bounded.handleSplitRequest(0, null);
    bounded.handleSplitRequest(0, null);
    bounded.handleSplitRequest(0, null);
    assertThat(context.takeSent(0)).endsWith(NO_MORE_SPLITS);
    EnumeratorState state = bounded.snapshotState(1);
    append("c");
    context = new FakeEnumeratorContext(1);
    ChangeEnumerator unbounded = start(UNBOUNDED, 1, state);
    register(unbounded, 0);
    unbounded.handleSplitRequest(0, null);
    context.tick();
    assertThat(describe(context.takeSent(0))).endsWith("split 3-0 ADD", "complete 3");
  }

  @Test
  void lostHistoryIsFinal() throws IOException {
    start(UNBOUNDED, 1, null);
    Files.delete(table.commitFile(1));
    assertThatThrownBy(context::tick).isInstanceOf(PipelineException.class);
  }

  /** Flink would show an error of the enumerator behind others. */
  @Test
  void aReaderFailsWithTheErrorThatIsFinal() throws IOException {
    ChangeEnumerator enumerator = start(UNBOUNDED, 2, null);
    register(enumerator, 1);
    context.tick();
    context.takeSent(1);
    makeAnew();
    context.tick();
    assertReaderFails(1, "table id table-2", "remedy:");
    context.tick();
    assertThat(context.takeSent(1)).as("once told").isEmpty();
    context.unregister(1);
    register(enumerator, 1);
    context.takeSent(1);
    context.tick();
    assertThat(context.takeSent(1)).as("if that was lost").hasSize(1);
  }

  /** Other pipelines of the job may go on for days. */
  @Test
  void whatBecomesOfSilverAfterTheEndIsNothingToTheRun() throws IOException {
    ChangeEnumerator enumerator = start(TO_2, 1, null);
    register(enumerator, 0);
    context.tick();
    for (int request = 0; request < 3; request++) {
      enumerator.handleSplitRequest(0, null);
      context.runCalls();
    }
    assertThat(context.takeSent(0)).endsWith(NO_MORE_SPLITS);
    FileUtils.deleteDirectory(directory.resolve("_delta_log").toFile());
    context.tick();
    assertThat(context.takeSent(0)).isEmpty();
  }

  /** A reader fails after the end, and goes on from where it was before. */
  @Test
  void rowsThatWereMovedAfterTheEndAreNotForgotten() throws Exception {
    GoldTable gold = goldAtVersion1();
    Bounded to3 = new Bounded(Mode.VERSION, 3);
    append("c"); // silver 3
    ChangeEnumerator enumerator = start(to3, StartPoint.of(gold.progress()), null);
    register(enumerator, 0);
    context.tick();
    List<Object> sent = new ArrayList<>();
    for (int request = 0; request < 4; request++) {
      enumerator.handleSplitRequest(0, null);
      context.runCalls();
      sent.addAll(context.takeSent(0));
    }
    assertThat(sent).endsWith(NO_MORE_SPLITS);
    long known = enumerator.snapshotState(1).goldVersion();
    new GoldFixture(directory.resolve("gold")).rewrite(known + 1, "OPTIMIZE", 1);
    context.tick();
    context.tick();
    assertThat(context.takeSent(0)).isEmpty();
    assertThat(enumerator.snapshotState(2).goldVersion())
        .as("a job that goes on from here looks again")
        .isEqualTo(known);

    context.unregister(0);
    enumerator.addSplitsBack(
        sent.stream()
            .filter(ChangeSplit.class::isInstance)
            .map(ChangeSplit.class::cast)
            .filter(split -> split.version() == 3)
            .toList(),
        0);
    register(enumerator, 0);
    for (int request = 0; request < 3; request++) {
      enumerator.handleSplitRequest(0, null);
      context.tick();
    }
    assertThat(describe(context.takeSent(0)))
        .contains("split gold-%d-0 MOVED".formatted(known + 1), "split 3-0 ADD")
        .endsWith("complete 3", NO_MORE_SPLITS);
    assertThat(enumerator.snapshotState(3).goldVersion()).isEqualTo(known + 1);
  }

  @Test
  void endInTheFutureIsWaitedFor() throws IOException {
    ChangeEnumerator enumerator = start(new Bounded(Mode.VERSION, 3), 2, null);
    register(enumerator, 0);
    enumerator.handleSplitRequest(0, null);
    context.tick();
    enumerator.handleSplitRequest(0, null);
    assertThat(context.takeSent(0)).doesNotContain(NO_MORE_SPLITS);
    append("c");
    append("d");
    context.tick();
    enumerator.handleSplitRequest(0, null);
    assertThat(describe(context.takeSent(0)))
        .endsWith("split 3-0 ADD", "complete 3", NO_MORE_SPLITS);
  }

  @Test
  void backlogIsNotPlannedAllAtOnce() throws IOException {
    for (int i = 0; i < ChangePlanner.PLAN_VERSIONS + 10; i++) {
      table.commit(
          "{\"add\":{\"path\":\"x\",\"partitionValues\":{},\"size\":1,\"dataChange\":true}}");
    }
    Bounded newest = new Bounded(Mode.VERSION, 2 + ChangePlanner.PLAN_VERSIONS + 10);
    ChangeEnumerator enumerator = start(newest, 2, null);
    context.tick();
    assertThat(enumerator.snapshotState(1).unassigned()).hasSizeLessThan(1100);
    register(enumerator, 0);
    long splits = 0;
    while (true) {
      enumerator.handleSplitRequest(0, null);
      context.runCalls();
      List<Object> sent = context.takeSent(0);
      splits += sent.stream().filter(ChangeSplit.class::isInstance).count();
      if (sent.contains(NO_MORE_SPLITS)) {
        break;
      }
    }
    assertThat(splits).isEqualTo(1L + ChangePlanner.PLAN_VERSIONS + 10);
  }

  @Test
  void goesOnWhereTheFeedIsSwitchedOffAndOn() throws IOException {
    ChangeEnumerator enumerator = start(UNBOUNDED, 2, null);
    switchOffAndOn();
    assertThat(splitsOf(enumerator))
        .containsExactly("split 2-0 SNAPSHOT", "split 4-0 ADD", "split 6-0 ADD");
  }

  @Test
  void stopsWhereTheFeedIsSwitchedOffIfItIsAskedFor() throws IOException {
    capture = ChangeCapture.CDF;
    ChangeEnumerator enumerator = start(UNBOUNDED, 2, null);
    switchOffAndOn();
    register(enumerator, 0);
    context.tick();
    assertReaderFails(
        0,
        "The change data feed of silver was switched off",
        "version 3",
        "scan.change-capture: auto");
  }

  private void switchOffAndOn() throws IOException {
    table.commit(SmallTable.feed(false)); // 3
    append("c");
    table.commit(SmallTable.feed(true)); // 5
    append("d");
  }

  private List<String> splitsOf(ChangeEnumerator enumerator) {
    register(enumerator, 0);
    context.tick();
    context.runCalls();
    for (int i = 0; i < 4; i++) {
      enumerator.handleSplitRequest(0, null);
      context.runCalls();
    }
    return describe(context.takeSent(0)).stream().filter(sent -> sent.startsWith("split")).toList();
  }

  private void append(String name) throws IOException {
    table.commit(table.add(table.write(name + ".parquet", row(1L, name))));
  }

  private void replace(String tableId) throws IOException {
    table.commit(
        SmallTable.feed(true).replace("table-1", tableId),
        table.remove("a.parquet"),
        table.remove("b.parquet"),
        table.add(table.write(tableId + ".parquet", row(1L, tableId))));
  }

  private ChangeEnumerator start(Bounded bounded, long startVersion, EnumeratorState restored) {
    return started(
        bounded,
        new ChangePlanner(
            source(bounded),
            TestSplits.target(new TableLocation(directory.resolve("gold").toString(), Map.of())),
            TestSplits.start(startVersion),
            restored),
        restored);
  }

  private ChangeEnumerator started(
      Bounded bounded, ChangePlanner planner, EnumeratorState restored) {
    ChangeEnumerator enumerator =
        new ChangeEnumerator(context, planner, source(bounded), outlook, restored);
    enumerator.start();
    return enumerator;
  }

  private SourceConfig source(Bounded bounded) {
    return TestSource.of(table.location()).bounded(bounded).capture(capture).config();
  }

  private void register(ChangeEnumerator enumerator, int subtask) {
    context.register(subtask);
    enumerator.addReader(subtask);
  }

  private static List<String> describe(List<Object> sent) {
    return sent.stream().map(ChangeEnumeratorTest::describe).toList();
  }

  private static String describe(Object sent) {
    if (sent instanceof ChangeSplit split) {
      Action action = split.files().get(0).action();
      return "split " + split.splitId() + " " + action;
    }
    return sent instanceof CompleteUpTo upTo ? "complete " + upTo.version() : (String) sent;
  }

  /** With these texts in its error; it was sent nothing else. */
  private void assertReaderFails(int subtask, String... texts) {
    assertThat(context.takeSent(subtask))
        .singleElement()
        .satisfies(told -> assertThat(((RunFails) told).error()).message().contains(texts));
  }
}
