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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gold is built anew and swapped in, by the command. */
class RebuildITCase {
  private static final SilverSpec SPEC =
      SilverSpec.of(
          new Column("id", LONG), new Column("name", STRING), new Column("place", STRING));

  @TempDir private Path directory;
  private final LocalProgram program = new LocalProgram();
  private SilverWriter silver;

  /** Key 1 moves in version 2, and gets another name in version 3; key 2 is deleted in it. */
  @BeforeEach
  void createSilver() throws IOException {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a", "here"), SPEC.row(2L, "b", "here"))); // 1
    set(1L, SPEC.row(1L, "a", "there")); // 2
    silver.update(
        Form.COPY_ON_WRITE,
        row ->
            row.get("id").equals(1L)
                ? Effect.update(SPEC.row(1L, "c", "there"))
                : Effect.delete()); // 3
    pipeline("keys: [id]");
  }

  @Test
  void theSameSettings() {
    run();
    long before = newest();
    assertThat(command("rebuild")).as(program.messages()).isZero();
    assertThat(program.out())
        .isEqualTo(
            "rebuilt: version %d of gold is the history of silver versions 0 to 3%n"
                .formatted(before + 1));
    assertThat(newest()).isEqualTo(before + 1);
    HistoryModel model = HistoryModel.keyedBy("id");
    GoldChecker.assertRows(DeltaRows.of(gold()), model.history(silver, 0, 3));
    GoldChecker.assertRows(DeltaRows.of(gold(), before), model.history(silver, 0, 3));
    goesOn(model);
    assertThat(command("verify")).as(program.messages()).isZero();
    assertThat(command("status")).isZero();
    assertThat(program.out())
        .containsPattern("gold open rows: +2\n")
        .containsPattern("lag: +none\n");
    assertThat(command("validate")).as(program.messages()).isZero();
  }

  /** A run with them is refused before, and says what to do. */
  @Test
  void otherSettingsKeysAndPartitions() throws IOException {
    run();
    pipeline(
        """
        keys: [id]
          columns: [place, id, name]
          tracked-columns: [name]
          valid-from-version-column: valid_from_version
          valid-to-version-column: valid_to_version
          partition-by: [is_current, place]""");
    assertThat(command("run")).isEqualTo(1);
    assertThat(program.messages())
        .contains("Gold was built with other settings", "delta-scd rebuild");
    assertThat(command("rebuild")).as(program.messages()).isZero();
    goesOn(
        HistoryModel.keyedBy("id").keeping("place", "id", "name").tracking("name").withVersions());

    pipeline("keys: [id, name]");
    assertThat(command("run")).isEqualTo(1);
    assertThat(program.messages()).contains("Gold was built with other keys", "delta-scd rebuild");
    assertThat(command("rebuild")).as(program.messages()).isZero();
    goesOn(HistoryModel.keyedBy("id", "name"));
    assertThat(command("verify")).as(program.messages()).isZero();
  }

  /** Rows with null in the key are in the dead-letter table once. */
  @Test
  void rejectedRowsAreKeptOnce() throws IOException {
    silver.append(List.of(SPEC.row(null, "nobody", "here"))); // 4
    pipeline(
        """
        keys: [id]
          on-null-key: dead-letter
          dead-letter-path: %s"""
            .formatted(directory.resolve("letters")));
    run();
    assertThat(DeltaRows.of(directory.resolve("letters"))).hasSize(1);
    assertThat(command("rebuild")).as(program.messages()).isZero();
    silver.append(List.of(SPEC.row(null, "nobody else", "here"))); // 5
    run();
    assertThat(DeltaRows.of(directory.resolve("letters")))
        .extracting(row -> row.get("name"))
        .containsExactlyInAnyOrder("nobody", "nobody else");
  }

  /** The name is no key: two rows have it. Nothing is left of the attempt. */
  @Test
  void aRebuildThatFailsLeavesNothing() throws IOException {
    silver.append(List.of(SPEC.row(3L, "c", "here"))); // 4
    run();
    pipeline("keys: [name]");
    Set<Path> before = files(directory);
    assertThat(command("rebuild")).isEqualTo(1);
    assertThat(program.messages()).contains("remedy:");
    assertThat(files(directory)).isEqualTo(before);
    pipeline("keys: [id]");
    goesOn(HistoryModel.keyedBy("id"));
  }

  /** Created by a run that could not go on, with keys that silver does not keep to. */
  @Test
  void anEmptyGold() throws Exception {
    TestGold.create(gold(), silver.path(), "p", List.of("place"), 1);
    assertThat(command("rebuild")).as(program.messages()).isZero();
    HistoryModel model = HistoryModel.keyedBy("id");
    GoldChecker.assertRows(DeltaRows.of(gold()), model.history(silver, 1, 1));
    run();
    GoldChecker.assertRows(DeltaRows.of(gold()), model.history(silver, 1, 3));
  }

  @Test
  void thereIsNoGold() throws IOException {
    refused("There is no Delta table at gold's path", "run the pipeline, which creates gold");
    assertThat(gold()).doesNotExist();
  }

  @Test
  void goldOfAnotherPipeline() throws Exception {
    TestGold.create(gold(), silver.path(), "other", List.of("id"), 0);
    refused("Gold belongs to another pipeline", "pipeline other");
  }

  private void refused(String... texts) throws IOException {
    Set<Path> before = files(directory);
    assertThat(command("rebuild")).isEqualTo(1);
    assertThat(program.messages()).contains(texts);
    assertThat(files(directory)).isEqualTo(before);
  }

  private void run() {
    assertThat(command("run")).as(program.messages()).isZero();
  }

  /** What is changed next closes a row of the new files, and opens another one. */
  private void goesOn(HistoryModel model) {
    set(1L, SPEC.row(1L, "name of version " + silver.version(), "there"));
    silver.append(List.of(SPEC.row(10L + silver.version(), "new", "there")));
    run();
    GoldChecker.assertRows(DeltaRows.of(gold()), model.history(silver, 0, silver.version()));
  }

  private void set(long id, Map<String, Object> row) {
    silver.update(
        Form.COPY_ON_WRITE, old -> old.get("id").equals(id) ? Effect.update(row) : Effect.keep());
  }

  private void pipeline(String target) throws IOException {
    Files.writeString(
        directory.resolve("p.yaml"),
        """
        source:
          path: %s
          scan.bounded.mode: latest
        target:
          path: %s
          %s
        flink:
          rest.bind-port: 0
          parallelism.default: 2
        """
            .formatted(silver.path(), gold(), target));
  }

  private Path gold() {
    return directory.resolve("gold");
  }

  private long newest() {
    return DeltaLog.commits(gold()).size() - 1L;
  }

  private static Set<Path> files(Path below) throws IOException {
    try (Stream<Path> found = Files.walk(below)) {
      return found.collect(Collectors.toSet());
    }
  }

  private int command(String name) {
    return program.run(name, "--verbose", directory.resolve("p.yaml").toString());
  }
}
