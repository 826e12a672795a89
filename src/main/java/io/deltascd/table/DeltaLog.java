package io.deltascd.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.delta.kernel.internal.util.FileNames;
import io.deltascd.model.PipelineException;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The commit files of a table, by version. */
final class DeltaLog {
  private final String root;
  private final String logPath;
  private final FileSystem files;

  /**
   * @param root as {@link KernelEngines#rootUri} gives it
   */
  DeltaLog(String root, Configuration hadoop) throws IOException {
    this.root = root;
    this.logPath = root + "/_delta_log";
    this.files = new Path(root).getFileSystem(hadoop);
  }

  /** The file system of the table. */
  FileSystem fileSystem() {
    return files;
  }

  /** The newest version at or after a known one; one look-up if there is nothing newer. */
  long latestVersion(long known) throws IOException {
    if (modificationTime(known + 1).isEmpty()) {
      return known;
    }
    long latest = known;
    // Commits are contiguous at the newest end, so doubling steps find it without a listing, which
    // on object stores returns the whole log.
    long step = 1;
    while (modificationTime(latest + step).isPresent()) {
      latest += step;
      step *= 2;
    }
    for (step /= 2; step > 0; step /= 2) {
      if (modificationTime(latest + step).isPresent()) {
        latest += step;
      }
    }
    return latest;
  }

  /** When the commit file was last modified, in milliseconds; empty if there is no such commit. */
  OptionalLong modificationTime(long version) throws IOException {
    try {
      return OptionalLong.of(files.getFileStatus(path(version)).getModificationTime());
    } catch (FileNotFoundException e) {
      return OptionalLong.empty();
    }
  }

  /** Modification times in milliseconds of the commits in a range that exist, by version. */
  Map<Long, Long> modificationTimes(long from, long to) throws IOException {
    Map<Long, Long> times = new HashMap<>();
    for (long version = from; version <= to; version++) {
      OptionalLong time = modificationTime(version);
      if (time.isPresent()) {
        times.put(version, time.getAsLong());
      }
    }
    return times;
  }

  /**
   * The actions of a commit.
   *
   * @throws PipelineException if the commit is not there any more, or is not a commit
   */
  LogCommit read(long version) throws IOException {
    Path path = path(version);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(files.open(path), StandardCharsets.UTF_8))) {
      return LogCommit.read(lines);
    } catch (FileNotFoundException e) {
      throw missing(version, e);
    } catch (JsonProcessingException e) {
      throw new PipelineException(
          "A commit of silver cannot be read",
          path.toString(),
          e.getOriginalMessage(),
          "one JSON action a line",
          "repair the table; the rows of this commit are lost to its readers as well",
          e);
    } catch (IOException e) {
      throw new IOException("Cannot read " + path, e);
    }
  }

  PipelineException missing(long version, Exception cause) {
    return new PipelineException(
        "A commit of silver is no longer in its log",
        root + ", version " + version,
        "no file " + path(version).getName() + "; the log was cleaned or cut",
        "every commit since the last one that gold has applied",
        "build gold anew from a version that still exists, and let the log live longer"
            + " (delta.logRetentionDuration)",
        cause);
  }

  /** Paths of all files below the table's root, as {@link Path} prints them. */
  List<String> allFiles() throws IOException {
    List<String> paths = new ArrayList<>();
    var listing = files.listFiles(new Path(root), true);
    while (listing.hasNext()) {
      FileStatus file = listing.next();
      paths.add(file.getPath().toString());
    }
    return paths;
  }

  private Path path(long version) {
    return new Path(FileNames.deltaFile(logPath, version));
  }
}
