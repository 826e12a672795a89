package io.deltascd.table;

import static io.deltascd.table.SmallTable.row;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error names the table as whoever reads it does, and advises what can be done there. */
class ReadAsTest {
  private static final FeedRange ALL = new FeedRange(null, null, null, null);

  @TempDir Path directory;
  private SmallTable table;
  private String file;

  @BeforeEach
  void createTable() throws IOException {
    table = SmallTable.withFeed(directory);
    file = table.write("a.parquet", row(1L, "a"));
    table.commit(table.add(file)); // 1
  }

  @Test
  void aFileThatIsGone() throws Exception {
    FeedReader feed = FeedReader.open(table.location(), ALL);
    ChangeFileReader silver =
        ChangeFileReader.ofSilver(table.location(), SilverTable.open(table.location()).schema(1));
    Files.delete(table.root().resolve(file));

    assertWithoutPipeline(() -> read(feed))
        .hasMessageStartingWith("A file of the table is gone\n")
        .hasMessageContaining("a.parquet, version 1 of")
        .hasMessageContaining("expected: the file, until the changes of version 1 have been read\n")
        .hasMessageContaining("remedy:   ask for versions that are still complete");
    FileChange change = new FileChange(FileChange.Action.ADD, file, 0, Map.of(), null, null);
    assertThatThrownBy(() -> silver.open(change, 1))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("A file of silver is gone\n")
        .hasMessageContaining("expected: the file, until gold has applied version 1\n")
        .hasMessageContaining("remedy:   build gold anew from a version that is still complete");
  }

  @Test
  void aCommitThatIsGone() throws Exception {
    FeedReader feed = FeedReader.open(table.location(), ALL);
    SilverTable silver = SilverTable.open(table.location());
    Files.delete(table.commitFile(1));

    assertWithoutPipeline(() -> read(feed))
        .hasMessageStartingWith("A commit of the table is no longer in its log\n")
        .hasMessageContaining("expected: every commit of the range\n")
        .hasMessageContaining("remedy:   ask for versions that are still complete");
    assertThatThrownBy(() -> silver.timed(1))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("A commit of silver is no longer in its log\n")
        .hasMessageContaining("every commit since the last one that gold has applied\n")
        .hasMessageContaining("remedy:   build gold anew from a version that is still complete");
  }

  @Test
  void aLogWithAGap() throws Exception {
    table.commit(table.remove(file)); // 2
    Files.delete(table.commitFile(1));

    assertWithoutPipeline(() -> FeedReader.open(table.location(), ALL))
        .hasMessageStartingWith("The table cannot be read as of this version\n")
        .hasMessageContaining("remedy:   ask for newer versions");
    assertThatThrownBy(() -> SilverTable.open(table.location()))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("Silver cannot be read as of this version\n")
        .hasMessageContaining("remedy:   begin with a newer version (scan.startup.mode)");
  }

  @Test
  void aCommitThatIsNone() throws Exception {
    table.commit("{\"add\":{}}"); // 2

    assertWithoutPipeline(() -> FeedReader.open(table.location(), ALL))
        .hasMessageStartingWith("A commit of the table cannot be read\n");
    assertThatThrownBy(() -> SilverTable.open(table.location()).snapshot(2).files().hasNext())
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("A commit of silver cannot be read\n");
  }

  @Test
  void aFeatureThatIsNotSupported() throws Exception {
    table.commit(
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,"
            + "\"readerFeatures\":[\"hovercraft\"],\"writerFeatures\":[\"hovercraft\"]}}");

    assertWithoutPipeline(() -> FeedReader.open(table.location(), ALL))
        .hasMessageStartingWith("The table uses a table feature that is not supported\n");
    assertThatThrownBy(() -> SilverTable.open(table.location()))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("Silver uses a table feature that is not supported\n");
  }

  private static AbstractThrowableAssert<?, ?> assertWithoutPipeline(ThrowingCallable reading) {
    return assertThatThrownBy(reading)
        .isInstanceOf(PipelineException.class)
        .hasMessageNotContainingAny("silver", "Silver", "gold", "Gold", "scan.");
  }

  private static void read(FeedReader feed) throws IOException {
    try (TableRows rows = feed.rows()) {
      rows.forEachRemaining(row -> {});
    }
  }
}
