package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.io.IOException;

/**
 * What is thrown after storage has failed: a {@link PipelineException} if the failure lasts, an
 * {@link IOException} if another attempt may go better.
 */
final class StorageErrors {
  private static final int LONGEST_TEXT = 500;

  private static final String GO_ON = ", then start again: a job goes on from gold's last commit";

  private static final String PERMIT =
      "grant it to the user of this program, or correct the credentials (below hadoop: in a"
          + " pipeline file)"
          + GO_ON;

  private StorageErrors() {}

  /**
   * After reading.
   *
   * @param what was read, with the path
   * @param thrown by the file system, Kernel or Parquet
   * @return an error that may pass
   * @throws PipelineException if it lasts
   */
  static IOException reading(String what, Throwable thrown) {
    return switch (StorageFailure.of(thrown)) {
      case MISSING ->
          throw new PipelineException(
              "A file of a table is gone",
              what,
              description(thrown),
              "every file that the table's log names",
              "bring the file back, or repair the table; a gold that cannot do without the file is"
                  + " to be built anew",
              thrown);
      case DENIED ->
          throw new PipelineException(
              "A table may not be read",
              what,
              description(thrown),
              "permission to read it",
              PERMIT,
              thrown);
      case FOREIGN ->
          throw new PipelineException(
              "The file system of a table's file is not known",
              what,
              description(thrown),
              "a scheme that Hadoop has a file system for, and all of its classes",
              "put the file system's jar onto the class path, with the jars that it needs: on a"
                  + " cluster all of them into Flink's lib, Hadoop's own as well; or repair the"
                  + " table",
              thrown);
      case FULL -> throw full(what, thrown);
      case DAMAGED -> throw damaged(what, description(thrown), "a file as it was written", thrown);
      case PASSING, NONE -> new IOException("Cannot read " + what, thrown);
    };
  }

  /**
   * As {@link #reading}, after a question whether there is a file, or about its size and time. What
   * would be damage of the content is a failure of the connection then, since no content was read.
   */
  static IOException asking(String what, Throwable thrown) {
    return StorageFailure.of(thrown) == StorageFailure.DAMAGED
        ? new IOException("Cannot look at " + what, thrown)
        : reading(what, thrown);
  }

  /** As {@link #reading}, after writing. A file that is gone is one that was being written. */
  static IOException writing(String what, Throwable thrown) {
    return switch (StorageFailure.of(thrown)) {
      case MISSING ->
          throw new PipelineException(
              "A table is gone while it is written",
              what,
              description(thrown),
              "the directory of the table, with what was written into it",
              "bring the table back, or submit the job again, which creates it anew",
              thrown);
      case DENIED ->
          throw new PipelineException(
              "A table may not be written",
              what,
              description(thrown),
              "permission to create files in its directory",
              PERMIT,
              thrown);
      case FULL -> throw full(what, thrown);
      case DAMAGED, FOREIGN, PASSING, NONE -> new IOException("Cannot write " + what, thrown);
    };
  }

  /** A file whose content nobody can read. */
  static PipelineException damaged(String what, String found, String expected, Throwable cause) {
    return new PipelineException(
        "A file of a table is damaged",
        what,
        found,
        expected,
        "restore the file from a copy and start again; else its rows are lost, and a gold that"
            + " needs them is to be built anew from a version that does without the file",
        cause);
  }

  private static PipelineException full(String what, Throwable thrown) {
    return new PipelineException(
        "There is no space left",
        what,
        description(thrown),
        "room for new files",
        "make room" + GO_ON,
        thrown);
  }

  /** The innermost error in one line that is not too long: some quote what they have read. */
  static String description(Throwable thrown) {
    Throwable root = thrown;
    for (int depth = 0; root.getCause() != null && depth < 100; depth++) {
      root = root.getCause();
    }
    String text =
        root.getMessage() == null
            ? root.getClass().getName()
            : root.getClass().getSimpleName() + ": " + root.getMessage();
    String line = text.lines().findFirst().orElse(text);
    return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "…";
  }
}
