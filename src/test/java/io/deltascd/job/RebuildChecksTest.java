package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.model.CommitId;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.Totals;
import io.deltascd.table.SilverTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.Effect;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands against a rebuild, and what a user is told before one. */
class RebuildChecksTest {
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", LONG), new Column("name", STRING));

  @TempDir private Path directory;
  private SilverWriter silver;

  @BeforeEach
  void createSilver() {
    silver =
        SilverWriter.create(directory.resolve("silver"), SPEC.withTimes(SilverSpec.Times.STEADY));
    silver.append(List.of(SPEC.row(1L, "a"))); // 1
    for (String name : List.of("b", "c", "d")) { // 2, 3, 4
      silver.update(Form.COPY_ON_WRITE, row -> Effect.update(SPEC.row(1L, name)));
    }
  }

  @Test
  void nothingStandsAgainstIt() throws IOException {
    assertThat(check(gold("test", 1, 3))).isEmpty();
    assertThat(check(gold("test", 0, -1))).isEmpty();
  }

  @Test
  void anotherPipeline() {
    refused(gold("other", 1, 3), "Gold belongs to another pipeline", "pipeline other");
  }

  @Test
  void theFirstVersionThatIsMissingIsNamed() throws IOException {
    String lost = "Gold cannot be rebuilt: silver no longer has the history that it is made of";
    deleteChanges(3);
    refused(
        gold("test", 1, 4),
        lost,
        "silver, version 3",
        "the snapshot of version 1, which gold begins with, and every version after it",
        "keep this gold, which can go on as it is",
        "the oldest usable version is 3 (source.scan.startup.mode: initial)");
    deleteChanges(2);
    refused(gold("test", 1, 4), lost, "silver, version 2", "the oldest usable version is 3");
    // The version after gold's beginning is there.
    assertThat(check(gold("test", 3, 4))).isEmpty();
  }

  @Test
  void theSnapshotThatGoldBeginsWithIsMissing() throws IOException {
    delete(1, "add");
    refused(gold("test", 1, 4), "silver, version 1", "the oldest usable version is 2");
  }

  @Test
  void silverIsOlderThanGold() {
    refused(gold("test", 1, 7), "silver, version 5");
  }

  @Test
  void anotherSilver() {
    Progress gold = gold("test", 1, 3);
    refused(
        at(gold, new SilverPosition("another", 3, 17), List.of()),
        "Gold is the history of another silver table",
        "silver table another");
  }

  /** As a copy without in-commit timestamps has them. */
  @Test
  void commitTimesHaveMoved() throws IOException {
    Progress gold = gold("test", 1, 3);
    Instant later = silver.time(4).plus(Duration.ofDays(1));
    for (int version = 0; version <= 4; version++) {
      Files.setLastModifiedTime(log(version), FileTime.from(later.plusSeconds(version)));
    }
    assertThat(check(gold))
        .singleElement()
        .extracting(Finding::text)
        .asString()
        .contains(
            "Warning: Silver's commit times are not those that gold was built with",
            "no commit at " + FieldTexts.time(micros(3)) + " up to version 3",
            "valid_from and valid_to");
  }

  @Test
  void aGapIsFilled() throws IOException {
    Progress gold = gold("test", 1, 4);
    assertThat(check(at(gold, gold.silver(), List.of(new Resync(1, 3)))))
        .singleElement()
        .extracting(Finding::text)
        .asString()
        .contains(
            "Warning: The history between two versions of silver begins again",
            "after silver version 1 up to version 3");
  }

  @Test
  void silverWasMadeAnew() {
    Progress gold = gold("test", 1, 4);
    refused(
        at(gold, gold.silver(), List.of(new Resync(9, 2))),
        "Gold cannot be rebuilt: silver has been made anew since its history began",
        "a resync from silver version 9 to 2");
  }

  private List<Finding> check(Progress gold) throws IOException {
    var pipeline =
        JobRun.pipeline(
            silver.path(),
            directory.resolve("gold"),
            List.of("id"),
            new Bounded(Bounded.Mode.LATEST, -1));
    return new RebuildChecks(pipeline, gold, SilverTable.open(pipeline.source().silver())).run();
  }

  private void refused(Progress gold, String... texts) {
    assertThatThrownBy(() -> check(gold))
        .isInstanceOf(PipelineException.class)
        .message()
        .contains(texts);
  }

  /** Of a gold from one version on, as of another; −1 if it is still empty. */
  private Progress gold(String pipeline, long start, long end) {
    Progress created =
        Progress.created(
            pipeline, "scd2", List.of("id"), "columns", start, silver.tableId().toString());
    return end < 0
        ? created
        : at(
            created,
            new SilverPosition(
                silver.tableId().toString(), end, micros(Math.min(end, silver.version()))),
            List.of());
  }

  private static Progress at(Progress gold, SilverPosition position, List<Resync> resyncs) {
    return new Progress(
        Progress.FORMAT,
        gold.pipelineId(),
        gold.pipelineName(),
        gold.mode(),
        gold.keys(),
        gold.columns(),
        HistorySettings.DEFAULT,
        gold.startVersion(),
        position,
        List.of(new CommitId(1, UUID.randomUUID())),
        Totals.NONE,
        resyncs,
        false,
        false);
  }

  private long micros(long version) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, silver.time(version));
  }

  private void deleteChanges(int version) throws IOException {
    delete(version, "cdc");
  }

  private void delete(int version, String action) throws IOException {
    for (var file : DeltaLog.commits(silver.path()).get(version).actions(action)) {
      Files.delete(silver.path().resolve(file.get("path").asText()));
    }
  }

  private Path log(int version) {
    return DeltaLog.commitFile(silver.path(), version);
  }
}
