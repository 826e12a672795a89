package io.deltascd.job;

import java.util.EnumSet;
import java.util.Set;

/** The fault points of the bench, by name, in the order of a row's way to gold. */
enum BenchFault {
  /** A log entry of silver is there, but the next look-ups and listings do not show it. */
  SILVER_LOG_LAGS(Where.RUNNING),
  /** A data file of silver that a log entry names cannot be seen yet. */
  SILVER_FILE_LAGS(Where.CANCELLED),
  /** Silver's log cannot be read for a moment, in the enumerator: all of the job restarts. */
  ENUMERATOR_FAILS(Where.ANY),
  /** A file of the first snapshot cannot be read, before there is any checkpoint. */
  FIRST_SNAPSHOT_FAILS(Where.ANY),
  /** A file of gold cannot be read while a job without state looks for its current rows. */
  INDEX_SPLIT_FAILS(Where.WITHOUT_STATE),
  /** A task fails between source and history. */
  TASK_FAILS(Where.ANY),
  /** In the middle of a data file. */
  WRITING_DATA_FILE_FAILS(Where.ANY),
  /** A data file is closed, the barrier has not gone on. */
  CLOSING_DATA_FILE_FAILS(Where.ANY),
  /** All files are closed, but the snapshot fails, and with it the job. */
  SNAPSHOT_FAILS(Where.ANY),
  /** The same, but the job goes on, and the next checkpoint has it all. */
  CHECKPOINT_IS_DECLINED(Where.ANY),
  /** The checkpoint is done, and the committer begins. */
  COMMIT_BEGINS(Where.ANY),
  /** The deletion vectors are written, the log entry is not. */
  COMMIT_IN_THE_MIDDLE(Where.RUNNING),
  /** The log entry is there, but the call that wrote it fails. */
  COMMIT_OUTCOME_UNKNOWN(Where.ANY),
  /** The commit is done; the task fails before Flink knows. */
  COMMIT_DONE(Where.ANY),
  /** Errors of writing that pass after some attempts. */
  COMMIT_FAILS_SOME_TIMES(Where.ANY),
  /** Another failure, or two, while what was pending is committed after a restart. */
  RECOVERY_FAILS(Where.ANY),
  /** The next looks at gold do not show its newest log entry. */
  GOLD_LOG_LAGS(Where.ANY),
  /** An operation takes as long as it likes; silver grows meanwhile. */
  STORAGE_IS_SLOW(Where.ANY),
  /** A commit that is under way is overtaken by those of another job, its own being cancelled. */
  COMMIT_IS_OVERTAKEN(Where.OVERTAKEN),
  /** Two jobs write the same gold. */
  SECOND_COPY(Where.SECOND_COPY);

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
    SECOND_COPY
  }

  /** On which courses a fault can be met. */
  private enum Where {
    ANY,
    /** With several commits while silver grows. */
    RUNNING,
    /** With a start without state on a gold that is there. */
    WITHOUT_STATE,
    /** As one that is cancelled and so may as well end by itself. */
    CANCELLED,
    OVERTAKEN,
    SECOND_COPY;

    Set<Course> courses() {
      return switch (this) {
        case ANY ->
            EnumSet.of(
                Course.STRAIGHT, Course.SAVEPOINT, Course.RESCALE, Course.DRAIN, Course.CANCEL);
        case RUNNING -> EnumSet.of(Course.SAVEPOINT, Course.RESCALE, Course.DRAIN, Course.CANCEL);
        case WITHOUT_STATE -> EnumSet.of(Course.DRAIN, Course.CANCEL);
        case CANCELLED -> EnumSet.of(Course.CANCEL);
        case OVERTAKEN -> EnumSet.of(Course.OVERTAKEN);
        case SECOND_COPY -> EnumSet.of(Course.SECOND_COPY);
      };
    }
  }

  private final Where where;

  BenchFault(Where where) {
    this.where = where;
  }

  /** Those on which it can be met. */
  Set<Course> courses() {
    return where.courses();
  }

  /** Whether it needs a gold that an earlier run has left. */
  boolean needsGold() {
    return this == INDEX_SPLIT_FAILS;
  }
}
