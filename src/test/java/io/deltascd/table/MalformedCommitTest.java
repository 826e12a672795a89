package io.deltascd.table;

import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commits that say what no reader can understand: the file is named, and nothing is tried again.
 */
class MalformedCommitTest {
  private static final String FILE = "00000000000000000002.json";

  @TempDir Path directory;
  private SmallTable table;

  @BeforeEach
  void createTable() throws IOException {
    table = SmallTable.withFeed(directory);
    table.commit(table.add(table.write("a.parquet", row(1L, "a"))));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"add\":{\"path\":\"b.parq                       | line 2: Unexpected end-of-input",
        "{\"add\":{\"path\":\"b.parquet\"}                | line 2: Unexpected end-of-input",
        "no JSON                                          | line 2: Unrecognized token 'no'",
        "{\"commitInfo\":{}} {\"commitInfo\":{}}            | line 2: Trailing token",
        "[]                                               | line 2: not a JSON object",
        "7                                                | line 2: not a JSON object",
        "\"add\"                                          | line 2: not a JSON object",
        "null                                             | line 2: not a JSON object",
        "{\"add\":[]}                                     | line 2: add without path",
        "{\"add\":{\"size\":1}}                           | line 2: add without path",
        "{\"add\":{\"path\":null,\"size\":1}}             | line 2: add without path",
        "{\"add\":{\"path\":7,\"size\":1}}                | line 2: add without path",
        "{\"remove\":{\"dataChange\":true}}               | line 2: remove without path",
        "{\"cdc\":{\"partitionValues\":{}}}               | line 2: cdc without path",
        "{\"add\":{\"path\":\"b\",\"deletionVector\":{}}} | deletionVector without storageType",
        "{\"metaData\":{\"schemaString\":\"{}\"}}         | line 2: metaData without id",
        "{\"metaData\":{\"id\":\"table-1\"}}              | line 2: metaData without schemaString",
        "{\"protocol\":{\"minReaderVersion\":\"1\"}}      | protocol with minReaderVersion",
      })
  void isNamed(String line, String found) throws IOException {
    table.commit("{\"commitInfo\":{}}", line);
    assertThatThrownBy(() -> changes(2))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(FILE)
        .hasMessageContaining(found);
    // Kernel reads it as well, and fails in many ways, or not at all.
    assertThatThrownBy(
            () -> {
              SilverTable.open(table.location()).snapshot(2).files().forEachRemaining(file -> {});
              changes(2);
            })
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(FILE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}",
        "{\\\"type\\\":\\\"struct\\\"}",
        "not a schema",
      })
  void schemaThatIsNone(String schema) throws IOException {
    table.commit(
        "{\"metaData\":{\"id\":\"table-1\",\"schemaString\":\"%s\",\"configuration\":{%s}}}"
            .formatted(schema, "\"delta.enableChangeDataFeed\":\"true\""));
    assertThatThrownBy(() -> changes(2))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(FILE);
    assertThatThrownBy(
            () -> SilverTable.open(table.location()).snapshot(2).files().forEachRemaining(f -> {}))
        .isInstanceOf(PipelineException.class);
  }

  @Test
  void whatKernelCannotReadIsNamed() throws IOException {
    table.commit("{\"commitInfo\":{}}", "", "{\"add\":{\"path\":\"b.parquet\"}}");
    assertThatThrownBy(
            () -> SilverTable.open(table.location()).snapshot(2).files().forEachRemaining(f -> {}))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(FILE);
  }

  @Test
  void whatNeedNotBeThere() throws IOException {
    LogCommit commit =
        LogCommit.read(
            new BufferedReader(
                new StringReader(
                    """

                    {"commitInfo":{}}
                    \t
                    {"add":null,"remove":{"path":"a.parquet","dataChange":true},"cdc":null}
                    {"add":{"path":"b.parquet","dataChange":true,"partitionValues":null,"deletionVector":null}}
                    {"somethingNew":[1]}
                    {}
                    """)));
    assertThat(FileChanges.of(commit, ChangeCapture.AUTO))
        .extracting(FileChange::action, FileChange::path)
        .containsExactly(tuple(Action.ADD, "b.parquet"), tuple(Action.REMOVE, "a.parquet"));
  }

  private DeltaLog log() throws IOException {
    return new DeltaLog(
        KernelEngines.rootUri(table.location()),
        KernelEngines.hadoopConfiguration(table.location()),
        KernelEngines.engine(table.location()),
        ReadAs.SILVER);
  }

  private List<FileChange> changes(long version) throws IOException {
    SilverSchema schema = SilverMetadata.schema(0, SmallTable.ID_AND_NAME, List.of(), Map.of());
    List<FileChange> changes = new ArrayList<>();
    try (SilverCommits commits =
        new SilverCommits(
            log(),
            new SilverCommits.Before(
                "silver", ChangeCapture.AUTO, schema, 0, true, SilverMetadata.sameColumns("stop")),
            version,
            version)) {
      commits.forEachRemaining(commit -> changes.addAll(commit.files()));
    }
    return changes;
  }
}
