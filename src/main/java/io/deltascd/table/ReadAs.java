package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.util.Locale;

/** What a table is read as: how error texts call it, and what they advise. */
enum ReadAs {
  /** A pipeline follows it. */
  SILVER(
      "silver",
      "every commit since the last one that gold has applied",
      "the file, until gold has applied version %d",
      "build gold anew from a version that is still complete",
      "begin with a newer version (scan.startup.mode)"),
  /** A pipeline writes it. A file was rewritten before the job had read where its rows lie. */
  GOLD(
      "gold",
      "every commit since the last one that was looked at",
      "the file, until the job has read where its rows lie",
      "start the job without state, which then reads gold as it is now",
      "look at a newer version"),
  /** Somebody looks at its changes, who need not have a pipeline. */
  FEED(
      "the table",
      "every commit of the range",
      "the file, until the changes of version %d have been read",
      "ask for versions that are still complete",
      "ask for newer versions");

  private final String noun;
  private final String commitsNeeded;
  private final String fileNeeded;
  private final String withoutTheLost;
  private final String laterVersion;

  ReadAs(
      String noun,
      String commitsNeeded,
      String fileNeeded,
      String withoutTheLost,
      String laterVersion) {
    this.noun = noun;
    this.commitsNeeded = commitsNeeded;
    this.fileNeeded = fileNeeded;
    this.withoutTheLost = withoutTheLost;
    this.laterVersion = laterVersion;
  }

  /** Its name within a sentence. */
  String noun() {
    return noun;
  }

  /** Its name at the beginning of a sentence. */
  String subject() {
    return noun.substring(0, 1).toUpperCase(Locale.ROOT) + noun.substring(1);
  }

  /** What to do if a version cannot be read, but a newer one perhaps can. */
  String laterVersion() {
    return laterVersion;
  }

  /**
   * A file that the log names is not there, and a retry would not bring it back.
   *
   * @param file its path
   * @param root of its table
   * @param version whose rows it holds
   */
  PipelineException fileGone(String file, String root, long version, Throwable cause) {
    return new PipelineException(
        "A file of " + noun + " is gone",
        file + ", version " + version + " of " + root,
        "no such file; VACUUM removes files that no current version needs",
        fileNeeded.formatted(version),
        withoutTheLost + ", and keep files longer (delta.deletedFileRetentionDuration)",
        cause);
  }

  /**
   * A commit is not there, which a retry would not bring back either.
   *
   * @param file its name
   * @param root of its table
   */
  PipelineException commitGone(String file, String root, long version, Throwable cause) {
    return new PipelineException(
        "A commit of " + noun + " is no longer in its log",
        root + ", version " + version,
        "no file " + file + "; the log was cleaned or cut",
        commitsNeeded,
        withoutTheLost + ", and let the log live longer (delta.logRetentionDuration)",
        cause);
  }
}
