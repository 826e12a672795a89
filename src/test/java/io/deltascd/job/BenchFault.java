package io.deltascd.job;

import java.util.EnumSet;
import java.util.Set;

/** The fault points of the bench, by name, in the order of a row's way to gold. */
enum BenchFault {
  /** A log entry of silver is there, but the next look-ups and listings do not show it. */
  SILVER_LOG_LAGS(Course.RUNNING),
  /** A data file of silver that a log entry names cannot be seen yet. */
  SILVER_FILE_LAGS(EnumSet.of(Course.CANCEL)),
  /** Silver's log cannot be read for a moment, in the enumerator: all of the job restarts. */
  ENUMERATOR_FAILS(Course.ANY),
  /** A file of the first snapshot cannot be read, before there is any checkpoint. */
  FIRST_SNAPSHOT_FAILS(Course.ANY),
  /** A file of gold cannot be read while a job without state looks for its current rows. */
  INDEX_SPLIT_FAILS(EnumSet.of(Course.CANCEL, Course.DRAIN)),
  /** A task fails between source and history. */
  TASK_FAILS(Course.ANY),
  /** In the middle of a data file. */
  WRITING_DATA_FILE_FAILS(Course.ANY),
  /** A data file is closed, the barrier has not gone on. */
  CLOSING_DATA_FILE_FAILS(Course.ANY),
  /** All files are closed, but the snapshot fails, and with it the job. */
  SNAPSHOT_FAILS(Course.ANY),
  /** The same, but the job goes on, and the next checkpoint has it all. */
  CHECKPOINT_IS_DECLINED(Course.ANY),
  /** The checkpoint is done, and the committer begins. */
  COMMIT_BEGINS(Course.ANY),
  /** The deletion vectors are written, the log entry is not. */
  COMMIT_IN_THE_MIDDLE(Course.RUNNING),
  /** The log entry is there, but the call that wrote it fails. */
  COMMIT_OUTCOME_UNKNOWN(Course.ANY),
  /** The commit is done; the task fails before Flink knows. */
  COMMIT_DONE(Course.ANY),
  /** Errors of writing that pass after some attempts. */
  COMMIT_FAILS_SOME_TIMES(Course.ANY),
  /** Another failure, or two, while what was pending is committed after a restart. */
  RECOVERY_FAILS(Course.ANY),
  /** The next looks at gold do not show its newest log entry. */
  GOLD_LOG_LAGS(Course.ANY),
  /** An operation takes as long as it likes; silver grows meanwhile. */
  STORAGE_IS_SLOW(Course.ANY),
  /** A commit that is under way is overtaken by those of another job, its own being cancelled. */
  COMMIT_IS_OVERTAKEN(EnumSet.of(Course.OVERTAKEN)),
  /** Two jobs write the same gold. */
  SECOND_COPY(EnumSet.of(Course.SECOND_COPY));

  /** How a scenario goes on, whatever its faults do. */
  enum Course {
    /** One run to silver's newest version. */
    STRAIGHT,
    /** Stopped with a savepoint and resumed with another parallelism. */
    SAVEPOINT,
    /** The same twice: parallelism 1, 4, 2. */
    RESCALE,
    /** Stopped with --drain, then started without state. */
    DRAIN,
    /** Cancelled twice and started without state. */
    CANCEL,
    /** Cancelled while it commits, and started without state at once. */
    OVERTAKEN,
    /** A second copy is started, and the one that is left goes on. */
    SECOND_COPY;

    private static final Set<Course> ANY = EnumSet.of(STRAIGHT, SAVEPOINT, RESCALE, DRAIN, CANCEL);

    /** Those with several commits while silver grows. */
    private static final Set<Course> RUNNING = EnumSet.of(SAVEPOINT, RESCALE, DRAIN, CANCEL);
  }

  private final Set<Course> courses;

  BenchFault(Set<Course> courses) {
    this.courses = courses;
  }

  /** Those on which it can be met. */
  Set<Course> courses() {
    return courses;
  }

  /** Whether it needs a gold that an earlier run has left. */
  boolean needsGold() {
    return this == INDEX_SPLIT_FAILS;
  }
}
