package io.deltascd.table;

import io.delta.kernel.Snapshot;
import io.deltascd.config.TableLocation;
import io.deltascd.model.CommitId;
import io.deltascd.model.GoldCommit;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must be true of gold before it is read or written, and the errors if it is not. */
final class GoldChecks {
  private static final Logger LOG = LoggerFactory.getLogger(GoldChecks.class);

  /** Kernel writes no feed of its own, and rows that close must go from the current files. */
  private static final List<String> UNWRITABLE =
      List.of("delta.enableChangeDataFeed", "delta.appendOnly");

  private GoldChecks() {}

  /**
   * The progress in a snapshot of gold.
   *
   * @throws PipelineException if there is none, or the table has become one that cannot be kept
   */
  static Progress progress(Snapshot snapshot, TableLocation gold) throws IOException {
    Optional<String> json = domain(snapshot, gold);
    if (json.isEmpty()) {
      throw new PipelineException(
          "The table at gold's path is not one of flink-delta-scd",
          gold + ", version " + snapshot.getVersion(),
          "no domain metadata " + Progress.DOMAIN,
          "no table, or one that flink-delta-scd created",
          snapshot.getTableProperties().containsKey(NotebookGold.LAST_VERSION)
              ? "write target.adopt: true to go on with the history that a notebook has kept there,"
                  + " as the table property "
                  + NotebookGold.LAST_VERSION
                  + " tells; else choose another path for gold"
              : "choose another path for gold, or move that table away");
    }
    requireWritable(snapshot, gold);
    return Progress.fromJson(json.get(), gold.path());
  }

  /** Whether the table is one of ours. */
  static boolean isOurs(Snapshot snapshot, TableLocation gold) throws IOException {
    return domain(snapshot, gold).isPresent();
  }

  private static Optional<String> domain(Snapshot snapshot, TableLocation gold) throws IOException {
    return KernelCalls.reading(
        "the progress of " + gold, () -> snapshot.getDomainMetadata(Progress.DOMAIN));
  }

  /**
   * Refuses a table whose properties forbid that it is written as gold is.
   *
   * @throws PipelineException if one of them forbids it
   */
  static void requireWritable(Snapshot snapshot, TableLocation gold) {
    for (String property : UNWRITABLE) {
      if (Boolean.parseBoolean(snapshot.getTableProperties().get(property))) {
        throw new PipelineException(
            "Gold has a property under which it cannot be maintained",
            gold.path(),
            property + " = true",
            property + " = false",
            "ALTER TABLE … SET TBLPROPERTIES ('" + property + "' = 'false')");
      }
    }
  }

  /**
   * Where current rows lie.
   *
   * @throws PipelineException if gold is not partitioned as it was created
   */
  static GoldLayout requireLayout(Snapshot snapshot, Progress progress, TableLocation gold) {
    List<String> columns = snapshot.getPartitionColumnNames();
    List<String> created = progress.history().partitionBy();
    if (!columns.equals(created)) {
      throw new PipelineException(
          "Gold's partitions have been changed",
          gold + ", version " + snapshot.getVersion(),
          "partition columns " + columns,
          "partition columns " + created + ", as flink-delta-scd created it",
          "build gold anew with delta-scd rebuild");
    }
    return GoldLayout.of(progress.history());
  }

  /** Whether someone wants rows to keep their ids, which rows that are written again do not. */
  static boolean hasRowIds(Snapshot snapshot) {
    return Boolean.parseBoolean(snapshot.getTableProperties().get("delta.enableRowTracking"));
  }

