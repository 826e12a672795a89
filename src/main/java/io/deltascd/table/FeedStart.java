package io.deltascd.table;

import io.deltascd.config.ChangeCapture;
import io.deltascd.model.FileChange;
import io.deltascd.table.LogCommit.LogFile;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the versions whose snapshot is complete and whose later changes are all readable, by
 * walking back from the newest commit.
 *
 * <p>Of the newest snapshot all live files are looked for. From there on the walk need only look at
 * files that commits removed (a snapshot before the commit needs them) and at the files a commit's
 * changes are read from.
 */
final class FeedStart {
  private static final long NONE = -1;

  private final DeltaLog log;
  private final FileCheck files;
  private final ChangeCapture capture;
  private final Properties properties;

  /** The properties of the table as of a version. */
  @FunctionalInterface
  interface Properties {
    Map<String, String> at(long version) throws IOException;
  }

  /**
   * @param capture where changes are to come from
   */
  FeedStart(DeltaLog log, FileCheck files, ChangeCapture capture, Properties properties) {
    this.log = log;
    this.files = files;
    this.capture = capture;
    this.properties = properties;
  }

  /**
   * The usable versions; none if files are gone that each of them needs.
   *
   * @param earliest the oldest version whose snapshot the log can rebuild
   * @param latest the newest version; what is to be captured is on there
   * @param live the files of its snapshot
   */
  UsableVersions find(long earliest, long latest, LogIterator<FileChange> live) throws IOException {
    Set<String> lost = lost(live);
    BitSet incomplete = new BitSet();
    incomplete.set(0, !lost.isEmpty());
    TreeMap<Long, ChangeCapture> captured = new TreeMap<>();
    long best = lost.isEmpty() ? latest : NONE;
    // The best version for which a metaData action at or before it says that the capture is on.
    long confirmed = best;
    long oldestMetadata = Long.MAX_VALUE;
    for (long version = latest; version > earliest; version--) {
      LogCommit commit = log.read(version);
      if (commit.metadata != null) {
        Map<String, String> configuration = commit.metadata.configuration();
        if (!Capturing.offers(configuration, capture)) {
          best = confirmed;
          break;
        }
        captured.put(version, Capturing.of(configuration, capture));
        confirmed = best;
        oldestMetadata = version;
      }
      if (!readable(commit)) {
        break;
      }
      stepBack(commit, lost);
      if (lost.isEmpty()) {
        best = version - 1;
      } else {
        incomplete.set(Math.toIntExact(latest - (version - 1)));
      }
    }
    boolean on = best >= oldestMetadata || best == latest || best == NONE || isOnAt(best);
    return usable(on ? best : confirmed, latest, incomplete, captured);
  }

  private UsableVersions usable(
      long oldest, long latest, BitSet incomplete, NavigableMap<Long, ChangeCapture> captured)
      throws IOException {
    if (oldest != NONE && captured.floorKey(oldest) == null) {
      captured.put(
          oldest,
          capture == ChangeCapture.AUTO ? Capturing.of(properties.at(oldest), capture) : capture);
    }
    return new UsableVersions(oldest, latest, incomplete, captured);
  }

  /** Paths of the live files that are not there, as in the log. */
  private Set<String> lost(LogIterator<FileChange> live) throws IOException {
    Set<String> lost = new HashSet<>();
    while (live.hasNext()) {
      FileChange file = live.next();
      if (files.missing(file) != null) {
        lost.add(file.path());
      }
    }
    return lost;
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
    // As far back as a metaData action says that the capture is on.
    long confirmed = to + 1;
    while (first > from) {
      LogCommit commit = log.read(first - 1);
      if (switchesOff(commit)) {
        return confirmed;
      }
      if (!readable(commit)) {
        break;
      }
      first--;
      if (commit.metadata != null) {
        confirmed = first;
      }
    }
    return first == confirmed || isOnAt(first) ? first : confirmed;
  }

  /**
   * The first version of a range whose changes cannot be read: its commit is gone, it switched the
   * capture off, or one of its files is gone. Empty if there is none.
   *
   * @param from first version; the capture is taken to be on before it
   * @param to last version, inclusive
   */
  OptionalLong firstUnreadable(long from, long to) throws IOException {
    for (long version = from; version <= to; version++) {
      if (log.modificationTime(version).isEmpty()) {
        return OptionalLong.of(version);
      }
      LogCommit commit = log.read(version);
      if (switchesOff(commit) || !readable(commit)) {
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
      if (files.missing(FileChanges.change(FileChange.Action.REMOVE, file)) != null) {
        lost.add(file.path());
      }
    }
  }

  private boolean readable(LogCommit commit) throws IOException {
    return files.exist(FileChanges.of(commit, capture));
  }

  private boolean switchesOff(LogCommit commit) {
    return commit.metadata != null && !Capturing.offers(commit.metadata.configuration(), capture);
  }

  private boolean isOnAt(long version) throws IOException {
    // Some captures are always on: then the snapshot need not be read.
    return Capturing.offers(Map.of(), capture) || Capturing.offers(properties.at(version), capture);
  }
}
