package io.deltascd.model;

import java.io.Serializable;
import java.util.UUID;
import javax.annotation.Nullable;

/**
 * Where a job without state begins. Looked up when the job is submitted, so that all of its
 * operators begin at the same point, and begin there again after a failure before the first
 * checkpoint. A job that starts from a savepoint or checkpoint uses the pipeline's id only, to see
 * that the state belongs to this gold.
 *
 * @param pipelineId identity of the pipeline that gold belongs to
 * @param pipelineName its name, for people
 * @param startVersion the version of silver whose snapshot the history begins with
 * @param newest gold's newest commit
 * @param silver where gold stands
 * @param resync the leap that the job begins with; null if it goes on where gold stands
 * @param goldLacksRows whether someone else may have taken current rows out of gold
 */
public record StartPoint(
    UUID pipelineId,
    String pipelineName,
    long startVersion,
    CommitId newest,
    SilverPosition silver,
    @Nullable Resync resync,
    boolean goldLacksRows)
    implements Serializable {

  /** Of a gold with this progress. */
  public static StartPoint of(Progress progress) {
    return new StartPoint(
        progress.pipelineId(),
        progress.pipelineName(),
        progress.startVersion(),
        progress.newest(),
        progress.silver(),
        null,
        progress.changedByOthers());
  }

  /**
   * The same, with a leap to a snapshot of silver.
   *
   * @param to version of the snapshot
   * @param tableId {@code metaData.id} of silver as of that version
   */
  public StartPoint leapingTo(long to, String tableId) {
    return new StartPoint(
        pipelineId,
        pipelineName,
        startVersion,
        newest,
        // Where gold stands has no meaning in another table.
        new SilverPosition(tableId, SilverPosition.NO_VERSION, silver.timeMicros()),
        new Resync(silver.version(), to),
        goldLacksRows);
  }

  /**
   * Makes sure that gold is still there where the job was to begin.
   *
   * @param now gold's progress
   * @param gold for the error text
   * @throws PipelineException if someone has committed meanwhile
   */
  public void requireUnchanged(Progress now, String gold) {
    if (!now.pipelineId().equals(pipelineId) || !now.newest().equals(newest)) {
      throw new PipelineException(
          "Gold has changed since the job was submitted",
          gold,
          "commit %d (%s)".formatted(now.newest().sequence(), now.newest().id()),
          "commit %d (%s)".formatted(newest.sequence(), newest.id()),
          "stop the other job that writes to this gold, then start this one again");
    }
  }

  /** Whether gold has no history yet, so that the first snapshot comes first. */
  public boolean isFirst() {
    return resync == null && !silver.hasVersion();
  }
}
