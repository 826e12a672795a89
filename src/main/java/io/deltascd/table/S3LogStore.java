package io.deltascd.table;

import io.delta.storage.HadoopFileSystemLogStore;
import io.deltascd.model.PipelineException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the log of a table on S3, so that of several processes one gets a version, and the others
 * learn that they did not: each entry is one {@link ConditionalPut}.
 *
 * <p>Kernel's own store for S3 keeps the writers of one process apart only. An entry is listed as
 * soon as it is there, since S3 is consistent.
 *
 * <p>Public since Kernel creates it, by its name in the Hadoop configuration.
 */
public final class S3LogStore extends HadoopFileSystemLogStore {

  /**
   * @param configuration Hadoop's
   */
  public S3LogStore(Configuration configuration) {
    super(configuration);
  }

  /**
   * Writes an entry.
   *
   * @param overwrite whether it may replace one
   * @throws FileAlreadyExistsException if it may not, and there is one
   * @throws PipelineException if the storage cannot keep two writers apart
   * @throws IOException if it is unknown whether the entry is there, or will be
   */
  @Override
  public void write(
      Path path, Iterator<String> actions, Boolean overwrite, Configuration configuration)
      throws IOException {
    // The text first: an error in the actions must not leave a part of them.
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    LogEntryText.write(actions, text);
    FileSystem files = path.getFileSystem(configuration);
    if (overwrite) {
      ObjectPut.write(files.createFile(path).create().overwrite(true), text.toByteArray());
    } else {
      new ConditionalPut(files).put(path, text.toByteArray());
    }
  }

  /** An object is there with all its content, or not at all. */
  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration configuration) {
    return false;
  }
}
