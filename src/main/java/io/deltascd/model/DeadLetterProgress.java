package io.deltascd.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.UUID;

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
 */
public record DeadLetterProgress(
    @JsonProperty("format") int format,
    @JsonProperty("pipelineId") UUID pipelineId,
    @JsonProperty("pipelineName") String pipelineName,
    @JsonProperty("silverVersion") long silverVersion,
    @JsonProperty("commits") List<CommitId> commits) {

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
    return new DeadLetterProgress(FORMAT, gold.pipelineId(), gold.pipelineName(), -1, List.of());
  }

  /** Whether the rejected rows of that very commit are here, as far as the table remembers. */
  public boolean contains(CommitId commit) {
    return commits.contains(commit);
  }

  /** What the table remembers once it has the rejected rows of {@code commit}. */
  public DeadLetterProgress after(GoldCommit commit) {
    return new DeadLetterProgress(
        FORMAT,
        pipelineId,
        pipelineName,
        commit.silver().version(),
        Progress.commitsWith(commits, commit.id()));
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
