package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DataFile;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverPosition;
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

  @TempDir private Path directory;
  private TableLocation location;
  private DeadLetterTable table;

  @BeforeEach
  void create() throws IOException {
    location = new TableLocation(directory.resolve("letters").toString(), Map.of());
    table =
        DeadLetterTable.createOrOpen(
            location, SCHEMA, new DeadLetterProgress(1, PIPELINE, "test", -1, List.of()));
  }

  @Test
  void beginsWithoutRows() throws IOException {
    assertThat(DeltaRows.of(directory.resolve("letters"))).isEmpty();
    assertThat(table.schema()).isEqualTo(SCHEMA);
    DeadLetterTable again =
        DeadLetterTable.createOrOpen(
            location, SCHEMA, new DeadLetterProgress(1, new UUID(9, 9), "other", -1, List.of()));
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
        .isEqualTo(new DeadLetterProgress(1, PIPELINE, "test", 5, List.of(commit.id())));
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

  @Test
  void refusesAnotherPipeline() throws Exception {
    DeadLetterTable ofAnother =
        DeadLetterTable.createOrOpen(
            new TableLocation(directory.resolve("other").toString(), Map.of()),
            SCHEMA,
            new DeadLetterProgress(1, new UUID(9, 9), "other", -1, List.of()));
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
