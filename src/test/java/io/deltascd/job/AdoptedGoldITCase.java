package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.Column;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Effect;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
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

/** The commands on a gold that a notebook has kept, with its files of open and closed rows. */
class AdoptedGoldITCase {
  private static final Column ID = new Column("id", LONG);
  private static final Column NAME = new Column("name", STRING);
  private static final SilverSpec SPEC = SilverSpec.of(ID, NAME);
  private static final SilverSpec GOLD = NotebookTable.spec(List.of(ID, NAME), true);
  private static final HistoryModel MODEL = HistoryModel.keyedBy("id");

  @TempDir private Path directory;
  private final LocalProgram program = new LocalProgram();
  private SilverWriter silver;

  @BeforeEach
  void createSilver() throws IOException {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a"), SPEC.row(2L, "b"), SPEC.row(3L, "c"))); // 1
    set(1L, "d"); // 2
    silver.delete(Form.COPY_ON_WRITE, row -> row.get("id").equals(3L)); // 3
    Files.writeString(
        directory.resolve("p.yaml"),
        """
        source:
          path: %s
          scan.bounded.mode: latest
        target:
          path: %s
          keys: [id]
          adopt: true
        flink:
          rest.bind-port: 0
        """
            .formatted(silver.path(), gold()));
  }

  @Test
  void aHistoryThatSilverStillTells() throws IOException {
    NotebookTable.create(gold(), GOLD, MODEL, silver, 2);

    command("run", 0);
    assertThat(program.out()).contains("done: 1 versions, 1 changes");
    command("verify", 0);
    assertThat(program.out()).contains("is the history of silver versions 1 to 3");
    command("status", 0);
    assertThat(program.out())
        .containsPattern("gold open rows: +2\n")
        .containsPattern("gold closed rows: +2\n");

    command("rebuild", 0);
    set(2L, "e"); // 4
    command("run", 0);
    assertThat(metadata()).contains("\"partitionColumns\":[\"is_current\"]");
    GoldChecker.assertRows(DeltaRows.of(gold()), MODEL.history(silver, 0, 4));
  }

  @Test
  void aHistoryThatBeganBefore() throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>(MODEL.history(silver, 0, 2));
    Map<String, Object> older =
        GOLD.row(false, Instant.EPOCH, Instant.EPOCH.plusSeconds(1), "z", 1L);
    rows.add(older);
    SilverWriter.create(gold(), GOLD.withProperty(NotebookTable.LAST_VERSION, "2")).append(rows);

    command("run", 0);
    command("verify", 0);
    assertThat(program.out())
        .contains(
            "are the rows of silver version 3; closed rows were not compared, since gold was adopted"
                + " with records of before silver version 2");
    command("rebuild", 1);
    assertThat(program.messages())
        .contains("Gold cannot be rebuilt: it was adopted with older history than silver can tell");
    List<Map<String, Object>> expected = new ArrayList<>(MODEL.history(silver, 0, 3));
    expected.add(older);
    GoldChecker.assertRows(DeltaRows.of(gold()), expected);

    removeAFile();
    command("verify", 1);
    assertThat(program.messages())
        .contains(
            "Keys of silver have no current row in gold", "silver version 3", "for example id = ");
  }

  /** Somebody takes away a file with current rows. */
  private void removeAFile() throws IOException {
    List<DeltaLog.Commit> commits = DeltaLog.commits(gold());
    String path = commits.get(1).actions("add").get(0).get("path").asText();
    String removed =
        commits.stream()
            .flatMap(commit -> commit.actions("add").stream())
            .filter(add -> add.get("path").asText().equals(path))
            .reduce((first, last) -> last)
            .orElseThrow()
            .toString();
    Files.writeString(
        DeltaLog.commitFile(gold(), commits.size()),
        """
        {"commitInfo":{"timestamp":1,"operation":"DELETE","operationParameters":{}}}
        {"remove":%s}
        """
            .formatted(removed.replaceFirst("\"modificationTime\"", "\"deletionTimestamp\"")));
  }

  private String metadata() {
    return DeltaLog.commits(gold()).stream()
        .flatMap(commit -> commit.actions("metaData").stream())
        .reduce((first, last) -> last)
        .orElseThrow()
        .toString();
  }

  private void set(Long id, String name) {
    silver.update(
        Form.COPY_ON_WRITE,
        row -> row.get("id").equals(id) ? Effect.update(SPEC.row(id, name)) : Effect.keep());
  }

  private Path gold() {
    return directory.resolve("gold");
  }

  private void command(String name, int status) {
    assertThat(program.run(name, "--verbose", directory.resolve("p.yaml").toString()))
        .as("%s: %s", name, program.messages())
        .isEqualTo(status);
  }
}
