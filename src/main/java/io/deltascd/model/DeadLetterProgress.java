package io.deltascd.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.UUID;
import javax.annotation.Nullable;

/**
 * What a dead-letter table remembers of its pipeline: written with each commit as domain metadata
 * {@link #DOMAIN}, as JSON.
 *
 * @param format version of this format, now {@value #FORMAT}
 * @param pipelineId identity of the pipeline, the one that its gold has
 * @param pipelineName {@code name} of the pipeline file, for people
 * @param silverVersion the table has the rejected rows of all versions up to this one that the
 *     pipeline has read, and none of a later one; -1 before the first commit
 * @param commits the newest commits to gold whose rejected rows are here, oldest first, at most
 *     {@value Progress#KEPT_COMMITS}
 * @param silverTableId silver's table id as gold has it, see {@link SilverPosition}; null if an
 *     earlier release wrote this
 * @param resync the leap that gold makes with the newest of these commits; null if it makes none
 */
public record DeadLetterProgress(
    @JsonProperty("format") int format,
    @JsonProperty("pipelineId") UUID pipelineId,
    @JsonProperty("pipelineName") String pipelineName,
    @JsonProperty("silverVersion") long silverVersion,
    @JsonProperty("commits") List<CommitId> commits,
    @JsonProperty("silverTableId") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String silverTableId,
    @JsonProperty("resync") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Resync resync) {

  /** Name of the domain in the table's log. */
  public static final String DOMAIN = "flink-delta-scd.dead-letters";

  /** The format written now. */
  public static final int FORMAT = 1;

  private static final DomainJson<DeadLetterProgress> JSON =
      new DomainJson<>(
          DeadLetterProgress.class,
          DOMAIN,
          DeadLetterProgress::format,
          FORMAT,
          "the dead-letter table",
          "choose another target.dead-letter-path");

  public DeadLetterProgress {
    commits = List.copyOf(commits);
  }

  /** Of a table that has just been created, for the pipeline of a gold. */
  public static DeadLetterProgress created(Progress gold) {
    return new DeadLetterProgress(
        FORMAT,
        gold.pipelineId(),
        gold.pipelineName(),
        SilverPosition.NO_VERSION,
        List.of(),
        gold.silver().tableId(),
        null);
  }

  /** Whether the rejected rows of that very commit are here, as far as the table remembers. */
  public boolean contains(CommitId commit) {
    return commits.contains(commit);
  }

  /**
   * The version up to which the table has the rejected rows, as silver counts its versions now;
   * {@link SilverPosition#NO_VERSION} if those that the table has are of other versions with these
   * numbers. They are if silver was dropped and made anew, and if gold leaps back to an earlier
   * version of the same table; but not if that very leap had got as far as this table before.
   *
   * @param tableId silver's table id as gold has it
   * @param leap that gold makes; null if it makes none
   */
  public long versionIn(String tableId, @Nullable Resync leap) {
    boolean sameTable = silverTableId == null || silverTableId.equals(tableId);
    boolean sameCount =
        leap == null || !leap.goesBack() || (resync != null && resync.from() == leap.from());
    return sameTable && sameCount ? silverVersion : SilverPosition.NO_VERSION;
  }

  /** What the table remembers once it has the rejected rows of {@code commit}. */
  public DeadLetterProgress after(GoldCommit commit) {
    SilverPosition silver = commit.silver();
    return new DeadLetterProgress(
        FORMAT,
        pipelineId,
        pipelineName,
        // A commit without rejected rows may end before those that were appended in an earlier run.
        Math.max(silver.version(), versionIn(silver.tableId(), commit.resync())),
        Progress.commitsWith(commits, commit.id()),
        silver.tableId(),
        commit.resync());
  }

  /** As written into the table's log. */
  public String toJson() {
    return JSON.write(this);
  }

  /**
   * @param json as read from the table's log
   * @param table its path, for the error text
   * @throws PipelineException if it is not ours or of a newer format
   */
  public static DeadLetterProgress fromJson(String json, String table) {
    return JSON.read(json, table);
  }
}
