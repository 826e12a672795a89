package io.deltascd.table;

import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.table.LogCommit.LogFile;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * Finds the versions whose snapshot is complete and whose later changes are all readable, by
 * walking back from the newest commit.
 *
 * <p>Files that are live now are taken to exist. So the walk need only look at files that commits
 * removed (a snapshot before the commit needs them) and at the files a commit's changes are read
 * from.
 */
final class FeedStart {
  private final DeltaLog log;
  private final FilePaths paths;
  private final VersionCheck feedOnAt;

  /** Files that exist, listed when first needed. */
  @Nullable private Set<String> existing;

  /** Whether the feed is on in the table as of a version. */
  @FunctionalInterface
  interface VersionCheck {
    boolean test(long version) throws IOException;
  }

  FeedStart(DeltaLog log, FilePaths paths, VersionCheck feedOnAt) {
    this.log = log;
    this.paths = paths;
    this.feedOnAt = feedOnAt;
  }

  /**
   * @param earliest the oldest version whose snapshot the log can rebuild
   * @param latest the newest version; the feed is on there
   */
  UsableVersions find(long earliest, long latest) throws IOException {
    long best = latest;
    // The best version for which a metaData action at or before it says that the feed is on.
    long confirmed = latest;
    long oldestMetadata = Long.MAX_VALUE;
    Set<String> lost = new HashSet<>();
    BitSet incomplete = new BitSet();
    for (long version = latest; version > earliest; version--) {
      LogCommit commit = log.read(version);
      if (commit.metadata != null) {
        if (!SilverMetadata.feedOn(commit.metadata.configuration())) {
          return new UsableVersions(confirmed, latest, incomplete);
        }
        confirmed = best;
        oldestMetadata = version;
      }
      if (!readable(FileChanges.of(commit))) {
        break;
      }
      stepBack(commit, lost);
      if (lost.isEmpty()) {
        best = version - 1;
      } else {
        incomplete.set(Math.toIntExact(latest - (version - 1)));
      }
    }
    boolean feedOn = best >= oldestMetadata || best == latest || feedOnAt.test(best);
    return new UsableVersions(feedOn ? best : confirmed, latest, incomplete);
  }

  /**
   * The oldest version from which on all changes are readable, its own among them; snapshots do not
   * matter.
   *
   * @param from the oldest version that is looked at; the log can rebuild its snapshot
   * @param to the last version whose changes are wanted
   * @return {@code to + 1} if not even that version's changes are readable
   */
  long firstChanges(long from, long to) throws IOException {
    long first = to + 1;
    // As far back as a metaData action says that the feed is on.
    long confirmed = to + 1;
    while (first > from) {
      LogCommit commit = log.read(first - 1);
      if (commit.metadata != null && !SilverMetadata.feedOn(commit.metadata.configuration())) {
        return confirmed;
      }
      if (!readable(FileChanges.of(commit))) {
        break;
      }
      first--;
      if (commit.metadata != null) {
        confirmed = first;
      }
    }
    return first == confirmed || feedOnAt.test(first) ? first : confirmed;
  }

  /**
   * The first version of a range whose changes cannot be read: its commit is gone, it switched the
   * feed off, or one of its files is gone. Empty if there is none.
   *
   * @param from first version; the feed is taken to be on before it
   * @param to last version, inclusive
   */
  OptionalLong firstUnreadable(long from, long to) throws IOException {
    for (long version = from; version <= to; version++) {
      if (log.modificationTime(version).isEmpty()) {
        return OptionalLong.of(version);
      }
      LogCommit commit = log.read(version);
      boolean off =
          commit.metadata != null && !SilverMetadata.feedOn(commit.metadata.configuration());
      if (off || !readable(FileChanges.of(commit))) {
        return OptionalLong.of(version);
      }
    }
    return OptionalLong.empty();
  }

  /** Turns what the snapshot of a commit lacks into what the snapshot before it lacks. */
  private void stepBack(LogCommit commit, Set<String> lost) throws IOException {
    for (LogFile file : commit.adds) {
      lost.remove(file.path());
    }
    for (LogFile file : commit.removes) {
      if (!exists(FileChanges.change(FileChange.Action.REMOVE, file))) {
        lost.add(file.path());
      }
    }
  }

  private boolean readable(List<FileChange> changes) throws IOException {
    for (FileChange change : changes) {
      if (!exists(change)) {
        return false;
      }
    }
    return true;
  }

  private boolean exists(FileChange change) throws IOException {
    return exists(paths.dataFile(change.path()))
        && exists(change.deletionVector())
        && exists(change.previousVector());
  }

  private boolean exists(@Nullable DeletionVector vector) throws IOException {
    String file = vector == null ? null : paths.vectorFile(vector);
    return file == null || exists(file);
  }

  private boolean exists(String file) throws IOException {
    if (existing == null) {
      existing = new HashSet<>(log.allFiles());
    }
    // A file may lie outside of the table's directory, or its path be spelled in another way.
    return existing.contains(file) || log.exists(file);
  }
}
