package io.deltascd.model;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.annotation.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Everything one commit to gold needs: the committable between the aggregator and the committer.
 *
 * @param target ordinal of the target in the pipeline file
 * @param pipelineId identity of the pipeline, also the application id of gold's transactions
 * @param id of this commit
 * @param parent the commit that gold's newest one must be
 * @param kind why there is a commit
 * @param silver the version that gold stands at afterwards: all of it and nothing after it
 * @param files new files; rows of them may be marked already
 * @param marks rows that no longer count, by file: in files of gold or among {@code files}
 * @param done what this commit does, for the totals in gold's progress
 * @param deadLetters new files of the dead-letter table, which become part of it before gold gets
 *     the rest
 * @param schemas the columns that silver got in the versions of this commit, as far as the target
 *     needs them, oldest first; gold follows one after the other
 * @param resync the leap that gold makes with it; null if it makes none
 */
public record GoldCommit(
    int target,
    UUID pipelineId,
    CommitId id,
    CommitId parent,
    Kind kind,
    SilverPosition silver,
    List<DataFile> files,
    Map<FileId, RoaringBitmap> marks,
    Totals done,
    List<DataFile> deadLetters,
    List<SilverSchema> schemas,
    @Nullable Resync resync) {

  /** The same with other marks. */
  public GoldCommit marking(Map<FileId, RoaringBitmap> others) {
    return new GoldCommit(
        target,
        pipelineId,
        id,
        parent,
        kind,
        silver,
        files,
        others,
        done,
        deadLetters,
        schemas,
        resync);
  }

  /** Why there is a commit. */
  public enum Kind {
    /** Rows of gold change, or its columns. */
    DATA,
    /** Silver went on without an effect on gold. */
    PROGRESS,
    /** Gold leaps over versions of silver whose changes are not known. */
    RESYNC
  }
}
