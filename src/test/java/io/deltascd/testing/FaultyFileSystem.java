package io.deltascd.testing;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
    LIST,
    STATUS,
    /** Looks as if the file were not there: opened, looked up or listed. */
    HIDE
  }

  /** A fault that is in force until it is closed. */
  public static final class Fault implements AutoCloseable {
    private final Operation operation;
    private final Pattern paths;
    private final Supplier<IOException> thrown;
    private final int spared;
    private final int times;
    private final AtomicInteger met = new AtomicInteger();

    private Fault(
        Operation operation, String paths, int spared, int times, Supplier<IOException> thrown) {
      this.operation = operation;
      this.paths = Pattern.compile(paths);
      this.spared = spared;
      this.times = times;
      this.thrown = thrown;
    }

    /** How often it was met. */
    public int met() {
      return met.get();
    }

    @Override
    public void close() {
      FAULTS.remove(this);
    }

    private boolean hides(FileStatus file) {
      return concerns(Operation.HIDE, file.getPath().toString());
    }

    private boolean concerns(Operation what, String path) {
      return operation == what && paths.matcher(path).matches();
    }
  }

  /** Lets an operation on paths that match fail until the fault is closed. */
  public static Fault fail(Operation operation, String paths, Supplier<IOException> thrown) {
    return fail(operation, paths, Integer.MAX_VALUE, thrown);
  }

  /** As the other one, for the first times only. */
  public static Fault fail(
      Operation operation, String paths, int times, Supplier<IOException> thrown) {
    return put(new Fault(operation, paths, 0, times, thrown));
  }

  /** As the first one, but not for the first times. */
  public static Fault failAfter(
      Operation operation, String paths, int spared, Supplier<IOException> thrown) {
    return put(new Fault(operation, paths, spared, Integer.MAX_VALUE - spared, thrown));
  }

  private static Fault put(Fault fault) {
    FAULTS.add(fault);
    return fault;
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
    for (Fault fault : FAULTS) {
      if (fault.concerns(operation, path.toString())) {
        int met = fault.met.incrementAndGet() - fault.spared;
        if (met > 0 && met <= fault.times) {
          throw fault.thrown.get();
        }
      }
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

  @Override
  public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
    check(Operation.LIST, path);
    List<Fault> hiding =
        FAULTS.stream().filter(fault -> fault.operation == Operation.HIDE).toList();
    return Arrays.stream(super.listStatus(path))
        .filter(file -> hiding.stream().noneMatch(fault -> fault.hides(file)))
        .map(FaultyFileSystem::plain)
        .toArray(FileStatus[]::new);
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
            created.close();
          }
        },
        null);
  }
}
