package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ConfigurationException;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.PipelineFile;
import io.deltascd.config.PipelineFiles;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a submission looks at everything first, and writes after that. */
class PreparationTest {
  private static final Column ID = new Column("id", ColumnType.LONG);
  private static final Column NAME = new Column("name", ColumnType.STRING);
  private static final SilverSpec SPEC = SilverSpec.of(ID, NAME);

  @TempDir private Path directory;
  private SilverWriter silver;
  private Path folder;

  @BeforeEach
  void createSilver() throws IOException {
    silver = SilverWriter.create(directory.resolve("silver"), SPEC); // 0
    silver.append(List.of(SPEC.row(1L, "one"))); // 1
    folder = Files.createDirectory(directory.resolve("pipelines"));
  }

  /** The one that does not fit is looked at first, and last. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "z"})
  void nothingIsWrittenForAnyWhileOneIsRefused(String refused) throws IOException {
    write("m", "gold-m", "keys: [id]");
    write(refused, "other", "keys: [nothing]");

    assertThatThrownBy(this::build)
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith(
            "A key column is missing in silver\n  where:    " + refused + ": " + silver.path());

    assertThat(directory.resolve("gold-m")).doesNotExist();
    assertThat(directory.resolve("other")).doesNotExist();
  }

  @Test
  void nothingIsAdoptedWhileAnotherIsRefused() throws IOException {
    SilverWriter notebooks =
        SilverWriter.create(
            directory.resolve("gold-m"),
            NotebookTable.spec(List.of(ID, NAME), false)
                .withProperty(NotebookTable.LAST_VERSION, "1"));
    notebooks.append(HistoryModel.keyedBy("id").history(silver, 0, 1));
    write("m", "gold-m", "keys: [id]\n  adopt: true");
    Path other = write("z", "other", "keys: [nothing]");

    assertThatThrownBy(this::build).hasMessageContaining("z: ");
    assertThat(DeltaLog.commits(directory.resolve("gold-m"))).hasSize(2);

    Files.delete(other);
    build();
    assertThat(DeltaLog.commits(directory.resolve("gold-m"))).as("adopted").hasSize(3);
  }

  @Test
  void tablesThatAreInEachOthersWay() throws IOException {
    write("a", "gold", "keys: [id]");
    write("b", "gold/../gold/b", "keys: [id]");

    assertThatThrownBy(this::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("A table of one pipeline lies inside of another one's\n");

    assertThat(directory.resolve("gold")).doesNotExist();
  }

  @Test
  void goldInsideOfSilver() throws IOException {
    PipelineConfig pipeline = config(write("a", "silver/gold", "keys: [id]"));

    assertThatThrownBy(() -> Preparation.of(pipeline, SavedState.NONE))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("Gold lies inside of silver\n");

    assertThat(directory.resolve("silver/gold")).doesNotExist();
  }

  @Test
  void aStorageThatIsAway() throws IOException {
    Path file = write("a", "gold", "keys: [id]");
    String text = Files.readString(file);
    String away = "hdfs://127.0.0.1:1/table";
    String noRetries = "hadoop: {ipc.client.connect.max.retries: 0}\n";

    for (String table : List.of("silver", "gold")) {
      Files.writeString(file, text.replace(directory.resolve(table).toString(), away) + noRetries);
      PipelineConfig pipeline = config(file);
      assertThatThrownBy(() -> Preparation.of(pipeline, SavedState.NONE))
          .isInstanceOf(PipelineException.class)
          .hasMessage(
              """
              The storage of %s cannot be reached
                where:    %s
                found:    ConnectException: Connection refused
                expected: an answer
                remedy:   check the network, the path and the options below hadoop:, and try again"""
                  .formatted(table, away));
    }
  }

  /**
   * Both have found that there is no gold; the second one to create it goes on with the other's.
   */
  @Test
  void twoSubmissionsOfOnePipelineAtATime() throws IOException {
    PipelineConfig pipeline = config(write("a", "gold", "keys: [id]"));
    Preparation one = Preparation.of(pipeline, SavedState.NONE);
    Preparation other = Preparation.of(pipeline, SavedState.NONE);

    PreparedPipeline first = one.carryOut();
    PreparedPipeline second = other.carryOut();

    assertThat(second.start()).isEqualTo(first.start());
    assertThat(second.start().pipelineId()).isEqualTo(second.gold().progress().pipelineId());
    assertThat(DeltaLog.commits(directory.resolve("gold"))).hasSize(1);
  }

  @Test
  void twoPipelinesThatCreateOneGoldAtATime() throws IOException {
    Preparation one = Preparation.of(config(write("a", "gold", "keys: [id]")), SavedState.NONE);
    Preparation other = Preparation.of(config(write("b", "gold", "keys: [id]")), SavedState.NONE);
    one.carryOut();

    assertThatThrownBy(other::carryOut)
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("Gold belongs to another pipeline\n");

    assertThat(DeltaLog.commits(directory.resolve("gold"))).hasSize(1);
  }

  private void build() throws IOException {
    ScdJob.build(
        PipelineFiles.read(folder, List.of()),
        StreamExecutionEnvironment.getExecutionEnvironment());
  }

  private static PipelineConfig config(Path file) {
    return PipelineFile.read(file, List.of());
  }

  private Path write(String name, String gold, String target) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        """
        source:
          path: %s
        target:
          path: %s/%s
          %s
        """
            .formatted(silver.path(), directory, gold, target));
  }
}
