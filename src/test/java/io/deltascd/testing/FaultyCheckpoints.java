package io.deltascd.testing;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * Local files for Flink's checkpoints under a scheme of their own, where a test can have the next
 * ones fail. Flink finds it by its services; for jobs in the test's own JVM.
 */
public final class FaultyCheckpoints implements FileSystemFactory {
  private static final String SCHEME = "faulty-checkpoints";

  /** How many files are to fail, and what is told then, by directory. */
  private static final Map<String, Failing> FAILING = new ConcurrentHashMap<>();

  private record Failing(AtomicInteger left, Runnable met) {}

  /** A local directory under this scheme. */
  public static String uri(java.nio.file.Path directory) {
    return SCHEME + ":" + directory.toAbsolutePath();
  }

  /**
   * Lets the next files below a directory fail, once.
   *
   * @param times how many
   * @param met is told each time
   */
  public static void failNext(java.nio.file.Path directory, int times, Runnable met) {
    FAILING.put(directory.toAbsolutePath() + "/", new Failing(new AtomicInteger(times), met));
  }

  /** Takes back what has not failed yet. */
  public static void clear(java.nio.file.Path directory) {
    FAILING.remove(directory.toAbsolutePath() + "/");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileSystem create(URI uri) {
    return new Files();
  }

  private static final class Files extends LocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create(SCHEME + ":///");
    }

    @Override
    public FSDataOutputStream create(Path path, WriteMode overwrite) throws IOException {
      for (Map.Entry<String, Failing> failing : FAILING.entrySet()) {
        if (path.getPath().startsWith(failing.getKey())
            && failing.getValue().left().getAndDecrement() > 0) {
          failing.getValue().met().run();
          throw new IOException("Drawn to fail: " + path);
        }
      }
      return super.create(path, overwrite);
    }
  }
}
