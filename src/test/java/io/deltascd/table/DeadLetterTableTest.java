package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.SilverSchema;
import io.deltascd.model.Totals;
import io.deltascd.testing.DeltaRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterTableTest {
  private static final UUID PIPELINE = new UUID(1, 2);
  private static final DeadLetterSchema SCHEMA = DeadLetterSchema.of(GoldFixture.SILVER);

  private static final String WIDER = "id long, name string, late string";

  @TempDir private Path directory;
  private TableLocation location;
  private DeadLetterTable table;

  @BeforeEach
  void create() throws IOException {
    location = new TableLocation(directory.resolve("letters").toString(), Map.of());
    table =
        DeadLetterTable.createOrOpen(
            location,
            SCHEMA,
            new DeadLetterProgress(1, PIPELINE, "test", -1, List.of(), "silver", null));
  }

  @Test
  void beginsWithoutRows() throws IOException {
    assertThat(DeltaRows.of(directory.resolve("letters"))).isEmpty();
    assertThat(table.schema()).isEqualTo(SCHEMA);
    DeadLetterTable again =
        DeadLetterTable.createOrOpen(
            location,
            SCHEMA,
            new DeadLetterProgress(1, new UUID(9, 9), "other", -1, List.of(), "silver", null));
    assertThat(again.progress()).isEqualTo(table.progress());
  }

  @Test
  void appendsTheRowsOfACommit() throws Exception {
    GoldCommit commit = commit(5, file("a"), file("b"));
    assertThat(table.contains(commit.id())).isFalse();
    table.append(commit);
    assertThat(table.contains(commit.id())).isTrue();
    DeadLetterTable opened = DeadLetterTable.open(location);
    assertThat(opened.progress())
        .isEqualTo(
            new DeadLetterProgress(1, PIPELINE, "test", 5, List.of(commit.id()), "silver", null));
    assertThat(DeltaRows.of(directory.resolve("letters")))
        .extracting(
            row -> row.get("name") + " " + row.get("_change_type") + " " + row.get("reason"))
        .containsExactlyInAnyOrder("a insert null key", "b insert null key");
  }

  /** Someone else's commit in between, such as OPTIMIZE. */
  @Test
  void aConflictIsToldAndTheNextAttemptSucceeds() throws Exception {
    DeadLetterTable other = DeadLetterTable.open(location);
    other.append(commit(5, file("a")));
    GoldCommit commit = commit(6, file("b"));
    assertThatThrownBy(() -> table.append(commit)).isInstanceOf(CommitConflictException.class);
    table.refresh();
    assertThat(table.contains(commit.id())).isFalse();
    table.append(commit);
    assertThat(DeltaRows.of(directory.resolve("letters"))).hasSize(2);
  }

  @Test
  void refusesRowsOfVersionsThatItHas() throws Exception {
    table.append(commit(5, file("a")));
    GoldCommit older = commit(5, file("b"));
    assertThatThrownBy(() -> table.append(older))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("rows up to silver version 5")
        .hasMessageContaining("start without state");
  }

  /**
   * Gold did not get the commit to version 7, and versions are read again: their rejected rows are
   * here, but their columns come once more.
   */
  @Test
  void followsColumnsOfVersionsThatItHas() throws Exception {
    table.append(commit(7, file("a")));
    GoldCommit again = with(commit(7), FollowedColumnsTest.schema(6, WIDER), null);
    table.append(again);
    assertThat(table.contains(again.id())).isTrue();
    table.append(with(commit(6), FollowedColumnsTest.schema(6, WIDER), null));
    assertThat(DeadLetterTable.open(location).progress().silverVersion()).isEqualTo(7);
    assertThat(table.schema().silver().getFieldNames()).contains("late");
    GoldCommit repeated = commit(7, file("b"));
    assertThatThrownBy(() -> table.append(repeated)).isInstanceOf(PipelineException.class);
  }

  @Test
  void beginsToCountAnewWithAnotherSilver() throws Exception {
    table.append(commit(100, file("a")));
    Resync leap = new Resync(100, 5);
    GoldCommit first = of("anew", with(commit(5, file("b")), null, leap));
    table.append(first);
    assertThat(table.progress().silverVersion()).isEqualTo(5);
    assertThat(DeadLetterTable.open(location).progress()).isEqualTo(table.progress());
    // Gold did not get it, and silver has gone on.
    GoldCommit repeated = of("anew", with(commit(5, file("c")), null, leap));
    assertThatThrownBy(() -> table.append(repeated)).isInstanceOf(PipelineException.class);
    table.append(of("anew", with(commit(6, file("c")), null, new Resync(100, 6))));
    table.append(of("anew", commit(7, file("d"))));
    assertThat(table.progress().silverVersion()).isEqualTo(7);
    assertThat(DeltaRows.of(directory.resolve("letters"))).hasSize(4);
  }

  /** What the table stands at, where silver is the same table and where it is not. */
  @Test
  void knowsWhichVersionsItsOwnAre() {
    Resync ahead = new Resync(100, 120);
    Resync back = new Resync(100, 90);
    DeadLetterProgress usual = progress(105, "silver", null);
    assertThat(usual.versionIn("silver", null)).isEqualTo(105);
    assertThat(usual.versionIn("silver", ahead)).isEqualTo(105);
    assertThat(usual.versionIn("silver", new Resync(105, 105))).isEqualTo(105);
    assertThat(usual.versionIn("silver", back)).as("set back").isEqualTo(-1);
    assertThat(usual.versionIn("anew", back)).isEqualTo(-1);
    assertThat(usual.versionIn("anew", ahead)).isEqualTo(-1);
    assertThat(usual.versionIn("anew", null)).as("leapt without this table").isEqualTo(-1);

    DeadLetterProgress leapt = progress(93, "silver", back);
    assertThat(leapt.versionIn("silver", null)).as("gold has it").isEqualTo(93);
    assertThat(leapt.versionIn("silver", new Resync(100, 92))).as("gold lacks it").isEqualTo(93);
    assertThat(leapt.versionIn("silver", new Resync(95, 92))).as("once more").isEqualTo(-1);

    DeadLetterProgress early = progress(105, null, null);
    assertThat(early.versionIn("silver", null)).as("of an earlier release").isEqualTo(105);
    assertThat(early.versionIn("silver", back)).isEqualTo(-1);
    assertThat(DeadLetterProgress.fromJson(early.toJson(), "/d")).isEqualTo(early);
    assertThat(early.toJson()).doesNotContain("null");
    assertThat(DeadLetterProgress.fromJson(leapt.toJson(), "/d")).isEqualTo(leapt);
  }

  private static DeadLetterProgress progress(long version, String tableId, Resync resync) {
    return new DeadLetterProgress(1, PIPELINE, "test", version, List.of(), tableId, resync);
  }

  private static GoldCommit with(GoldCommit commit, SilverSchema schema, Resync resync) {
    return new GoldCommit(
        0,
        PIPELINE,
        commit.id(),
        commit.parent(),
        commit.kind(),
        commit.silver(),
        commit.files(),
        commit.marks(),
        commit.done(),
        commit.deadLetters(),
        schema == null ? List.of() : List.of(schema),
        resync);
  }

  private static GoldCommit of(String tableId, GoldCommit commit) {
    return new GoldCommit(
        0,
        PIPELINE,
        commit.id(),
        commit.parent(),
        commit.kind(),
        new SilverPosition(tableId, commit.silver().version(), 0),
        commit.files(),
        commit.marks(),
        commit.done(),
        commit.deadLetters(),
        commit.schemas(),
        commit.resync());
  }

  @Test
  void refusesAnotherPipeline() throws Exception {
    DeadLetterTable ofAnother =
        DeadLetterTable.createOrOpen(
            new TableLocation(directory.resolve("other").toString(), Map.of()),
            SCHEMA,
            new DeadLetterProgress(1, new UUID(9, 9), "other", -1, List.of(), "silver", null));
    GoldCommit commit = commit(5, file("a"));
    assertThatThrownBy(() -> ofAnother.append(commit))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("belongs to another pipeline");
  }

  /** VACUUM removed it while the job was stopped, or the path was changed. */
  @Test
  void refusesAFileThatIsNotThere() throws Exception {
    DataFile file = file("a");
    Files.delete(directory.resolve("letters").resolve(file.path()));
    GoldCommit commit = commit(5, file);
    assertThatThrownBy(() -> table.append(commit))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(file.path());
    assertThat(DeltaRows.of(directory.resolve("letters"))).isEmpty();
  }

  @Test
  void remembersTheNewest64Commits() {
    DeadLetterProgress progress = table.progress();
    GoldCommit first = commit(0);
    GoldCommit last = first;
    progress = progress.after(first);
    for (int version = 1; version <= 64; version++) {
      last = commit(version);
      progress = progress.after(last);
    }
    assertThat(progress.commits()).hasSize(64).contains(last.id()).doesNotContain(first.id());
    assertThat(DeadLetterProgress.fromJson(progress.toJson(), "/d")).isEqualTo(progress);
  }

  private static GoldCommit commit(long silverVersion, DataFile... files) {
    CommitId parent = new CommitId(silverVersion, UUID.randomUUID());
    return new GoldCommit(
        0,
        PIPELINE,
        parent.next(),
        parent,
        GoldCommit.Kind.PROGRESS,
        new SilverPosition("silver", silverVersion, 0),
        List.of(),
        Map.of(),
        Totals.NONE,
        List.of(files),
        List.of(),
        null);
  }

  private DataFile file(String name) throws IOException {
    try (DataFileWriter writer = DataFileWriter.ofDeadLetters(location, SCHEMA, "0-0")) {
      writer.write(
          GenericRowData.of(
              null,
              StringData.fromString(name),
              StringData.fromString("insert"),
              5L,
              TimestampData.fromEpochMillis(1000),
              StringData.fromString("null key")));
      return writer.finish();
    }
  }
}
