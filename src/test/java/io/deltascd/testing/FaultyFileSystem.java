package io.deltascd.testing;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local file system under a scheme of its own, with faults that a test puts into it: what fails
 * is named by operation and path, not by permissions, so that it fails for root as well. For jobs
 * in the test's own JVM.
 *
 * <pre>{@code
 * hadoop options: FaultyFileSystem.OPTIONS; path of a table: FaultyFileSystem.uri(directory)
 * try (var full = FaultyFileSystem.fail(Operation.WRITE, ".*parquet", () -> new IOException("…"))) {
 *   …
 * }
 * }</pre>
 *
 * <p>Kernel would move files of an unknown scheme with Hadoop's {@code FileContext}, which has its
 * own registry of schemes; the options name its log store for local files instead.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {
  private static final String SCHEME = "faulty";

  /** What a Hadoop configuration needs to know the scheme. */
  public static final Map<String, String> OPTIONS =
      Map.of(
          "fs." + SCHEME + ".impl",
          FaultyFileSystem.class.getName(),
          "io.delta.kernel.logStore." + SCHEME + ".impl",
          "io.delta.storage.LocalLogStore");

  private static final Set<Fault> FAULTS = ConcurrentHashMap.newKeySet();

  /** What can fail. */
  public enum Operation {
    OPEN,
    CREATE,
    /** Of bytes into a file that could be created. */
    WRITE,
    /** Of a file that was written. */
    CLOSE,
    /** Named by the path that the file gets. */
    RENAME,
    DELETE,
    LIST,
    STATUS,
    /** Looks as if the file were not there: opened, looked up or listed. */
    HIDE
  }

  /** Whether a fault strikes before its operation has an effect, or after. */
  public enum Moment {
    BEFORE,
    /** Of {@link Operation#CLOSE} and {@link Operation#RENAME} only. */
    AFTER
  }

  /** What a fault does to an operation. */
  @FunctionalInterface
  public interface Strike {
    /**
     * May wait, throw, or let the operation pass.
     *
     * @param path as the file system has it
     */
    void at(String path) throws IOException;
  }

  /** A fault that is in force until it is closed. */
  public static final class Fault implements AutoCloseable {
    private final Operation operation;
    private final Moment moment;
    private final Pattern paths;
    private final int spared;
    private final int times;
    private final Strike strike;
    private final AtomicInteger met = new AtomicInteger();

    private Fault(
        Operation operation, Moment moment, String paths, int spared, int times, Strike strike) {
      this.operation = operation;
      this.moment = moment;
      this.paths = Pattern.compile(paths);
      this.spared = spared;
      this.times = times;
      this.strike = strike;
    }

    /** How often it was met. */
    public int met() {
      return met.get();
    }

    @Override
    public void close() {
      FAULTS.remove(this);
    }

    private boolean concerns(Operation what, Moment when, String path) {
      return operation == what && moment == when && paths.matcher(path).matches();
    }

    private void meet(String path) throws IOException {
      int number = met.incrementAndGet() - spared;
      if (number > 0 && number <= times) {
        strike.at(path);
      }
    }
  }

  /** Lets an operation on paths that match fail until the fault is closed. */
  public static Fault fail(Operation operation, String paths, Supplier<IOException> thrown) {
    return fail(operation, paths, Integer.MAX_VALUE, thrown);
  }

  /** As the other one, for the first times only. */
  public static Fault fail(
      Operation operation, String paths, int times, Supplier<IOException> thrown) {
    return strike(operation, Moment.BEFORE, paths, 0, times, throwing(thrown));
  }

  /** As the first one, but not for the first times. */
  public static Fault failAfter(
      Operation operation, String paths, int spared, Supplier<IOException> thrown) {
    return strike(
        operation, Moment.BEFORE, paths, spared, Integer.MAX_VALUE - spared, throwing(thrown));
  }

  /**
   * Does anything to an operation on paths that match.
   *
   * @param spared how often it is let pass first
   * @param times how often it is struck then
   */
  public static Fault strike(
      Operation operation, Moment moment, String paths, int spared, int times, Strike strike) {
    Fault fault = new Fault(operation, moment, paths, spared, times, strike);
    FAULTS.add(fault);
    return fault;
  }

  private static Strike throwing(Supplier<IOException> thrown) {
    return path -> {
      throw thrown.get();
    };
  }

  /** Hides files that match until the fault is closed. */
  public static Fault hide(String paths) {
    return fail(Operation.HIDE, paths, () -> new FileNotFoundException("hidden"));
  }

  /** A local path under this scheme. */
  public static String uri(Path path) {
    return SCHEME + ":" + path.toAbsolutePath();
  }

  private static void check(Operation operation, org.apache.hadoop.fs.Path path)
      throws IOException {
    check(operation, Moment.BEFORE, path);
  }

  private static void check(Operation operation, Moment moment, org.apache.hadoop.fs.Path path)
      throws IOException {
    for (Fault fault : FAULTS) {
      if (fault.concerns(operation, moment, path.toString())) {
        fault.meet(path.toString());
      }
    }
  }

  private static boolean isHidden(FileStatus file) {
    try {
      check(Operation.HIDE, file.getPath());
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
    check(Operation.HIDE, path);
    check(Operation.OPEN, path);
    return super.open(path, bufferSize);
  }

  @Override
  public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
    check(Operation.HIDE, path);
    check(Operation.STATUS, path);
    return plain(super.getFileStatus(path));
  }

  /** The local file system would ask the disk without a look at its status. */
  @Override
  public boolean exists(org.apache.hadoop.fs.Path path) throws IOException {
    try {
      return getFileStatus(path) != null;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  @Override
  public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
    check(Operation.LIST, path);
    return Arrays.stream(super.listStatus(path))
        .filter(file -> !isHidden(file))
        .map(FaultyFileSystem::plain)
        .toArray(FileStatus[]::new);
  }

  /** Never replaces a file, in one step, as the stores do that a log needs. */
  @Override
  public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
      throws IOException {
    check(Operation.RENAME, to);
    try {
      Files.createLink(pathToFile(to).toPath(), pathToFile(from).toPath());
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    super.delete(from, false);
    check(Operation.RENAME, Moment.AFTER, to);
    return true;
  }

  @Override
  public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) throws IOException {
    check(Operation.DELETE, path);
    return super.delete(path, recursive);
  }

  /** The file system's own asks for permissions later, with a path of scheme {@code file}. */
  private static FileStatus plain(FileStatus file) {
    return new FileStatus(
        file.getLen(),
        file.isDirectory(),
        file.getReplication(),
        file.getBlockSize(),
        file.getModificationTime(),
        file.getPath());
  }

  @Override
  public FSDataOutputStream create(
      org.apache.hadoop.fs.Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    check(Operation.CREATE, path);
    return checked(
        path, super.create(path, overwrite, bufferSize, replication, blockSize, progress));
  }

  @Override
  public FSDataOutputStream create(
      org.apache.hadoop.fs.Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    check(Operation.CREATE, path);
    return checked(
        path,
        super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress));
  }

  private static FSDataOutputStream checked(
      org.apache.hadoop.fs.Path path, FSDataOutputStream created) throws IOException {
    return new FSDataOutputStream(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            check(Operation.WRITE, path);
            created.write(b);
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            check(Operation.WRITE, path);
            created.write(bytes, from, length);
          }

          @Override
          public void flush() throws IOException {
            created.flush();
          }

          @Override
          public void close() throws IOException {
            check(Operation.CLOSE, path);
            created.close();
            check(Operation.CLOSE, Moment.AFTER, path);
          }
        },
        null);
  }
}
