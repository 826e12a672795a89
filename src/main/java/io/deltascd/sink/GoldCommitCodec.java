package io.deltascd.sink;

import io.deltascd.model.GoldCommit;
import io.deltascd.model.ModelFormat;
import io.deltascd.model.VersionedCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The committable. Format 1: target · pipeline id · commit (sequence, id) · parent (sequence, id) ·
 * kind · silver (table id, version, time) · files · marks · counts · files of dead letters ·
 * schemas · leap.
 */
final class GoldCommitCodec extends VersionedCodec<GoldCommit> {
  private static final long serialVersionUID = 1L;

  GoldCommitCodec() {
    super(1, "A committable");
  }

  @Override
  protected void write(GoldCommit commit, DataOutput out) throws IOException {
    out.writeInt(commit.target());
    SinkFormat.writeUuid(commit.pipelineId(), out);
    SinkFormat.writeCommitId(commit.id(), out);
    SinkFormat.writeCommitId(commit.parent(), out);
    out.writeByte(kindByte(commit.kind()));
    SinkFormat.writeSilver(commit.silver(), out);
    SinkFormat.writeFiles(commit.files(), out);
    SinkFormat.writeMarks(commit.marks(), out);
    SinkFormat.writeTotals(commit.done(), out);
    SinkFormat.writeFiles(commit.deadLetters(), out);
    ModelFormat.writeSchemas(commit.schemas(), out);
    SinkFormat.writeResync(commit.resync(), out);
  }

  @Override
  protected GoldCommit read(int format, DataInput in) throws IOException {
    return new GoldCommit(
        in.readInt(),
        SinkFormat.readUuid(in),
        SinkFormat.readCommitId(in),
        SinkFormat.readCommitId(in),
        kindOf(in.readByte()),
        SinkFormat.readSilver(in),
        SinkFormat.readFiles(in),
        SinkFormat.readMarks(in),
        SinkFormat.readTotals(in),
        SinkFormat.readFiles(in),
        ModelFormat.readSchemas(in),
        SinkFormat.readResync(in));
  }

  private static int kindByte(GoldCommit.Kind kind) {
    return switch (kind) {
      case DATA -> 0;
      case PROGRESS -> 1;
      case RESYNC -> 2;
    };
  }

  private static GoldCommit.Kind kindOf(byte kind) throws IOException {
    return switch (kind) {
      case 0 -> GoldCommit.Kind.DATA;
      case 1 -> GoldCommit.Kind.PROGRESS;
      case 2 -> GoldCommit.Kind.RESYNC;
      default -> throw new IOException("Unknown kind of commit: " + kind);
    };
  }
}
