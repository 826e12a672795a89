package io.deltascd.table;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Whether two writers of a table can be told apart where they write the same version of its log.
 *
 * <p>There may be two even of one job: a TaskManager that is taken for lost can still write. What
 * keeps them apart is the log store of the path's scheme:
 *
 * <ul>
 *   <li>{@code file}: a hard link, see {@link LocalLogStore};
 *   <li>{@code s3a}, and {@code s3} and {@code s3n} where Hadoop is told what they are: a put on
 *       the condition that there is no object, see {@link S3LogStore}. S3A has it from Hadoop 3.4.2
 *       on; with an older one, or another implementation, such a table is refused.
 *   <li>{@code hdfs}, and schemes that are not named here: Kernel's {@code HDFSLogStore}, a rename
 *       that does not replace a file. HDFS makes that one step; of another file system it has to be
 *       known.
 *   <li>{@code abfs}, {@code abfss}: Kernel's {@code AzureLogStore}, a rename as well. It is one
 *       step in an account with a hierarchical namespace only.
 *   <li>{@code gs}: Kernel's {@code GCSLogStore}, a file created on the precondition that there is
 *       none.
 * </ul>
 *
 * <p>The Hadoop option {@code io.delta.kernel.logStore.<scheme>.impl} names another log store, for
 * whose promises whoever sets it answers.
 */
final class WriterSafety {
  private static final List<String> S3 = List.of("s3", "s3a", "s3n");

  private WriterSafety() {}

  /** Chooses the log stores that keep writers apart, where none has been chosen. */
  static void chooseLogStores(Configuration configuration) {
    // Kernel's own lets two processes write the same version.
    configuration.setIfUnset(option("file"), LocalLogStore.class.getName());
    for (String scheme : S3) {
      configuration.setIfUnset(option(scheme), S3LogStore.class.getName());
    }
  }

  /** The Hadoop option that names the log store for a path. */
  static String option(Path path) {
    return option(String.valueOf(path.toUri().getScheme()).toLowerCase(Locale.ROOT));
  }

  private static String option(String scheme) {
    return "io.delta.kernel.logStore." + scheme + ".impl";
  }

  /**
   * Refuses to write to S3 where the file system cannot do it safely. Asks no server.
   *
   * @param table that is going to be written
   * @throws PipelineException if it cannot, or if there is no file system for the path
   */
  static void require(TableLocation table) throws IOException {
    Path root = new Path(KernelEngines.rootUri(table));
    Configuration configuration = KernelEngines.hadoopConfiguration(table);
    if (S3LogStore.class.getName().equals(configuration.get(option(root)))) {
      KernelCalls.reading(
          root.toString(),
          () -> {
            new ConditionalPut(root.getFileSystem(configuration)).requireOffered(root);
            return null;
          });
    }
  }
}
