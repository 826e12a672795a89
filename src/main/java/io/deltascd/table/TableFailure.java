package io.deltascd.table;

import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;

/** Why a table could not be looked at, as a finding. */
public final class TableFailure {

  private TableFailure() {}

  /**
   * @param role of the table
   * @param thrown what looking at the table ended with
   */
  public static Finding of(TableRole role, TableLocation table, Exception thrown) {
    Optional<PipelineException> told = cause(thrown, PipelineException.class);
    if (told.isPresent()) {
      return Finding.of(told.get());
    }
    Optional<UnsupportedTableFeatureException> feature =
        cause(thrown, UnsupportedTableFeatureException.class);
    if (feature.isPresent()) {
      return new Finding(
          "The table of " + role + " has features that are not supported",
          table.toString(),
          String.join(", ", new TreeSet<>(feature.get().getUnsupportedFeatures())),
          "features that Delta Kernel 4.4 knows",
          "drop the feature (ALTER TABLE … DROP FEATURE), or use a release that knows it");
    }
    if (cause(thrown, UnsupportedFileSystemException.class).isPresent()
        || cause(thrown, ClassNotFoundException.class).isPresent()) {
      return new Finding(
          "The file system of " + role + " is not known",
          table.toString(),
          shown(root(thrown)),
          "a scheme that Hadoop has a file system for, such as file: or hdfs:",
          "correct " + role.option() + ", or put the file system's jar onto the class path");
    }
    if (cause(thrown, AccessControlException.class).isPresent()
        || cause(thrown, AccessDeniedException.class).isPresent()) {
      return new Finding(
          "There is no permission to read " + role,
          table.toString(),
          shown(root(thrown)),
          "a user who may read the table",
          "give the permission, or other credentials below hadoop:");
    }
    boolean storage =
        thrown instanceof TimeoutException || cause(thrown, IOException.class).isPresent();
    return new Finding(
        storage ? Kind.UNKNOWN : Kind.ERROR,
        storage
            ? "The storage of " + role + " cannot be reached"
            : "The table of " + role + " cannot be read",
        table.toString(),
        shown(root(thrown)),
        storage ? "an answer" : "a table of Delta's protocol",
        storage
            ? "check the network, the path and the options below hadoop:, and try again"
            : "repair the table, or correct " + role.option());
  }

  private static <T extends Throwable> Optional<T> cause(Throwable thrown, Class<T> type) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** Without what a URI may hold of secrets: user information, and everything after a ?. */
  private static String shown(Throwable thrown) {
    String message = thrown.getMessage() == null ? "" : ": " + thrown.getMessage();
    return thrown.getClass().getSimpleName()
        + message.replaceAll("://[^/@\\s]*@", "://").replaceAll("\\?\\S*", "?…");
  }
}
