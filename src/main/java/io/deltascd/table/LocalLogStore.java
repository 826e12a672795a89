package io.deltascd.table;

import io.delta.storage.HadoopFileSystemLogStore;
import io.deltascd.model.PipelineException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the log of a table on the local file system, so that of several processes one gets a
 * version, and the others learn that they did not.
 *
 * <p>Kernel's own store for {@code file:} looks whether the entry exists and then renames a draft,
 * which replaces an entry that another process has written in between. A hard link never replaces a
 * file, and is there with all its content at once.
 *
 * <p>Public since Kernel creates it, by its name in the Hadoop configuration.
 */
public final class LocalLogStore extends HadoopFileSystemLogStore {

  /** What Linux says of a file system without hard links: EPERM, EOPNOTSUPP, ENOSYS. */
  private static final Set<String> NO_LINKS =
      Set.of("Operation not permitted", "Operation not supported", "Function not implemented");

  private static final Pattern COMMIT_OR_CHECKSUM = Pattern.compile("\\d{20}\\.(json|crc)");

  /** Gives a file a second name, unless a file has it. */
  @FunctionalInterface
  interface Linking {
    void link(java.nio.file.Path name, java.nio.file.Path existing) throws IOException;
  }

  private final Linking linking;

  /**
   * @param configuration Hadoop's
   */
  public LocalLogStore(Configuration configuration) {
    this(configuration, Files::createLink);
  }

  LocalLogStore(Configuration configuration, Linking linking) {
    super(configuration);
    this.linking = linking;
  }

  /**
   * Writes an entry.
   *
   * @param overwrite whether it may replace one
   * @throws FileAlreadyExistsException if it may not, and there is one
   * @throws PipelineException if the file system has no hard links
   */
  @Override
  public void write(
      Path path, Iterator<String> actions, Boolean overwrite, Configuration configuration)
      throws IOException {
    java.nio.file.Path entry = local(path);
    java.nio.file.Path draft = local(createTempPath(path));
    try {
      try (OutputStream out = Files.newOutputStream(draft)) {
        LogEntryText.write(actions, out);
      }
      if (overwrite) {
        Files.move(draft, entry, StandardCopyOption.ATOMIC_MOVE);
      } else {
        link(entry, draft);
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * The entries from one on, in the order of their names. Only these are looked at: a log may hold
   * thousands of older ones, and it is listed again and again.
   *
   * @throws FileNotFoundException if there is no log
   */
  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration configuration) throws IOException {
    FileSystem files = path.getFileSystem(configuration);
    List<FileStatus> entries = new ArrayList<>();
    for (String name : namesFrom(local(path))) {
      try {
        entries.add(files.getFileStatus(new Path(path.getParent() + "/" + name)));
      } catch (FileNotFoundException e) {
        // Cleaned up since it was listed.
      }
    }
    return entries.iterator();
  }

  private static SortedSet<String> namesFrom(java.nio.file.Path entry) throws IOException {
    String first = entry.getFileName().toString();
    TreeSet<String> names = new TreeSet<>();
    try (Stream<java.nio.file.Path> all = Files.list(entry.getParent())) {
      all.map(file -> file.getFileName().toString())
          .filter(name -> name.compareTo(first) >= 0)
          .forEach(names::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw (FileNotFoundException) new FileNotFoundException(e.getMessage()).initCause(e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    addUnlisted(names, first, name -> Files.exists(entry.resolveSibling(name)));
    return names;
  }

  /**
   * Adds the commits that were written while the directory was listed and are not among the names,
   * although later files are: a directory has no order. Kernel would take such a log for damaged.
   *
   * <p>A log has no gaps. So they lie between the first commit that was listed and the newest file,
   * or right before that commit, or, where none was listed, right before the newest file. Checksums
   * whose commits have been cleaned up, thousands of them perhaps, are not a reason to look.
   *
   * @param first what names begin with that were asked for
   * @param exists whether there is a file of that name
   */
  static void addUnlisted(SortedSet<String> names, String first, Predicate<String> exists) {
    List<String> files =
        names.stream().filter(name -> COMMIT_OR_CHECKSUM.matcher(name).matches()).toList();
    if (files.isEmpty()) {
      return;
    }
    long newest = version(files.get(files.size() - 1));
    long begin =
        files.stream()
            .filter(name -> name.endsWith(".json"))
            .findFirst()
            .map(LocalLogStore::version)
            .orElse(newest + 1);
    for (long version = begin; version <= newest; version++) {
      String commit = commit(version);
      if (!names.contains(commit) && exists.test(commit)) {
        names.add(commit);
      }
    }
    for (long version = begin - 1; version >= 0; version--) {
      String commit = commit(version);
      if (commit.compareTo(first) < 0 || !exists.test(commit)) {
        return;
      }
      names.add(commit);
    }
  }

  private static long version(String name) {
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  private static String commit(long version) {
    return "%020d.json".formatted(version);
  }

  private void link(java.nio.file.Path entry, java.nio.file.Path draft) throws IOException {
    try {
      linking.link(entry, draft);
    } catch (UnsupportedOperationException e) {
      throw withoutLinks(entry, e);
    } catch (FileSystemException e) {
      if (e.getReason() != null && NO_LINKS.contains(e.getReason())) {
        throw withoutLinks(entry, e);
      }
      throw e;
    }
  }

  private static PipelineException withoutLinks(java.nio.file.Path entry, Exception cause) {
    return new PipelineException(
        "The file system cannot keep two writers of a table apart",
        entry.toString(),
        "no hard link: " + cause.getMessage(),
        "hard links, which the log of a table on local files needs",
        "put the table on another file system",
        cause);
  }

  private static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }

  /** Half a file would be seen if it were written in place. */
  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration configuration) {
    return true;
  }
}
