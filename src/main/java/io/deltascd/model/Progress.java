package io.deltascd.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * What gold remembers of its pipeline: written with each commit as domain metadata {@link #DOMAIN}
 * of gold, as JSON. Nothing else is needed to go on.
 *
 * @param format version of this format: {@value #FORMAT} of a gold that was adopted, which a
 *     release that knows no adoption would misread, else {@value #USUAL_FORMAT}
 * @param pipelineId identity of the pipeline, drawn when gold was created
 * @param pipelineName {@code name} of the pipeline file, for people
 * @param mode {@code scd2}
 * @param keys key columns
 * @param columns fingerprint of everything that decides the meaning of a row: columns with types,
 *     keys, tracked columns, names of the history columns
 * @param history the settings that gold was created with; the defaults if an earlier release did
 * @param startVersion the version of silver whose snapshot the history begins with; of a gold with
 *     older history the version that it stood at when it was adopted
 * @param silver where gold stands
 * @param commits the newest commits, oldest first, at most {@value #KEPT_COMMITS}
 * @param totals since gold was created
 * @param resyncs the leaps over versions of silver whose changes are not known, oldest first
 * @param changedByOthers whether someone else has ever changed or removed rows of gold
 * @param olderHistory whether gold was adopted with records of which silver cannot tell
 */
public record Progress(
    @JsonProperty("format") int format,
    @JsonProperty("pipelineId") UUID pipelineId,
    @JsonProperty("pipelineName") String pipelineName,
    @JsonProperty("mode") String mode,
    @JsonProperty("keys") List<String> keys,
    @JsonProperty("columns") String columns,
    @JsonProperty("history") HistorySettings history,
    @JsonProperty("startVersion") long startVersion,
    @JsonProperty("silver") SilverPosition silver,
    @JsonProperty("commits") List<CommitId> commits,
    @JsonProperty("totals") Totals totals,
    @JsonProperty("resyncs") @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Resync> resyncs,
    @JsonProperty("changedByOthers") @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        boolean changedByOthers,
    @JsonProperty("olderHistory") @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        boolean olderHistory) {

  /** Name of the domain in gold's log. */
  public static final String DOMAIN = "flink-delta-scd.progress";

  /** The newest format. */
  public static final int FORMAT = 2;

  private static final int USUAL_FORMAT = 1;

  /** How many commits are remembered. */
  public static final int KEPT_COMMITS = 64;

  private static final DomainJson<Progress> JSON =
      new DomainJson<>(
          Progress.class,
          DOMAIN,
          Progress::format,
          FORMAT,
          "gold",
          "build gold anew at another path");

  public Progress {
    keys = List.copyOf(keys);
    history = Objects.requireNonNullElse(history, HistorySettings.DEFAULT);
    commits = List.copyOf(commits);
    resyncs = List.copyOf(Objects.requireNonNullElse(resyncs, List.of()));
  }

  /** Of a gold that has just been created and has no rows yet, with the usual settings. */
  public static Progress created(
      String pipelineName,
      String mode,
      List<String> keys,
      String columns,
      long startVersion,
      String silverTableId) {
    return new Progress(
        USUAL_FORMAT,
        UUID.randomUUID(),
        pipelineName,
        mode,
        keys,
        columns,
        HistorySettings.DEFAULT,
        startVersion,
        SilverPosition.none(silverTableId),
        List.of(new CommitId(0, UUID.randomUUID())),
        Totals.NONE,
        List.of(),
        false,
        false);
  }

  /**
   * The same, of a gold that a notebook has kept so far.
   *
   * @param at where it stands
   * @param older see {@link #olderHistory()}
   */
  public Progress adopted(SilverPosition at, boolean older) {
    ProgressDraft draft = new ProgressDraft(this);
    draft.format = FORMAT;
    draft.silver = at;
    draft.olderHistory = older;
    return draft.progress();
  }

  /** Whether a notebook has kept gold before. */
  public boolean wasAdopted() {
    return format == FORMAT;
  }

  /** The same, of a gold with other settings than the usual ones. */
  public Progress with(HistorySettings settings) {
    ProgressDraft draft = new ProgressDraft(this);
    draft.history = settings;
    return draft.progress();
  }

  /**
   * The same, of a gold that has got other columns.
   *
   * @param fingerprint of them
   */
  public Progress withColumns(String fingerprint) {
    ProgressDraft draft = new ProgressDraft(this);
    draft.columns = fingerprint;
    return draft.progress();
  }

  /** The same, of a gold whose rows someone else has changed. */
  public Progress asChangedByOthers() {
    ProgressDraft draft = new ProgressDraft(this);
    draft.changedByOthers = true;
    return draft.progress();
  }

  /** The version of silver that gold stands at, or is to begin with while it has none. */
  public long silverVersionOrFirst() {
    return silver.hasVersion() ? silver.version() : startVersion;
  }

  /** The newest commit. */
  public CommitId newest() {
    return commits.get(commits.size() - 1);
  }

  /** Whether that very commit has been done, as far as gold remembers. */
  public boolean contains(CommitId commit) {
    return commits.contains(commit);
  }

  /** What gold remembers after {@code commit}. */
  public Progress after(GoldCommit commit) {
    ProgressDraft draft = new ProgressDraft(this);
    draft.silver = commit.silver();
    draft.commits = commitsWith(commits, commit.id());
    draft.totals = totals.plus(commit.done());
    if (commit.resync() != null) {
      draft.resyncs = new ArrayList<>(resyncs);
      draft.resyncs.add(commit.resync());
    }
    return draft.progress();
  }

  /**
   * What gold remembers once the rows of another gold have taken the place of its own: it stays the
   * same pipeline's, with its commits, and is the history that the other one is.
   *
   * @param built the other gold's progress
   * @param commit that does it
   */
  public Progress replacedBy(Progress built, CommitId commit) {
    ProgressDraft draft = new ProgressDraft(built);
    draft.pipelineId = pipelineId;
    draft.pipelineName = pipelineName;
    draft.commits = commitsWith(commits, commit);
    draft.changedByOthers = false;
    return draft.progress();
  }

  /** The commits that are remembered once there is one more. */
  static List<CommitId> commitsWith(List<CommitId> earlier, CommitId commit) {
    List<CommitId> all = new ArrayList<>(earlier);
    all.add(commit);
    return all.subList(Math.max(0, all.size() - KEPT_COMMITS), all.size());
  }

  /** As written into gold's log. */
  public String toJson() {
    return JSON.write(this);
  }

  /**
   * @param json as read from gold's log
   * @param table gold's path, for the error text
   * @throws PipelineException if it is not ours or of a newer format
   */
  public static Progress fromJson(String json, String table) {
    return JSON.read(json, table);
  }
}
