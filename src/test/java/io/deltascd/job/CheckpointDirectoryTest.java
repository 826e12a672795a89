package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.util.FlinkRuntimeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointDirectoryTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"file", "file/below"})
  void aFileWhereADirectoryShouldBe(String path) throws IOException {
    Files.writeString(directory.resolve("file"), "");
    Path checkpoints = directory.resolve(path);

    for (String written : new String[] {checkpoints.toString(), checkpoints.toUri().toString()}) {
      assertThatThrownBy(() -> CheckpointDirectory.check(flink(written), "flink"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageStartingWith("The directory of Flink's checkpoints cannot be written\n")
          .hasMessageContaining("where:    flink, execution.checkpointing.dir")
          .hasMessageContaining(directory.resolve("file").toString());
    }
  }

  @Test
  void isMadeAndLeftEmpty() {
    Path checkpoints = directory.resolve("a/b");

    CheckpointDirectory.check(flink(checkpoints.toUri().toString()), "flink");

    assertThat(checkpoints).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket/checkpoints", "hdfs://127.0.0.1:1/checkpoints"})
  void otherFileSystemsAreLeftToFlink(String path) {
    assertThatCode(() -> CheckpointDirectory.check(flink(path), "flink"))
        .doesNotThrowAnyException();
  }

  @Test
  void noneIsNoFault() {
    assertThatCode(() -> CheckpointDirectory.check(new Configuration(), "flink"))
        .doesNotThrowAnyException();
  }

  @Test
  void whatADirectoryThatCannotBeWrittenSays() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    Configuration flink = flink(file.toString());
    flink.setString("execution.target", "local");

    assertThat(CheckpointFailure.of(failed(), flink).orElseThrow())
        .hasMessageStartingWith("A checkpoint cannot be written\n")
        .hasMessageContaining("where:    " + file + ", execution.checkpointing.dir")
        .hasMessageContaining("found:    java.nio.file.FileAlreadyExistsException: ")
        .hasMessageContaining("gold stays at its last commit");
  }

  @Test
  void aDirectoryThatCanBeWrittenIsNotBlamed() {
    Configuration flink = flink(directory.toString());
    flink.setString("execution.target", "local");

    assertThat(CheckpointFailure.of(failed(), flink).orElseThrow())
        .hasMessageContaining("found:    Asynchronous task checkpoint failed; ")
        .hasMessageContaining(" bytes are free")
        .hasMessageContaining("look into Flink's log");
  }

  @Test
  void aClusterWritesFromAnotherMachine() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    Configuration flink = flink(file.toString());
    flink.setString("execution.target", "remote");

    assertThat(CheckpointFailure.of(failed(), flink).orElseThrow())
        .hasMessageContaining("found:    Asynchronous task checkpoint failed\n");
  }

  @Test
  void withoutADirectoryThereIsLittleRoom() {
    assertThat(CheckpointFailure.of(failed(), new Configuration()).orElseThrow())
        .hasMessageStartingWith("A checkpoint cannot be kept in memory\n")
        .hasMessageContaining("remedy:   set execution.checkpointing.dir below flink:");
  }

  @Test
  void otherFailuresAreNotOfCheckpoints() {
    assertThat(CheckpointFailure.of(new IOException("disk full"), new Configuration())).isEmpty();
  }

  private static JobExecutionException failed() {
    return new JobExecutionException(
        null,
        "Job execution failed.",
        new FlinkRuntimeException(
            "Exceeded checkpoint tolerable failure threshold. The latest checkpoint failed due to"
                + " Asynchronous task checkpoint failed., view the Checkpoint History tab or the"
                + " Job Manager log to find out why continuous checkpoints failed."));
  }

  private static Configuration flink(String checkpoints) {
    return Configuration.fromMap(Map.of("execution.checkpointing.dir", checkpoints));
  }
}
