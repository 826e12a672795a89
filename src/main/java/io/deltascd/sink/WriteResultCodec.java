package io.deltascd.sink;

import io.deltascd.model.VersionedCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Format 1: target · subtask · parallelism · fresh (1) · finished · stopped (1) · highest touched ·
 * its time · files · marks (file hash → row numbers as a portable RoaringBitmap) · counts · files
 * of dead letters · schemas.
 */
final class WriteResultCodec extends VersionedCodec<WriteResult> {
  private static final long serialVersionUID = 1L;

  WriteResultCodec() {
    super(1, "A write result");
  }

  @Override
  protected void write(WriteResult result, DataOutput out) throws IOException {
    out.writeInt(result.target());
    out.writeInt(result.subtask());
    out.writeInt(result.parallelism());
    out.writeBoolean(result.fresh());
    out.writeLong(result.finished());
    out.writeBoolean(result.stopped());
    SinkFormat.writeChanges(result.changes(), out);
  }

  @Override
  protected WriteResult read(int format, DataInput in) throws IOException {
    return new WriteResult(
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readBoolean(),
        in.readLong(),
        in.readBoolean(),
        SinkFormat.readChanges(in));
  }
}
