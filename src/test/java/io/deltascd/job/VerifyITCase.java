package io.deltascd.job;

import static io.deltascd.testing.ColumnType.LONG;
import static io.deltascd.testing.ColumnType.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.testing.Column;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.Effect;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gold is computed anew and compared, by the command. */
class VerifyITCase {
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", LONG), new Column("name", STRING));

  @TempDir private Path directory;
  private final LocalProgram program = new LocalProgram();
  private SilverWriter silver;

  @BeforeEach
  void createSilver() throws IOException {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC);
    silver.append(List.of(SPEC.row(1L, "a"), SPEC.row(2L, "b"))); // 1
    silver.update(
        Form.COPY_ON_WRITE,
        row -> row.get("id").equals(1L) ? Effect.update(SPEC.row(1L, "c")) : Effect.keep()); // 2
    Files.writeString(
        directory.resolve("p.yaml"),
        """
        source:
          path: %s
          scan.bounded.mode: latest
        target:
          path: %s
          keys: [id]
        flink:
          rest.bind-port: 0
        """
            .formatted(silver.path(), gold()));
  }

  @Test
  void theSameRows() {
    assertThat(command("run")).as(program.messages()).isZero();
    silver.append(List.of(SPEC.row(3L, "later"))); // 3, which gold does not have
    assertThat(command("verify")).as(program.messages()).isZero();
    assertThat(program.out())
        .endsWith(
            "verified: version %d of gold is the history of silver versions 0 to 2\n"
                .formatted(newest()));
  }

  /** Someone takes the closed row away: the file is removed from gold. */
  @Test
  void otherRows() throws IOException {
    assertThat(command("run")).isZero();
    JsonNode closed =
        DeltaLog.commits(gold()).stream()
            .flatMap(commit -> commit.actions("add").stream())
            .filter(add -> add.get("partitionValues").get("is_current").asText().equals("false"))
            .findFirst()
            .orElseThrow();
    long next = newest() + 1;
    Files.writeString(
        DeltaLog.commitFile(gold(), next),
        """
        {"commitInfo":{"timestamp":1,"operation":"DELETE","operationParameters":{}}}
        {"remove":{"path":"%s","deletionTimestamp":1,"dataChange":true,"size":1}}
        """
            .formatted(closed.get("path").asText()));

    assertThat(command("verify")).isEqualTo(1);

    assertThat(program.out()).containsPattern("missing +1 +a ").contains("(1 row)");
    assertThat(program.messages())
        .contains(
            "Gold is not the history of silver",
            "gold, version " + next,
            "the history of silver versions 0 to 2",
            "remedy:");
  }

  @Test
  void anEmptyGold() throws Exception {
    TestGold.create(gold(), silver.path(), "p", List.of("id"), 0);
    assertThat(command("verify")).isEqualTo(1);
    assertThat(program.messages()).contains("Gold is still empty");
  }

  private Path gold() {
    return directory.resolve("gold");
  }

  /** Gold's newest version: the checkpoints decide how many commits there are. */
  private long newest() {
    return DeltaLog.commits(gold()).size() - 1L;
  }

  private int command(String name) {
    return program.run(name, "--verbose", directory.resolve("p.yaml").toString());
  }
}
