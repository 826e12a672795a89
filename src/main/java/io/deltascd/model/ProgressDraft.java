package io.deltascd.model;

import java.util.List;
import java.util.UUID;

/** A {@link Progress} of which some fields are to become others. */
final class ProgressDraft {
  int format;
  UUID pipelineId;
  String pipelineName;
  String columns;
  HistorySettings history;
  SilverPosition silver;
  List<CommitId> commits;
  Totals totals;
  List<Resync> resyncs;
  boolean changedByOthers;
  boolean olderHistory;

  private final String mode;
  private final List<String> keys;
  private final long startVersion;

  ProgressDraft(Progress before) {
    format = before.format();
    pipelineId = before.pipelineId();
    pipelineName = before.pipelineName();
    mode = before.mode();
    keys = before.keys();
    columns = before.columns();
    history = before.history();
    startVersion = before.startVersion();
    silver = before.silver();
    commits = before.commits();
    totals = before.totals();
    resyncs = before.resyncs();
    changedByOthers = before.changedByOthers();
    olderHistory = before.olderHistory();
  }

  Progress progress() {
    return new Progress(
        format,
        pipelineId,
        pipelineName,
        mode,
        keys,
        columns,
        history,
        startVersion,
        silver,
        commits,
        totals,
        resyncs,
        changedByOthers,
        olderHistory);
  }
}
