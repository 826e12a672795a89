package io.deltascd.table;

import io.deltascd.model.PipelineException;

/** What to tell when a file that a log names is not there, and a retry would not bring it back. */
enum MissingFile {
  /** Of silver: its changes cannot be read any more. */
  OF_SILVER {
    @Override
    PipelineException error(String file, String root, long version, Throwable cause) {
      return new PipelineException(
          "A file of silver is gone",
          file + ", version " + version + " of " + root,
          "no such file; VACUUM removes files that no current version needs",
          "the file, until gold has applied version " + version,
          "build gold anew from a version that is still complete, and keep files longer"
              + " (delta.deletedFileRetentionDuration)",
          cause);
    }
  },
  /** Of gold: it was rewritten before the job had read where its rows lie. */
  OF_GOLD {
    @Override
    PipelineException error(String file, String root, long version, Throwable cause) {
      return new PipelineException(
          "A file of gold is gone",
          file + " of " + root,
          "no such file; VACUUM removes files that no current version needs",
          "the file, until the job has read where its rows lie",
          "start the job without state; it then reads gold as it is now",
          cause);
    }
  };

  /**
   * @param file its path
   * @param root of its table
   * @param version of silver whose rows it holds
   */
  abstract PipelineException error(String file, String root, long version, Throwable cause);
}
