package io.deltascd.table;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Whether two writers of a table can be told apart where they write the same version of its log.
 *
 * <p>There may be two even of one job: a TaskManager that is taken for lost can still write. On S3
 * the second one replaces the commit of the first unless the log store prevents it, and the one
 * that Kernel takes by itself, {@code S3SingleDriverLogStore}, does so inside one process only.
 */
final class WriterSafety {
  private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");

  private WriterSafety() {}

  /**
   * Refuses to write to S3 unless a log store has been chosen for it.
   *
   * @param table that is going to be written
   * @throws PipelineException if none has
   */
  static void require(TableLocation table) {
    String scheme = new Path(KernelEngines.rootUri(table)).toUri().getScheme();
    if (scheme == null || !S3.contains(scheme.toLowerCase(Locale.ROOT))) {
      return;
    }
    String option = "io.delta.kernel.logStore." + scheme + ".impl";
    if (KernelEngines.hadoopConfiguration(table).get(option) == null) {
      throw new PipelineException(
          "A table on S3 cannot be written safely",
          table.path(),
          "no hadoop option " + option,
          "a log store that keeps two writers from the same version",
          "choose one below hadoop:, such as io.delta.storage.S3DynamoDBLogStore; or"
              + " io.delta.storage.S3SingleDriverLogStore if one process at most can ever write, one"
              + " that was taken for lost included");
    }
  }
}
