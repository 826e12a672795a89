package io.deltascd.table;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.deltascd.model.DeletionVector;
import io.deltascd.model.PipelineException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.hadoop.fs.Path;

/** Where the files of a table lie that its log names. */
final class FilePaths {
  /** Characters of a UUID as the log has it; others before them are a directory. */
  private static final int ENCODED_UUID = 20;

  private final String root;

  /**
   * @param root as {@link KernelEngines#rootUri} gives it
   */
  FilePaths(String root) {
    this.root = root;
  }

  /**
   * The absolute path, not encoded, of a data or change file. Absolute paths may lead anywhere, as
   * those of a shallow clone do.
   *
   * @param path as in the action: URI-encoded once, relative to the table or absolute
   * @throws PipelineException if it names no file, or if a relative one leads out of the table
   */
  String dataFile(String path) {
    URI uri;
    try {
      uri = new URI(path);
    } catch (URISyntaxException e) {
      // Some writers do not encode; then the path can only mean itself.
      return path.startsWith("/") ? new Path(path).toString() : below(path, path);
    }
    if (uri.isOpaque() || (uri.getScheme() == null && uri.getAuthority() != null)) {
      throw refused(path, "a path relative to the table, or a whole URI", null);
    }
    return uri.isAbsolute() || path.startsWith("/")
        ? new Path(uri).toString()
        : below(uri.getPath(), path);
  }

  /** The absolute path of the file a vector stands in; null if it stands in the log itself. */
  @Nullable
  String vectorFile(DeletionVector vector) {
    DeletionVectorDescriptor descriptor = descriptor(vector);
    if (!descriptor.isOnDisk()) {
      return null;
    }
    String path = vector.pathOrInline();
    String file;
    try {
      file = descriptor.getAbsolutePath(root);
    } catch (RuntimeException e) {
      throw refused(
          path + " of storage type " + vector.storageType(),
          "the name of a file with deletion vectors",
          e);
    }
    if (vector.storageType().equals(DeletionVectorDescriptor.UUID_DV_MARKER)) {
      below(path.substring(0, path.length() - ENCODED_UUID) + "/" + file, path);
    }
    return file;
  }

  private String below(String relative, String path) {
    int depth = 0;
    for (String part : relative.split("/", -1)) {
      if (part.equals("..")) {
        depth--;
      } else if (!part.isEmpty() && !part.equals(".")) {
        depth++;
      }
      if (depth < 0) {
        throw refused(path, "a path within the table", null);
      }
    }
    if (depth == 0) {
      throw refused(path, "the path of a file", null);
    }
    return root + "/" + relative;
  }

  private PipelineException refused(String path, String expected, @Nullable Exception cause) {
    return new PipelineException(
        "A file that the log names cannot be one of the table",
        "log of " + root,
        "'" + path + "'",
        expected,
        "repair the table, and find out who wrote that",
        cause);
  }

  static DeletionVector vector(DeletionVectorDescriptor descriptor) {
    return new DeletionVector(
        descriptor.getStorageType(),
        descriptor.getPathOrInlineDv(),
        descriptor.getOffset().orElse(null),
        descriptor.getSizeInBytes(),
        descriptor.getCardinality());
  }

  static DeletionVectorDescriptor descriptor(DeletionVector vector) {
    return new DeletionVectorDescriptor(
        vector.storageType(),
        vector.pathOrInline(),
        Optional.ofNullable(vector.offset()),
        vector.sizeInBytes(),
        vector.cardinality());
  }
}
