package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileChangesTest {
  private static final String NO_ROWS =
      "\"numTargetRowsInserted\":\"0\",\"numTargetRowsUpdated\":\"0\",\"numTargetRowsDeleted\":\"%s\"";

  @Test
  void changeFilesReplaceDataFiles() throws IOException {
    assertThat(changes(file("add", "a", true), file("remove", "b", true), file("cdc", "c", false)))
        .extracting(FileChange::action, FileChange::path)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(Action.CDC, "c"));
  }

  @Test
  void addAndRemove() throws IOException {
    assertThat(changes(file("add", "a", true), file("remove", "b", true)))
        .extracting(FileChange::action)
        .containsExactly(Action.ADD, Action.REMOVE);
  }

  @Test
  void rearrangedFilesAreNoChange() throws IOException {
    assertThat(changes(file("add", "a", false), file("remove", "b", false))).isEmpty();
  }

  @Test
  void samePathIsComparedWithItself() throws IOException {
    String before = file("remove", "a", true);
    String after =
        file("add", "a", true)
            .replace(
                "}}",
                ",\"deletionVector\":{\"storageType\":\"i\",\"pathOrInlineDv\":\"x\","
                    + "\"sizeInBytes\":4,\"cardinality\":1}}}");
    FileChange change = changes(before, after).get(0);
    assertThat(change.action()).isEqualTo(Action.MARK);
    assertThat(change.deletionVector().pathOrInline()).isEqualTo("x");
    assertThat(change.previousVector()).isNull();
    assertThat(changes(file("remove", "a", true), file("add", "a", true))).isEmpty();
  }

  @Test
  void mergeWithoutRowsIsSkipped() throws IOException {
    assertThat(changes(merge(NO_ROWS.formatted("0")), file("add", "a", true))).isEmpty();
    assertThat(changes(merge(NO_ROWS.formatted("1")), file("add", "a", true))).hasSize(1);
    assertThat(changes(merge(""), file("add", "a", true))).hasSize(1);
  }

  @Test
  void partitionValuesMayBeNullOrMissing() throws IOException {
    String withNull = file("add", "a", true).replace("{}", "{\"p\":null}");
    assertThat(changes(withNull).get(0).partitionValues()).containsEntry("p", null);
    String without = "{\"remove\":{\"path\":\"a\",\"dataChange\":true}}";
    assertThat(changes(without).get(0).partitionValues()).isEmpty();
  }

  private static String merge(String metrics) {
    return "{\"commitInfo\":{\"operation\":\"MERGE\",\"operationMetrics\":{" + metrics + "}}}";
  }

  private static String file(String action, String path, boolean dataChange) {
    return "{\"%s\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":5,\"dataChange\":%s}}"
        .formatted(action, path, dataChange);
  }

  private static List<FileChange> changes(String... lines) throws IOException {
    return FileChanges.of(
        LogCommit.read(new BufferedReader(new StringReader(String.join("\n", lines)))),
        ChangeCapture.AUTO);
  }
}
