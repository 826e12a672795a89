package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.Progress;

/** The pipeline that computes a gold anew, at another place. */
final class RecomputedPipeline {

  private RecomputedPipeline() {}

  /**
   * Makes it of the pipeline whose gold it computes.
   *
   * @param progress of its gold: the new one has the same first and last version of silver, or the
   *     first alone if gold is still empty
   * @param place of the new gold
   */
  static PipelineConfig of(PipelineConfig pipeline, Progress progress, TableLocation place) {
    return pipeline
        .with(source(pipeline.source(), progress))
        .with(target(pipeline.target(), place));
  }

  /** The last version of silver that it has. */
  static long end(Progress progress) {
    return progress.silverVersionOrFirst();
  }

  private static SourceConfig source(SourceConfig source, Progress progress) {
    return new SourceConfig(
        source.silver(),
        new Startup(StartupMode.FROM_VERSION, progress.startVersion(), null),
        new Bounded(Bounded.Mode.VERSION, end(progress)),
        source.capture(),
        SourceConfig.ResyncPolicy.NEVER,
        source.discoveryInterval(),
        source.acceptVersion());
  }

  /**
   * Without a dead-letter table: rejected rows have been kept already. Not compacted: nobody reads
   * it twice.
   */
  private static TargetConfig target(TargetConfig target, TableLocation place) {
    return new TargetConfig(
        target.ordinal(),
        place,
        target.keys(),
        target.history(),
        target.keepsNullKeys() ? OnNullKey.SKIP : target.onNullKey(),
        target.minCommitInterval(),
        target.alignMemory(),
        target.writeMemory(),
        target.fileSize(),
        null,
        null,
        false);
  }
}
