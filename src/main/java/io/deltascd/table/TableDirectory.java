package io.deltascd.table;

import io.deltascd.config.TableLocation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;

/** The directory that a table is to be created in, looked at without writing anything. */
public final class TableDirectory {
  private final Path root;
  private final FileSystem files;

  private TableDirectory(Path root, FileSystem files) {
    this.root = root;
    this.files = files;
  }

  /**
   * @throws IOException if its file system cannot be reached
   */
  public static TableDirectory of(TableLocation table) throws IOException {
    Path root = new Path(KernelEngines.rootUri(table));
    return new TableDirectory(root, root.getFileSystem(KernelEngines.hadoopConfiguration(table)));
  }

  /** Whether there is anything at the path. */
  public boolean exists() throws IOException {
    return files.exists(root);
  }

  /** Something in the directory, by name; empty if there is nothing. */
  public Optional<String> content() throws IOException {
    try {
      var listing = files.listStatusIterator(root);
      return listing.hasNext() ? Optional.of(listing.next().getPath().getName()) : Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Why nothing can be written there, as far as that can be told without writing: object stores
   * only say it when someone writes.
   *
   * @return empty if nothing speaks against it
   */
  public Optional<String> obstacle() throws IOException {
    if (root.toUri().getScheme().equals("file")) {
      return localObstacle();
    }
    for (Path path = root; path != null; path = path.getParent()) {
      try {
        files.access(path, FsAction.WRITE);
        return Optional.empty();
      } catch (FileNotFoundException e) {
        // It would be created in the directory above.
      } catch (AccessControlException e) {
        return Optional.of("no permission to write in " + path.toUri().getPath());
      }
    }
    return Optional.empty();
  }

  private Optional<String> localObstacle() {
    java.nio.file.Path existing =
        TablePlace.existing(java.nio.file.Path.of(root.toUri().getPath()));
    if (!java.nio.file.Files.isDirectory(existing)) {
      return Optional.of(existing + " is a file");
    }
    return java.nio.file.Files.isWritable(existing)
        ? Optional.empty()
        : Optional.of("no permission to write in " + existing);
  }
}
