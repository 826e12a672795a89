package io.deltascd.model;

import java.util.UUID;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.StringSerializer;

/**
 * Tells an operator whether it goes on from state or begins without, whatever else its state holds,
 * and makes sure that the state is this pipeline's. All operators of a job must be of one mind:
 * Flink lets an operator begin empty beside others that go on, if its state is missing in a
 * savepoint.
 */
public final class StateOrigin {
  /** The source's word for "I begin without state": a watermark below every version. */
  public static final long FRESH = -1;

  private static final String STATE = "origin";
  private static final String PIPELINE = "pipeline";

  private final boolean fresh;

  /**
   * @param states of the operator, restored already; from now on holds the pipeline's id
   * @param pipelineId of the gold that the job maintains
   * @throws PipelineException if the state is of another pipeline
   */
  public StateOrigin(OperatorStateStore states, UUID pipelineId) throws Exception {
    // Each subtask has it, those that a larger parallelism adds included. (With union state Flink
    // would fail each checkpoint in which some subtasks have ended and others have not.)
    BroadcastState<String, String> stored =
        states.getBroadcastState(
            new MapStateDescriptor<>(STATE, StringSerializer.INSTANCE, StringSerializer.INSTANCE));
    String id = stored.get(PIPELINE);
    if (id != null && !id.equals(pipelineId.toString())) {
      throw new PipelineException(
          "The state is of another pipeline than gold",
          "the savepoint or checkpoint that the job starts from",
          "state of pipeline " + id,
          "state of pipeline " + pipelineId + ", to which gold belongs",
          "start from a savepoint of this pipeline, or without one: gold is enough to go on");
    }
    this.fresh = id == null;
    stored.put(PIPELINE, pipelineId.toString());
  }

  /** Whether the operator begins without state. */
  public boolean isFresh() {
    return fresh;
  }

  /**
   * The error when some operators begin without state and others do not.
   *
   * @param found which of them
   */
  public static PipelineException mixed(String found) {
    return new PipelineException(
        "A part of the job's state is missing",
        "the savepoint or checkpoint that the job starts from",
        found,
        "the state of all operators, or of none",
        "start from a complete savepoint, or without one: gold is enough to go on");
  }
}
