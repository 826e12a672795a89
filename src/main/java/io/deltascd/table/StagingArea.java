package io.deltascd.table;

import io.deltascd.config.TableLocation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories below gold's root in which golds are built that may take its place: each is a
 * table of its own, until the log of gold names its files.
 *
 * <p>Their names do not begin with an underscore: Delta would take them for hidden then, and VACUUM
 * would neither clear away what a rebuild left that never came to its end nor, after one that did,
 * files that gold no longer needs. As it is, they are to VACUUM what the files of any writer are.
 * So files that somebody else may have built are never deleted here.
 */
final class StagingArea {
  private static final Logger LOG = LoggerFactory.getLogger(StagingArea.class);
  private static final String PREFIX = "rebuild-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "\\p{XDigit}{8}(-\\p{XDigit}+){4}");

  private final Path root;
  private final FileSystem files;

  StagingArea(TableLocation gold) throws IOException {
    this.root = new Path(KernelEngines.rootUri(gold));
    this.files = root.getFileSystem(KernelEngines.hadoopConfiguration(gold));
  }

  /** The name of a directory that nobody has used. */
  static String newDirectory() {
    return PREFIX + UUID.randomUUID();
  }

  /** Deletes a directory with all that is in it; never fails. */
  void delete(String directory) {
    try {
      files.delete(new Path(root, directory), true);
    } catch (IOException | RuntimeException e) {
      LOG.info("{} of {} stays until VACUUM: {}", directory, root, e.toString());
    }
  }

  /**
   * Deletes the logs of all these tables, once gold has got its rows from one of them: gold names
   * the files of that one itself, and the others were built for a version of gold that is no longer
   * the newest. Never fails.
   */
  void forget() {
    try {
      for (FileStatus entry : files.listStatus(root)) {
        if (entry.isDirectory() && NAME.matcher(entry.getPath().getName()).matches()) {
          files.delete(new Path(entry.getPath(), "_delta_log"), true);
        }
      }
    } catch (FileNotFoundException e) {
      LOG.debug("Somebody else has cleared {}", root);
    } catch (IOException | RuntimeException e) {
      LOG.info("The log of a table below {} stays: {}", root, e.toString());
    }
  }
}
