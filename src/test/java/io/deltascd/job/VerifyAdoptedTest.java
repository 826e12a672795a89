package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.PipelineFile;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.table.NotebookGold;
import io.deltascd.table.SilverTable;
import io.deltascd.testing.Column;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What verify says of a gold that was adopted with older history. Gold was adopted at silver
 * version 1, with the rows (1, a), (2, b) and (3, c) as the current ones, and has followed silver
 * since.
 */
class VerifyAdoptedTest {
  private static final Column ID = new Column("id", LONG);
  private static final Column NAME = new Column("name", STRING);
  private static final SilverSpec SPEC = SilverSpec.of(ID, NAME);
  private static final SilverSpec GOLD = NotebookTable.spec(List.of(ID, NAME), false);

  @TempDir private Path directory;
  private final LocalProgram program = new LocalProgram();
  private SilverWriter silver;

  @BeforeEach
  void createSilver() {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a"), SPEC.row(2L, "b"), SPEC.row(3L, "c"))); // 1
  }

  /** A column that is not tracked may have been another one when the record began. */
  @Test
  void columnsThatAreNotTracked() throws IOException {
    PipelineConfig pipeline = pipeline("tracked-columns: [id]");
    adopt(pipeline, "x", 1);
    assertVerified(1);
  }

  @Test
  void trackedColumns() throws IOException {
    PipelineConfig pipeline = pipeline("tracked-columns: [name]");
    adopt(pipeline, "a", 1);
    assertVerified(1);
  }

  /** Of the rows of key 1 gold has one, of those of key 2 another one. */
  @Test
  void keysWithSeveralRowsOfWhichOneCounts() throws IOException {
    PipelineConfig pipeline = pipeline("on-duplicate-key: keep-last");
    silver.append(List.of(SPEC.row(1L, "older"), SPEC.row(2L, "b"), SPEC.row(2L, "older"))); // 2
    adopt(pipeline, "a", 2);
    assertVerified(2);
  }

  /** Gold has none of the key's rows. */
  @Test
  void aKeyWithSeveralRowsOfWhichNoneCounts() throws IOException {
    PipelineConfig pipeline = pipeline("on-duplicate-key: keep-last");
    silver.append(List.of(SPEC.row(1L, "b"))); // 2
    silver.delete(Form.COPY_ON_WRITE, row -> row.get("name").equals("a")); // 3
    silver.append(List.of(SPEC.row(1L, "c"))); // 4
    adopt(pipeline, "a", 4);
    assertThat(verify()).isEqualTo(1);
    assertThat(program.messages())
        .contains("Current rows of gold have other values than silver")
        .contains("found:    1 key, for example id = 1")
        .contains("compared in id, name");
  }

  /** Whatever the settings are, a key that is in silver alone is a difference. */
  @Test
  void aKeyWithSeveralRowsThatGoldDoesNotHave() throws IOException {
    PipelineConfig pipeline = pipeline("on-duplicate-key: keep-last");
    silver.append(List.of(SPEC.row(7L, "a"), SPEC.row(7L, "b"))); // 2
    adopt(pipeline, "a", 2);
    assertThat(verify()).isEqualTo(1);
    assertThat(program.messages())
        .contains("Keys of silver have no current row in gold")
        .contains("found:    1 key, for example id = 7");
  }

  @Test
  void aKeyThatGoldHasAlone() throws IOException {
    PipelineConfig pipeline = pipeline("");
    silver.delete(Form.COPY_ON_WRITE, row -> row.get("id").equals(3L)); // 2
    adopt(pipeline, "a", 2);
    assertThat(verify()).isEqualTo(1);
    assertThat(program.messages())
        .contains("Gold has current rows of keys that silver does not have")
        .contains("found:    1 key, for example id = 3");
  }

  /** The notebook may have kept its history in another way than ours. */
  @Test
  void otherRowsOfAGoldThatSilverCanTell() throws IOException {
    PipelineConfig pipeline = pipeline("");
    Progress created = Progress.created("p", "scd2", List.of("id"), "columns", 1, "silver");

    PipelineException ours = VerifyCommand.differ(pipeline, created, 7);
    PipelineException adopted =
        VerifyCommand.differ(
            pipeline, created.adopted(new SilverPosition("silver", 1, 0), false), 7);

    assertThat(ours.remedy())
        .startsWith("if somebody has changed gold, bring it back")
        .doesNotContain("notebook");
    assertThat(adopted.remedy())
        .contains("the difference may be the notebook's own")
        .contains("build gold anew with delta-scd rebuild");
  }

  private void assertVerified(long version) {
    assertThat(verify()).as(program.messages()).isZero();
    assertThat(program.out()).contains("are the rows of silver version " + version);
  }

  private PipelineConfig pipeline(String options) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            """
            source:
              path: %s
            target:
              path: %s
              keys: [id]
              adopt: true
              %s
            """
                .formatted(silver.path(), directory.resolve("gold"), options));
    return PipelineFile.read(file, List.of());
  }

  /**
   * Makes gold and adopts it.
   *
   * @param name in the current row of key 1
   * @param version of silver that gold is said to have reached since, without any new record
   */
  private void adopt(PipelineConfig pipeline, String name, long version) throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(GOLD.row(1L, "old", false, Instant.EPOCH, silver.time(1)));
    rows.add(GOLD.row(1L, name, true, silver.time(1), null));
    rows.add(GOLD.row(2L, "b", true, silver.time(1), null));
    rows.add(GOLD.row(3L, "c", true, silver.time(1), null));
    SilverWriter.create(
            directory.resolve("gold"), GOLD.withProperty(NotebookTable.LAST_VERSION, "1"))
        .append(rows);
    NotebookGold gold = NotebookGold.find(pipeline.target().gold()).orElseThrow();
    SilverTable table = SilverTable.open(pipeline.source().silver(), pipeline.source().capture());
    Progress progress =
        new Adoption(pipeline.name(), pipeline.source(), pipeline.target(), gold, table)
            .check()
            .progress()
            .orElseThrow();
    assertThat(progress.olderHistory()).isTrue();
    SilverPosition reached =
        new SilverPosition(progress.silver().tableId(), version, progress.silver().timeMicros());
    gold.adopt(progress.adopted(reached, true));
  }

  private int verify() {
    return program.run("verify", "--verbose", directory.resolve("p.yaml").toString());
  }
}
