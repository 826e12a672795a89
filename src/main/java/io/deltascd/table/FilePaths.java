package io.deltascd.table;

import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.deltascd.model.DeletionVector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.hadoop.fs.Path;

/** Where the files of a table lie that its log names. */
final class FilePaths {
  private final String root;

  /**
   * @param root as {@link KernelEngines#rootUri} gives it
   */
  FilePaths(String root) {
    this.root = root;
  }

  /**
   * The absolute path, not encoded, of a data or change file.
   *
   * @param path as in the action: URI-encoded once, relative to the table or absolute
   */
  String dataFile(String path) {
    URI uri;
    try {
      uri = new URI(path);
    } catch (URISyntaxException e) {
      // Some writers do not encode; then the path can only mean itself.
      return path.startsWith("/") ? new Path(path).toString() : root + "/" + path;
    }
    return uri.isAbsolute() || path.startsWith("/")
        ? new Path(uri).toString()
        : root + "/" + uri.getPath();
  }

  /** The absolute path of the file a vector stands in; null if it stands in the log itself. */
  @Nullable
  String vectorFile(DeletionVector vector) {
    DeletionVectorDescriptor descriptor = descriptor(vector);
    return descriptor.isOnDisk() ? descriptor.getAbsolutePath(root) : null;
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
