package io.deltascd.table;

import io.deltascd.config.ChangeCapture;
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
 * <p>A commit with any {@code cdc} action is read from these files alone, unless the feed is not
 * wanted. Else what was added is inserted and what was removed is deleted, except that a file that
 * merely got another deletion vector is compared with itself.
 *
 * <p>Where the feed is off, among the rows of removed and added files are those that the commit
 * merely copied. They are read all the same, with row tracking, too: who knows the rows by key nets
 * them anyway, and to leave them out a reader of one file would have to know the row ids of all
 * others of the commit, which means to read these once more for each split or to hold all the ids.
 */
final class FileChanges {

  private FileChanges() {}

  /**
   * The files of a commit.
   *
   * @param capture {@link ChangeCapture#AUTO} is as the feed: a commit has {@code cdc} actions only
   *     while that is on
   */
  static List<FileChange> of(LogCommit commit, ChangeCapture capture) {
    boolean fromFeed = capture == ChangeCapture.AUTO || capture == ChangeCapture.CDF;
    if (fromFeed && !commit.cdcs.isEmpty()) {
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
