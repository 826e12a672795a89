package io.deltascd.table;

import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.deltascd.model.PipelineException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the file of a log that Kernel could not read: it does not say which. */
final class LogSearch {
  /** How many files are searched, the newest first. */
  private static final int SEARCHED = 1000;

  /** What a snapshot depends on. */
  private static final StructType REPLAYED =
      new StructType(
          SingleAction.FULL_SCHEMA.fields().stream()
              .filter(action -> !List.of("commitInfo", "cdc").contains(action.getName()))
              .toList());

  private final DeltaLog log;
  private final Engine engine;
  private final FileSystem files;
  private final String logPath;

  LogSearch(DeltaLog log, Engine engine, FileSystem files, String logPath) {
    this.log = log;
    this.engine = engine;
    this.files = files;
    this.logPath = logPath;
  }

  /** Whether it is the content that was at fault, not the way to it. */
  static boolean isOfContent(Throwable thrown) {
    StorageFailure failure = StorageFailure.of(thrown);
    return failure == StorageFailure.NONE || failure == StorageFailure.DAMAGED;
  }

  /**
   * Reads file after file, as Kernel does, until one fails.
   *
   * @throws PipelineException naming it; if there is none, nothing is thrown
   */
  void nameDamaged() throws IOException {
    List<FileStatus> all = newest(logPath);
    for (FileStatus file : all) {
      if (FileNames.isCommitFile(file.getPath().getName())) {
        nameMalformed(file);
      }
    }
    List<FileStatus> others = new ArrayList<>(all);
    others.addAll(newest(logPath + "/_sidecars"));
    for (FileStatus file : others) {
      String name = file.getPath().getName();
      boolean parquet = name.endsWith(".parquet");
      if (parquet || name.endsWith(".compacted.json") || name.contains(".checkpoint.")) {
        nameUnreadable(file, parquet);
      }
    }
  }

  private void nameMalformed(FileStatus file) throws IOException {
    long version = FileNames.deltaVersion(file.getPath().getName());
    log.read(version);
    try {
      read(file, false);
    } catch (RuntimeException e) {
      if (isOfContent(e)) {
        throw log.malformed(version, StorageErrors.description(e), e);
      }
      throw StorageErrors.reading(file.getPath().toString(), e);
    }
  }

  private void nameUnreadable(FileStatus file, boolean parquet) throws IOException {
    String path = file.getPath().toString();
    try {
      read(file, parquet);
    } catch (RuntimeException e) {
      if (isOfContent(e)) {
        throw new PipelineException(
            "A file of the log of " + log.readAs().noun() + " is damaged",
            path,
            StorageErrors.description(e) + "; " + file.getLen() + " bytes",
            "a file as it was written",
            "restore the file from a copy; if the log still has all commits before it, taking the"
                + " file away does as well",
            e);
      }
      throw StorageErrors.reading(path, e);
    }
  }

  private void read(FileStatus file, boolean parquet) throws IOException {
    CloseableIterator<io.delta.kernel.utils.FileStatus> one =
        Utils.singletonCloseableIterator(
            io.delta.kernel.utils.FileStatus.of(
                file.getPath().toString(), file.getLen(), file.getModificationTime()));
    try (CloseableIterator<ColumnarBatch> batches =
        parquet
            ? engine
                .getParquetHandler()
                .readParquetFiles(one, REPLAYED, Optional.empty())
                .map(result -> result.getData())
            : engine.getJsonHandler().readJsonFiles(one, REPLAYED, Optional.empty())) {
      while (batches.hasNext()) {
        batches.next();
      }
    }
  }

  private List<FileStatus> newest(String directory) throws IOException {
    try {
      return Arrays.stream(files.listStatus(new Path(directory)))
          .sorted(Comparator.comparing((FileStatus file) -> file.getPath().getName()).reversed())
          .limit(SEARCHED)
          .toList();
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw StorageErrors.asking(directory, e);
    }
  }
}
