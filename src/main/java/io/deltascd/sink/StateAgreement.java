package io.deltascd.sink;

import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.DeadLetterProgress;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.util.List;
import java.util.UUID;

/**
 * Judges the state that a job starts from together with gold:
 *
 * <table>
 * <caption>Gold's newest commit beside the newest one of the state</caption>
 * <tr><td>the same</td><td>go on</td></tr>
 * <tr><td>later</td><td>stop: the state is older than gold</td></tr>
 * <tr><td>of the same number, another one</td><td>stop: a second writer</td></tr>
 * <tr><td>earlier</td><td>the state may hold commits that are still to be done; if it is so
 *     afterwards as well, stop: gold is older than the state</td></tr>
 * </table>
 */
final class StateAgreement {
  private static final String WITHOUT_STATE = "start without state: gold is enough to go on";

  private StateAgreement() {}

  /**
   * Before pending commits are done.
   *
   * @throws PipelineException if the job cannot go on, whatever they are
   */
  static void beforePending(UUID pipelineId, CommitId newest, Progress gold, TableLocation where) {
    if (!gold.pipelineId().equals(pipelineId)) {
      throw new PipelineException(
          "Gold belongs to another pipeline than the state",
          where.toString(),
          "gold of pipeline " + gold.pipelineId(),
          "gold of pipeline " + pipelineId,
          "start from a savepoint of this pipeline, or " + WITHOUT_STATE);
    }
    CommitId last = gold.newest();
    if (last.sequence() > newest.sequence()) {
      throw disagreement(
          "The state is older than gold",
          newest,
          last,
          where,
          "stop the other job if one writes to this gold; then start from the newest savepoint or"
              + " checkpoint, or "
              + WITHOUT_STATE);
    }
    if (last.sequence() == newest.sequence() && !last.equals(newest)) {
      throw disagreement(
          "Another job has written to gold since the state was made",
          newest,
          last,
          where,
          "stop the other job, then " + WITHOUT_STATE);
    }
  }

  /**
   * After pending commits have been done.
   *
   * @throws PipelineException if gold does not stand where the state says
   */
  static void afterPending(UUID pipelineId, CommitId newest, Progress gold, TableLocation where) {
    beforePending(pipelineId, newest, gold, where);
    if (!gold.newest().equals(newest)) {
      throw disagreement(
          "Gold is older than the state",
          newest,
          gold.newest(),
          where,
          "if gold was set back on purpose, " + WITHOUT_STATE + "; else bring gold back");
    }
  }

  /**
   * The state without the rejected rows that the dead-letter table has already. If it stands at a
   * later version than the state's newest commit, a commit after the state was appended there, and
   * did not get as far as gold; it had all rejected rows that the state holds.
   *
   * @throws PipelineException if the state holds rows of later versions than that commit: it was
   *     another job's, and what they have in common cannot be told
   */
  static AggregatorState withoutAppended(
      AggregatorState state, DeadLetterProgress table, TableLocation where) {
    WriteResult.Changes held = state.held();
    long appended = table.versionIn(state.silver().tableId(), state.resync());
    if (appended <= state.appliedVersion() || held.deadLetters().isEmpty()) {
      return state;
    }
    if (held.highestTouched() > appended) {
      throw new PipelineException(
          "Another job has written to the dead-letter table since the state was made",
          where.toString(),
          "rows up to silver version " + appended,
          "rows up to silver version " + state.appliedVersion() + ", where the state stands",
          "stop the other job, then " + WITHOUT_STATE);
    }
    return new AggregatorState(
        state.pipelineId(),
        state.newest(),
        state.silver(),
        state.finished(),
        new WriteResult.Changes(
            held.highestTouched(),
            held.timeMicros(),
            held.files(),
            held.marks(),
            held.done(),
            List.of(),
            held.schemas()),
        state.resync());
  }

  private static PipelineException disagreement(
      String what, CommitId state, CommitId gold, TableLocation where, String remedy) {
    return new PipelineException(
        what,
        where.toString(),
        "gold's newest commit %d (%s)".formatted(gold.sequence(), gold.id()),
        "commit %d (%s), the newest of the state".formatted(state.sequence(), state.id()),
        remedy);
  }
}
