package io.deltascd.changes;

import static io.deltascd.changes.TestSplits.SCHEMA;
import static io.deltascd.changes.TestSplits.file;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitPackerTest {
  private static final long MIB = 1 << 20;

  @Test
  void noFilesNoSplits() {
    assertThat(pack(List.of())).isEmpty();
  }

  @Test
  void smallFilesShareASplit() {
    List<ChangeSplit> splits = pack(Collections.nCopies(130, file(Action.ADD, 10)));
    assertThat(splits).extracting(split -> split.files().size()).containsExactly(64, 64, 2);
    assertThat(splits).extracting(ChangeSplit::splitId).containsExactly("4-0", "4-1", "4-2");
  }

  @Test
  void bigFilesStandAlone() {
    FileChange small = file(Action.ADD, MIB);
    FileChange big = file(Action.ADD, 100 * MIB);
    assertThat(pack(List.of(small, small, big, small, big, big)))
        .extracting(split -> split.files().size())
        .containsExactly(2, 1, 1, 1, 1);
  }

  private static List<ChangeSplit> pack(List<FileChange> files) {
    return SplitPacker.pack(4, 4000, SCHEMA, files.iterator());
  }
}
