package io.deltascd.table;

import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.table.LogCommit.LogFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which files of a commit are to be read, and how, to get its changed rows.
 *
 * <p>A commit with any {@code cdc} action is read from these files alone. Else what was added is
 * inserted and what was removed is deleted, except that a file that merely got another deletion
 * vector is compared with itself.
 */
final class FileChanges {

  private FileChanges() {}

  static List<FileChange> of(LogCommit commit) {
    if (!commit.cdcs.isEmpty()) {
      return commit.cdcs.stream().map(file -> change(Action.CDC, file)).toList();
    }
    // Spark's batch reader treats such a commit as one that changed nothing, too.
    if (commit.mergeWithoutRows) {
      return List.of();
    }
    Map<String, LogFile> removed = new LinkedHashMap<>();
    for (LogFile file : commit.removes) {
      if (file.dataChange()) {
        removed.put(file.path(), file);
      }
    }
    List<FileChange> changes = new ArrayList<>();
    for (LogFile file : commit.adds) {
      if (file.dataChange()) {
        LogFile before = removed.remove(file.path());
        if (before == null) {
          changes.add(change(Action.ADD, file));
        } else if (!Objects.equals(before.deletionVector(), file.deletionVector())) {
          changes.add(mark(before, file));
        }
      }
    }
    removed.values().forEach(file -> changes.add(change(Action.REMOVE, file)));
    return changes;
  }

  static FileChange change(Action action, LogFile file) {
    return new FileChange(
        action, file.path(), file.size(), file.partitionValues(), file.deletionVector(), null);
  }

  private static FileChange mark(LogFile before, LogFile after) {
    return new FileChange(
        Action.MARK,
        after.path(),
        after.size(),
        after.partitionValues(),
        after.deletionVector(),
        before.deletionVector());
  }
}
