package io.deltascd.sink;

import io.deltascd.model.GoldCommit;
import java.io.DataInputStream;
import java.io.DataOutputStream;
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
  void write(GoldCommit commit, DataOutputStream out) throws IOException {
    out.writeInt(commit.target());
    ChangesCodec.writeUuid(commit.pipelineId(), out);
    ChangesCodec.writeCommitId(commit.id(), out);
    ChangesCodec.writeCommitId(commit.parent(), out);
    out.writeByte(kindByte(commit.kind()));
    ChangesCodec.writeSilver(commit.silver(), out);
    ChangesCodec.writeFiles(commit.files(), out);
    ChangesCodec.writeMarks(commit.marks(), out);
    ChangesCodec.writeTotals(commit.done(), out);
    ChangesCodec.writeFiles(commit.deadLetters(), out);
    ChangesCodec.writeSchemas(commit.schemas(), out);
    ChangesCodec.writeResync(commit.resync(), out);
  }

  @Override
  GoldCommit read(int format, DataInputStream in) throws IOException {
    return new GoldCommit(
        in.readInt(),
        ChangesCodec.readUuid(in),
        ChangesCodec.readCommitId(in),
        ChangesCodec.readCommitId(in),
        kindOf(in.readByte()),
        ChangesCodec.readSilver(in),
        ChangesCodec.readFiles(in),
        ChangesCodec.readMarks(in),
        ChangesCodec.readTotals(in),
        ChangesCodec.readFiles(in),
        ChangesCodec.readSchemas(in),
        ChangesCodec.readResync(in));
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
