package io.deltascd.table;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.FileChange;
import io.deltascd.model.FileChange.Action;
import io.deltascd.table.FeedCommit.Opener;
import io.deltascd.table.LogCommit.LogFile;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * The commits of a range with their changes as a feed shows them, whether there is one or not: by
 * row ids a commit without the feed tells updates from deletes and inserts, else what is equal in
 * removed and added files is left out, and the rest was deleted and inserted.
 */
final class FeedCommits implements LogIterator<FeedCommit> {

  /**
   * Readers of the table's files.
   *
   * @param all all columns
   * @param none no column: rows can be counted and identified
   * @param digest of a row with all columns
   */
  record Readers(ChangeFileReader all, ChangeFileReader none, RowDigest digest) {}

  private final SilverCommits commits;
  private final Readers readers;
  private final ChangeCapture capture;
  private Map<String, String> properties;

  /**
   * @param properties of the table as of the first commit
   */
  FeedCommits(
      SilverCommits commits,
      Readers readers,
      ChangeCapture capture,
      Map<String, String> properties) {
    this.commits = commits;
    this.readers = readers;
    this.capture = capture;
    this.properties = properties;
  }

  @Override
  public boolean hasNext() {
    return commits.hasNext();
  }

  @Override
  public FeedCommit next() {
    SilverCommit commit = commits.next();
    LogCommit actions = commits.actions();
    if (actions.metadata != null) {
      properties = actions.metadata.configuration();
    }
    return new FeedCommit(commit.version(), commit.timeMicros(), rows(commit, actions));
  }

  private Opener rows(SilverCommit commit, LogCommit actions) {
    List<FileChange> files = commit.files();
    long version = commit.version();
    Opener all = () -> new FileRows(files, file -> readers.all().open(file, version));
    if (!copiesRows(files) || Capturing.of(properties, capture) == ChangeCapture.CDF) {
      return all;
    }
    RowTracking tracking = tracking(actions);
    if (tracking == null) {
      return () -> new MatchedRows(all, all, new EqualRows(readers.digest()));
    } else if (bringsFilesBack(actions, version)) {
      return all;
    }
    return () ->
        new MatchedRows(
            () -> new FileRows(files, file -> readers.none().open(file, version, tracking)),
            () -> new FileRows(files, file -> readers.all().open(file, version, tracking)),
            new RowsOfId(version));
  }

  /** Rows can have been copied only where some were taken away and some added. */
  private static boolean copiesRows(List<FileChange> files) {
    Set<Action> actions = EnumSet.noneOf(Action.class);
    files.forEach(file -> actions.add(file.action()));
    return actions.contains(Action.MARK)
        || (actions.contains(Action.ADD) && actions.contains(Action.REMOVE));
  }

  /** How the rows are identified; null if not all of them are. */
  @Nullable
  private RowTracking tracking(LogCommit actions) {
    String idColumn = properties.get(Capturing.ROW_ID_COLUMN);
    String versionColumn = properties.get(Capturing.ROW_VERSION_COLUMN);
    if (Capturing.of(properties, capture) != ChangeCapture.ROW_TRACKING
        || idColumn == null
        || versionColumn == null) {
      return null;
    }
    Map<String, RowIds> ids = new HashMap<>();
    for (List<LogFile> files : List.of(actions.adds, actions.removes)) {
      for (LogFile file : files) {
        if (file.dataChange() && file.rowIds() == null) {
          return null;
        }
        ids.put(file.path(), file.rowIds());
      }
    }
    return new RowTracking(idColumn, versionColumn, ids);
  }

  /**
   * Whether the commit adds files of earlier versions, as RESTORE does. The feed then shows their
   * rows as inserted, and all of the removed files as deleted: no row was copied.
   */
  private static boolean bringsFilesBack(LogCommit actions, long version) {
    Set<String> removed = new HashSet<>();
    actions.removes.forEach(file -> removed.add(file.path()));
    return actions.adds.stream()
        .filter(file -> file.dataChange() && file.rowIds().commitVersion() < version)
        .anyMatch(file -> !removed.contains(file.path()));
  }

  @Override
  public void close() throws IOException {
    commits.close();
  }
}
