package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.ResyncPolicy;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.StartPoint;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a job begins on a gold that exists: where gold stands, or with a resync. */
final class Beginning {
  private static final Logger LOG = LoggerFactory.getLogger(Beginning.class);

  private final SourceConfig source;
  private final TableLocation gold;
  private final SilverTable silver;
  private final Progress progress;

  /**
   * @param source bounded by a version if it is bounded at all
   * @param progress gold's
   */
  Beginning(SourceConfig source, TableLocation gold, SilverTable silver, Progress progress) {
    this.source = source;
    this.gold = gold;
    this.silver = silver;
    this.progress = progress;
  }

  /**
   * Of a job that starts from a savepoint or checkpoint.
   *
   * @throws PipelineException if a resync is asked for, which needs no state
   */
  StartPoint fromState() throws IOException {
    requireNoResync();
    Finding.requireNone(GoldFit.ofSilver(progress, silver, gold));
    return StartPoint.of(progress);
  }

  /**
   * Of a job of several pipelines that starts from a savepoint or checkpoint, which may have
   * nothing of this one: if it does, it goes on from there all the same.
   *
   * @throws PipelineException as of both other ones
   */
  StartPoint perhapsFromState() throws IOException {
    requireNoResync();
    return withoutState();
  }

  private void requireNoResync() {
    if (source.resync() == ResyncPolicy.NOW) {
      throw new PipelineException(
          "A resync begins without state",
          gold.toString(),
          "--resync and a savepoint or checkpoint to start from",
          "one of them",
          "start without state");
    }
  }

  /**
   * Of a job without state.
   *
   * @throws PipelineException if versions that gold needs are gone, and a resync is not wanted; or
   *     if the run would end before it begins
   */
  StartPoint withoutState() throws IOException {
    StartPoint usual = StartPoint.of(progress);
    if (source.resync() == ResyncPolicy.NOW) {
      return leap(usual);
    }
    Optional<Finding> lost = LostHistory.finding(progress, gold, source, silver);
    if (lost.isPresent() && source.resync() == ResyncPolicy.IF_LOST) {
      LOG.warn("{} ({})", lost.get().what(), lost.get().where());
      return leap(usual);
    }
    Finding.requireNone(lost);
    if (usual.isFirst()) {
      EndVersion.requireAfter(progress.startVersion(), source);
    }
    return usual;
  }

  private StartPoint leap(StartPoint usual) throws IOException {
    long version = LostHistory.end(source, silver);
    LOG.warn(
        "Gold {}, at silver version {}, is compared with silver's version {};"
            + " what happened in between is in no history",
        gold,
        progress.silver().version(),
        version);
    return usual.leapingTo(version, silver.tableId(version));
  }
}
