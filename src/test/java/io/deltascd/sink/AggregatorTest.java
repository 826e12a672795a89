package io.deltascd.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.NullKeys;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.FileId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.Totals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class AggregatorTest {
  private static final UUID PIPELINE = new UUID(1, 2);
  private static final CommitId CREATION = new CommitId(0, new UUID(3, 4));
  private static final long UNKNOWN = Long.MIN_VALUE;

  private long now;

  @Test
  void waitsUntilEverySubtaskHasReported() {
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
  void neverCommitsPartOfAVersion() {
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
  void waitsForTheSnapshotWhileItsVersionIsUnfinished() {
    Aggregator aggregator = fresh(Duration.ZERO);
    aggregator.write(result(0, UNKNOWN, file("a", 0)), null);
    aggregator.write(result(1, UNKNOWN, file("b", 0)), null);
    assertThat(aggregator.prepareCommit()).isEmpty();
    aggregator.flush(true);
    assertThat(aggregator.prepareCommit()).as("end of input by stop --drain").isEmpty();
    assertThat(aggregator.snapshotState(1).get(0).held().files()).hasSize(2);
  }

  @Test
  void chainsCommits() {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, file("a", 5));
    GoldCommit first = only(aggregator);
    both(aggregator, 6, file("b", 6));
    GoldCommit second = only(aggregator);
    assertThat(second.parent()).isEqualTo(first.id());
    assertThat(second.id().sequence()).isEqualTo(2);
  }

  @Test
  void mergesMarksOfOneFile() {
    Aggregator aggregator = fresh(Duration.ZERO);
    FileId file = FileId.of("old");
    aggregator.write(result(0, 5, marks(file, 1, 5)), null);
    aggregator.write(result(1, 5, marks(file, 7)), null);
    assertThat(only(aggregator).marks()).containsEntry(file, RoaringBitmap.bitmapOf(1, 5, 7));
  }

  @Test
  void commitsMereProgressOnlyOnceAnHourAndAtTheEnd() {
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
  void doesNotCommitWithoutANewVersion() {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, file("a", 5));
    only(aggregator);
    both(aggregator, 5, WriteResult.Changes.NONE);
    now += Duration.ofDays(1).toMillis();
    aggregator.flush(true);
    assertThat(aggregator.prepareCommit()).isEmpty();
  }

  @Test
  void spacesCommits() {
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
  void goesOnFromItsStateWithAnotherParallelism() {
    Aggregator aggregator = fresh(Duration.ZERO);
    both(aggregator, 5, file("a", 6));
    assertThat(aggregator.prepareCommit()).isEmpty();
    AggregatorState state = aggregator.snapshotState(1).get(0);
    assertThat(state.finished()).isEqualTo(5);

    Aggregator restored = new Aggregator(target(Duration.ZERO), state, () -> now);
    restored.write(new WriteResult(0, 0, 3, UNKNOWN, WriteResult.Changes.NONE), null);
    restored.write(new WriteResult(0, 1, 3, 6, file("b", 6)), null);
    restored.write(new WriteResult(0, 2, 3, 6, WriteResult.Changes.NONE), null);
    assertThat(restored.prepareCommit()).isEmpty();
    restored.write(new WriteResult(0, 0, 3, 6, WriteResult.Changes.NONE), null);
    GoldCommit commit = only(restored);
    assertThat(commit.silver().version()).isEqualTo(6);
    assertThat(commit.files()).extracting(DataFile::path).containsExactly("a", "b");
  }

  /** All tasks before the aggregator had finished at the checkpoint: nobody will report again. */
  @Test
  void commitsWhatItHoldsAfterAllSendersHaveFinished() {
    Aggregator aggregator = fresh(Duration.ofDays(1));
    both(aggregator, 5, file("a", 5));
    assertThat(aggregator.prepareCommit()).isEmpty();
    Aggregator restored =
        new Aggregator(target(Duration.ofDays(1)), aggregator.snapshotState(1).get(0), () -> now);
    restored.flush(true);
    assertThat(only(restored).silver().version()).isEqualTo(5);
  }

  private Aggregator fresh(Duration interval) {
    return new Aggregator(
        target(interval),
        new AggregatorState(
            PIPELINE, CREATION, SilverPosition.none("silver"), UNKNOWN, WriteResult.Changes.NONE),
        () -> now);
  }

  private static TargetConfig target(Duration interval) {
    MemorySize size = MemorySize.ofMebiBytes(1);
    return new TargetConfig(
        0,
        new TableLocation("/gold", Map.of()),
        List.of("id"),
        HistorySettings.DEFAULT,
        NullKeys.FAIL,
        interval,
        size,
        size,
        size);
  }

  private static GoldCommit only(Aggregator aggregator) {
    List<GoldCommit> commits = List.copyOf(aggregator.prepareCommit());
    assertThat(commits).hasSize(1);
    return commits.get(0);
  }

  private static void both(Aggregator aggregator, long finished, WriteResult.Changes changes) {
    aggregator.write(result(0, finished, changes), null);
    aggregator.write(result(1, finished, WriteResult.Changes.NONE), null);
  }

  private static WriteResult result(int subtask, long finished, WriteResult.Changes changes) {
    return new WriteResult(0, subtask, 2, finished, changes);
  }

  private static WriteResult.Changes file(String path, long touched) {
    DataFile file = new DataFile(path, Map.of("is_current", "true"), 10, 0, 1, "{}");
    return new WriteResult.Changes(
        touched, touched * 1_000, List.of(file), Map.of(), new Totals(0, 1, 0, 0));
  }

  private static WriteResult.Changes marks(FileId file, int... rows) {
    return new WriteResult.Changes(
        5, 5_000, List.of(), Map.of(file, RoaringBitmap.bitmapOf(rows)), Totals.NONE);
  }

  private static WriteResult.Changes counted(long changes) {
    return new WriteResult.Changes(
        6, 6_000, List.of(), Map.of(), new Totals(changes, 0, 0, changes / 2));
  }
}
