package io.deltascd.job;

/** What a job is known to start from when it is submitted, as far as it is a pipeline's. */
enum SavedState {
  /** Nothing. */
  NONE,
  /** A savepoint or checkpoint of the pipeline. */
  OF_PIPELINE,
  /** A savepoint or checkpoint of pipelines of a folder, to which this one may have come since. */
  PERHAPS_OF_PIPELINE
}
