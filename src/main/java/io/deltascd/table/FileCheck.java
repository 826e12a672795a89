package io.deltascd.table;

import io.deltascd.model.DeletionVector;
import io.deltascd.model.FileChange;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * Which files of a table exist. The table's directory is listed once, when the first file is asked
 * for. A file that is not in the list is looked for itself, once: it may lie elsewhere, as those of
 * a shallow clone do, or its path be spelled in another way.
 */
final class FileCheck {
  private final DeltaLog log;
  private final FilePaths paths;

  /** What is known, by absolute path; null before the listing. */
  @Nullable private Map<String, Boolean> known;

  FileCheck(DeltaLog log, FilePaths paths) {
    this.log = log;
    this.paths = paths;
  }

  /** Whether all of them exist with their deletion vectors. */
  boolean exist(List<FileChange> changes) throws IOException {
    for (FileChange change : changes) {
      if (missing(change) != null) {
        return false;
      }
    }
    return true;
  }

  /** The absolute path of what is missing of a file, itself or a vector; null if nothing is. */
  @Nullable
  String missing(FileChange change) throws IOException {
    String file = paths.dataFile(change.path());
    if (!exists(file)) {
      return file;
    }
    String vector = missing(change.deletionVector());
    return vector == null ? missing(change.previousVector()) : vector;
  }

  /**
   * Refuses a snapshot that lacks files.
   *
   * @param live its files
   * @param where table and version
   * @throws PipelineException naming one of those that are gone
   */
  void require(LogIterator<FileChange> live, String where) throws IOException {
    String first = null;
    long count = 0;
    while (live.hasNext()) {
      String path = missing(live.next());
      if (path != null) {
        first = first == null ? path : first;
        count++;
      }
    }
    if (first != null) {
      throw new PipelineException(
          "Files are gone that silver needs",
          where,
          "no file " + first + (count == 1 ? "" : ", and " + (count - 1) + " more are gone"),
          "all files of that version's snapshot",
          "bring the files back, or repair the table and begin with a version after that;"
              + " scan.startup.mode: initial begins with the oldest version that can be used, if"
              + " there is one");
    }
  }

  @Nullable
  private String missing(@Nullable DeletionVector vector) throws IOException {
    String file = vector == null ? null : paths.vectorFile(vector);
    return file == null || exists(file) ? null : file;
  }

  private boolean exists(String file) throws IOException {
    if (known == null) {
      Map<String, Boolean> listed = new HashMap<>();
      log.allFiles().forEach(path -> listed.put(path, true));
      known = listed;
    }
    Boolean found = known.get(file);
    if (found == null) {
      found = log.exists(file);
      known.put(file, found);
    }
    return found;
  }
}
