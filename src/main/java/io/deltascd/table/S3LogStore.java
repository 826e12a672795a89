package io.deltascd.table;

import io.delta.storage.HadoopFileSystemLogStore;
import io.delta.storage.internal.S3LogStoreUtil;
import io.deltascd.model.PipelineException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(S3LogStore.class);

  /** By its name, since S3A need not be on the class path. */
  private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";

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

  /**
   * The entries from one on, in the order of their names. S3 begins its listing there: a log may
   * hold ten thousands of older ones.
   */
  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration configuration) throws IOException {
    FileSystem files = path.getFileSystem(configuration);
    if (isS3A(files)) {
      List<FileStatus> entries = entriesFrom(path, files);
      if (!entries.isEmpty()) {
        return entries.iterator();
      }
    }
    // It tells a log that is not there from one without such entries.
    return super.listFrom(path, configuration);
  }

  /** None if they cannot be listed in this way. */
  private static List<FileStatus> entriesFrom(Path path, FileSystem files) throws IOException {
    FileStatus[] listed;
    try {
      listed = S3LogStoreUtil.s3ListFromArray(files, path, path.getParent());
    } catch (LinkageError e) {
      LOG.warn("This S3A does not list a part of a log, so that all of it is listed each time", e);
      return List.of();
    }
    // What lies deeper, or beside the log under a longer name, was listed as well.
    String log = path.getParent().toUri().getPath();
    return Arrays.stream(listed)
        .filter(file -> file.getPath().getParent().toUri().getPath().equals(log))
        .filter(file -> file.getPath().getName().compareTo(path.getName()) >= 0)
        .sorted(Comparator.comparing(file -> file.getPath().getName()))
        .toList();
  }

  private static boolean isS3A(FileSystem files) {
    for (Class<?> type = files.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(S3A)) {
        return true;
      }
    }
    return false;
  }

  /** An object is there with all its content, or not at all. */
  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration configuration) {
    return false;
  }
}
