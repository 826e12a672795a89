package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.NullKeys;
import io.deltascd.model.Progress;
import java.nio.file.Path;

/** The pipeline that computes a gold anew, at another place. */
final class Anew {

  private Anew() {}

  /**
   * Of a pipeline.
   *
   * @param progress of its gold, which is not empty
   * @param place of the new gold, on this machine
   */
  static PipelineConfig of(PipelineConfig pipeline, Progress progress, Path place) {
    return new PipelineConfig(
        pipeline.name(),
        source(pipeline.source(), progress),
        target(pipeline.target(), place),
        pipeline.flink());
  }

  private static SourceConfig source(SourceConfig source, Progress progress) {
    return new SourceConfig(
        source.silver(),
        new Startup(StartupMode.FROM_VERSION, progress.startVersion(), null),
        new Bounded(Bounded.Mode.VERSION, progress.silver().version()),
        source.capture(),
        SourceConfig.Resync.NEVER,
        source.discoveryInterval(),
        source.acceptVersion());
  }

  /**
   * Without a dead-letter table: rejected rows have been kept already. Not compacted: nobody reads
   * it twice.
   */
  private static TargetConfig target(TargetConfig target, Path place) {
    return new TargetConfig(
        target.ordinal(),
        new TableLocation(place.toString(), target.gold().hadoop()),
        target.keys(),
        target.history(),
        target.keepsNullKeys() ? NullKeys.SKIP : target.onNullKey(),
        target.minCommitInterval(),
        target.alignMemory(),
        target.writeMemory(),
        target.fileSize(),
        null,
        null);
  }
}
