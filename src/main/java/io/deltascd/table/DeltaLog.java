package io.deltascd.table;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.util.FileNames;
import io.deltascd.model.PipelineException;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** The commit files of a table, by version. */
final class DeltaLog {
  private final String root;
  private final Engine engine;
  private final String logPath;
  private final FileSystem files;
  private final ReadAs readAs;

  /**
   * @param root as {@link KernelEngines#rootUri} gives it
   * @param readAs what the table is read as, for error texts
   */
  DeltaLog(String root, Configuration hadoop, Engine engine, ReadAs readAs) throws IOException {
    this.root = root;
    this.engine = engine;
    this.readAs = readAs;
    this.logPath = root + "/_delta_log";
    this.files = KernelCalls.reading(root, () -> new Path(root).getFileSystem(hadoop));
  }

  /** What the table is to whoever reads it. */
  ReadAs readAs() {
    return readAs;
  }

  /** Whether there is a file with that absolute path. */
  boolean exists(String file) throws IOException {
    // Files of a clone may lie in another file system.
    return KernelCalls.asking(
        file, () -> new Path(file).getFileSystem(files.getConf()).exists(new Path(file)));
  }

  /**
   * The newest version at or after a known one; two look-ups if there is nothing newer.
   *
   * @throws PipelineException if the known one has gone; the newest never goes by itself
   */
  long latestVersion(long known) throws IOException {
    if (modificationTime(known + 1).isEmpty()) {
      if (modificationTime(known).isEmpty()) {
        throw gone(known);
      }
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
    Path path = path(version);
    try {
      return OptionalLong.of(files.getFileStatus(path).getModificationTime());
    } catch (IOException e) {
      if (StorageFailure.of(e) == StorageFailure.MISSING) {
        return OptionalLong.empty();
      }
      throw StorageErrors.asking(path.toString(), e);
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
        new BufferedReader(
            // Such a decoder throws at bytes that are none instead of replacing them.
            new InputStreamReader(files.open(path), StandardCharsets.UTF_8.newDecoder()))) {
      return LogCommit.read(lines);
    } catch (CharacterCodingException e) {
      throw malformed(version, "bytes that are no UTF-8", e);
    } catch (LogCommit.MalformedException e) {
      throw malformed(version, e.getMessage(), e);
    } catch (IOException e) {
      if (StorageFailure.of(e) == StorageFailure.MISSING) {
        throw missing(version, e);
      }
      throw StorageErrors.reading(path.toString(), e);
    }
  }

  /** A commit that says what no reader can understand. */
  PipelineException malformed(long version, String found, Exception cause) {
    return new PipelineException(
        "A commit of " + readAs.noun() + " cannot be read",
        path(version).toString(),
        found,
        "one JSON action of Delta's protocol a line",
        "repair the table; the rows of this commit are lost to its readers as well",
        cause);
  }

  /**
   * What to throw after Kernel has failed to read the log: it does not say which commit it could
   * not read.
   *
   * @param where table and version
   * @return an error of the storage, which a retry may mend
   * @throws PipelineException if no retry mends it; it names the file if it is among the newest
   */
  IOException failed(String where, RuntimeException thrown) throws IOException {
    if (!LogSearch.isOfContent(thrown)) {
      return StorageErrors.reading("the log of " + where, thrown);
    }
    new LogSearch(this, engine, files, logPath).nameDamaged();
    throw new PipelineException(
        "The log of " + readAs.noun() + " cannot be read",
        where,
        StorageErrors.description(thrown),
        "a log of Delta's protocol",
        "repair the table, or " + readAs.laterVersion(),
        thrown);
  }

  private PipelineException gone(long newest) {
    return new PipelineException(
        readAs.subject() + " is gone",
        root + ", version " + newest,
        "no file " + path(newest).getName() + ", which was the newest commit",
        "the table that is followed",
        "bring the table back and start again; a new table at the same path needs a gold of its"
            + " own");
  }

  /** A commit that is not there. */
  PipelineException missing(long version, Exception cause) {
    return readAs.commitGone(path(version).getName(), root, version, cause);
  }

  /** Whether there is anything at the table's path. */
  boolean tableExists() throws IOException {
    return files.exists(new Path(root));
  }

  /** Bytes of all files below a directory of the table; 0 if there is no such directory. */
  long bytesBelow(String directory) throws IOException {
    AtomicLong bytes = new AtomicLong();
    try {
      forEachFile(new Path(root, directory), file -> bytes.addAndGet(file.getLen()));
    } catch (FileNotFoundException e) {
      return 0;
    }
    return bytes.get();
  }

  /** Paths of all files below the table's root, as {@link Path} prints them. */
  List<String> allFiles() throws IOException {
    return KernelCalls.asking(
        root,
        () -> {
          List<String> paths = new ArrayList<>();
          forEachFile(new Path(root), file -> paths.add(file.getPath().toString()));
          return paths;
        });
  }

  private void forEachFile(Path directory, Consumer<FileStatus> consumer) throws IOException {
    if (files instanceof LocalFileSystem) {
      // Hadoop's own recursion asks for the permissions of each file, with a process for each.
      for (FileStatus file : files.listStatus(directory)) {
        if (file.isDirectory()) {
          forEachFile(file.getPath(), consumer);
        } else {
          consumer.accept(file);
        }
      }
      return;
    }
    // One flat listing, where there is such a thing.
    var listing = files.listFiles(directory, true);
    while (listing.hasNext()) {
      consumer.accept(listing.next());
    }
  }

  private Path path(long version) {
    return new Path(FileNames.deltaFile(logPath, version));
  }
}
