package io.deltascd.table;

import io.delta.kernel.internal.util.FileNames;
import io.deltascd.config.TableLocation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** The directory of a table, for files that are written without Kernel. */
final class TableStorage {
  private final TableLocation location;
  private final Configuration configuration;
  private final Path root;
  private final FileSystem fileSystem;

  TableStorage(TableLocation location) throws IOException {
    this.location = location;
    this.configuration = KernelEngines.hadoopConfiguration(location);
    this.root = new Path(KernelEngines.rootUri(location));
    FileSystem found = root.getFileSystem(configuration);
    // Hadoop's checksums of local files would be one more file beside each.
    this.fileSystem = found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
  }

  TableLocation location() {
    return location;
  }

  Configuration configuration() {
    return configuration;
  }

  /**
   * Begins a new file.
   *
   * @param path relative to the table, URI-encoded as in the log
   * @throws IOException also if the file exists
   */
  FSDataOutputStream create(String path) throws IOException {
    return fileSystem.create(resolve(path), false);
  }

  /**
   * Size and time of a file.
   *
   * @param path as for {@link #create(String)}
   */
  FileStatus status(String path) throws IOException {
    return fileSystem.getFileStatus(resolve(path));
  }

  /**
   * Whether there is such a file.
   *
   * @param path as for {@link #create(String)}
   */
  boolean exists(String path) throws IOException {
    Path file = resolve(path);
    return KernelCalls.asking(file.toString(), () -> fileSystem.exists(file));
  }

  /** Whether the log has the commit of a version. */
  boolean hasCommit(long version) throws IOException {
    return exists(FileNames.deltaFile("_delta_log", version));
  }

  /**
   * Whether there is such a file; no directory counts, for which S3 would have to list.
   *
   * @param path as for {@link #create(String)}
   */
  @SuppressWarnings("deprecation") // What Hadoop advises instead lists on S3 if there is no file.
  boolean isFile(String path) throws IOException {
    Path file = resolve(path);
    return KernelCalls.reading(file.toString(), () -> fileSystem.isFile(file));
  }

  /**
   * Number of rows of a Parquet file.
   *
   * @param path as for {@link #create(String)}
   */
  long parquetRows(String path) throws IOException {
    Path file = resolve(path);
    return KernelCalls.reading(
        file.toString(),
        () -> {
          try (ParquetFileReader reader =
              ParquetFileReader.open(HadoopInputFile.fromPath(file, configuration))) {
            return reader.getRecordCount();
          }
        });
  }

  /** The whole path of a file, for error texts. */
  String absolute(String path) {
    return resolve(path).toString();
  }

  /**
   * Deletes a file if there is one.
   *
   * @param path as for {@link #create(String)}
   */
  void delete(String path) throws IOException {
    try {
      fileSystem.delete(resolve(path), false);
    } catch (FileNotFoundException e) {
      // As wanted.
    }
  }

  private Path resolve(String path) {
    URI uri = URI.create(path);
    return uri.isAbsolute() ? new Path(uri) : new Path(root, uri.getPath());
  }
}
