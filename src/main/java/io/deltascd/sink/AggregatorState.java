package io.deltascd.sink;

import io.deltascd.model.CommitId;
import io.deltascd.model.Resync;
import io.deltascd.model.SilverPosition;
import io.deltascd.model.VersionedCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.UUID;
import javax.annotation.Nullable;

/**
 * The aggregator at a checkpoint.
 *
 * @param pipelineId identity of the pipeline
 * @param newest the newest commit handed to the committer: the parent of the next one
 * @param silver where gold stands after it
 * @param finished the newest silver version that all subtasks have finished; {@link Long#MIN_VALUE}
 *     if unknown
 * @param held changes not yet handed over
 * @param resync the leap that the next commit makes; null if it makes none
 */
record AggregatorState(
    UUID pipelineId,
    CommitId newest,
    SilverPosition silver,
    long finished,
    WriteResult.Changes held,
    @Nullable Resync resync) {

  /**
   * The version of silver that gold stood at before anything of the state was written; in a leap
   * back the one before those that count from there on.
   */
  long appliedVersion() {
    if (resync == null) {
      return silver.version();
    }
    return resync.goesBack() ? resync.to() - 1 : resync.from();
  }

  /**
   * Format 1: pipeline id · last commit (sequence, id) · silver (table id, version, time) ·
   * finished · held changes · leap.
   */
  static final class Codec extends VersionedCodec<AggregatorState> {
    private static final long serialVersionUID = 1L;

    Codec() {
      super(1, "The state of the aggregator");
    }

    @Override
    protected void write(AggregatorState state, DataOutput out) throws IOException {
      SinkFormat.writeUuid(state.pipelineId(), out);
      SinkFormat.writeCommitId(state.newest(), out);
      SinkFormat.writeSilver(state.silver(), out);
      out.writeLong(state.finished());
      SinkFormat.writeChanges(state.held(), out);
      SinkFormat.writeResync(state.resync(), out);
    }

    @Override
    protected AggregatorState read(int format, DataInput in) throws IOException {
      return new AggregatorState(
          SinkFormat.readUuid(in),
          SinkFormat.readCommitId(in),
          SinkFormat.readSilver(in),
          in.readLong(),
          SinkFormat.readChanges(in),
          SinkFormat.readResync(in));
    }
  }
}