  /**
   * Refuses a commit that does not continue what is in gold.
   *
   * @throws PipelineException if it does not
   */
  static void requireParent(GoldCommit commit, Progress progress, TableLocation gold) {
    if (!commit.pipelineId().equals(progress.pipelineId())) {
      throw new PipelineException(
          "Gold belongs to another pipeline",
          gold.path(),
          "pipeline %s (%s)".formatted(progress.pipelineId(), progress.pipelineName()),
          "pipeline " + commit.pipelineId(),
          "give each pipeline a gold of its own");
    }
    CommitId newest = progress.newest();
    if (!newest.equals(commit.parent())) {
      boolean goldIsAhead = newest.sequence() > commit.parent().sequence();
      throw new PipelineException(
          goldIsAhead
              ? "Gold is newer than the state of this job, or a second job writes to it"
              : "Gold is older than the state of this job",
          gold + ", commit " + commit.id().sequence(),
          "newest commit %d (%s)".formatted(newest.sequence(), newest.id()),
          "newest commit %d (%s)".formatted(commit.parent().sequence(), commit.parent().id()),
          goldIsAhead
              ? "stop the other job, then start without state: gold is enough to go on"
              : "start without state: gold is enough to go on");
    }
  }

  /**
   * Refuses a gold that others set back or replaced. Progress stays in the log when the rows of an
   * earlier version come back, so nothing else would show it; a mark that misses its row shows
   * every other change.
   *
   * @throws PipelineException if one of the commits set gold back or replaced it
   */
  static void requireNotSetBack(List<ForeignCommit> commits, TableLocation gold) {
    for (ForeignCommit commit : commits) {
      if (commit.changesRows() && setsBack(commit.operation())) {
        throw setBack(gold + ", version " + commit.version(), commit.operation(), null);
      }
    }
    for (ForeignCommit commit : commits) {
      if (commit.changesRows()) {
        LOG.warn(
            "Someone else changed rows of {} in version {}: {}",
            gold,
            commit.version(),
            commit.operation());
      }
    }
  }

  private static boolean setsBack(String operation) {
    String name = operation.toUpperCase(Locale.ROOT);
    return name.contains("RESTORE") || name.contains("REPLACE") || name.contains("CLONE");
  }

  /**
   * A mark of the job does not hit a current row, and nothing in gold's log tells why.
   *
   * @param found what it hits
   */
  static PipelineException disagreement(TableLocation gold, String found) {
    return new PipelineException(
        "Gold and the job's state disagree about current rows",
        gold.path(),
        found,
        "every mark hits one row that still counts",
        "gold was changed by someone else, or the state is from another time: start without state;"
            + " gold is enough to go on");
  }

  /** There is another table than before at gold's path. */
  static PipelineException anotherTable(Snapshot newest, Snapshot before, TableLocation gold) {
    return setBack(
        gold + ", version " + newest.getVersion(),
        "table id " + newest.getMetadata().getId(),
        before.getMetadata().getId());
  }

  private static PipelineException setBack(String where, String found, @Nullable String tableId) {
    return new PipelineException(
        "Gold was set back or replaced by someone else",
        where,
        found,
        tableId == null
            ? "commits of this job, and OPTIMIZE, DELETE or UPDATE at most"
            : "table id " + tableId,
        "build gold anew with delta-scd rebuild");
  }

  static PipelineException sequenceTaken(
      UUID pipelineId, CommitId commit, TableLocation gold, RuntimeException cause) {
    return new PipelineException(
        "Gold has a commit with this sequence number already",
        gold.path(),
        cause.getMessage(),
        "sequence " + commit.sequence() + " not yet used by " + pipelineId,
        "another job writes this gold, or gold's progress was set back: stop the other job, or"
            + " build gold anew at another path",
        cause);
  }

  static PipelineException missing(TableLocation gold, RuntimeException cause) {
    return new PipelineException(
        "There is no Delta table at gold's path",
        gold.path(),
        "no table",
        "gold, as an earlier run created it",
        "correct the path, or run the pipeline, which creates gold",
        cause);
  }

  static PipelineException notWritable(TableLocation gold, RuntimeException cause) {
    return new PipelineException(
        "Gold has become a table that cannot be written",
        gold.path(),
        cause.getMessage(),
        "the protocol and features that flink-delta-scd created gold with",
        "drop the feature from gold, or build it anew at another path",
        cause);
  }
}
