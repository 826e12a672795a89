package io.deltascd.job;

import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.table.GoldSwap;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** {@code delta-scd rebuild}. */
@CommandLine.Command(
    name = "rebuild",
    description = {
      "Builds gold from scratch, with the keys, columns and settings of the pipeline file, from the"
          + " version of silver that gold begins with to the one it stands at, and puts it in the"
          + " place of gold's rows by one commit. Earlier versions of gold stay until VACUUM.",
      "Needs all versions of silver since the one that gold begins with, and room for another gold"
          + " in its directory. Stop the job before: a commit to gold in between is kept, and the"
          + " rebuild refused.",
      "Exit status: 0 rebuilt; 1 not, with gold as it was; 2 wrong use or configuration."
    })
final class RebuildCommand extends Command {

  @Mixin private PipelineArgument pipelineFile;

  @Override
  void execute(Session session) throws Exception {
    PipelineConfig pipeline = pipelineFile.read();
    GoldSwap swap = GoldSwap.of(pipeline.target().gold());
    Progress before = swap.progress();
    SilverTable silver = SilverTable.open(pipeline.source().silver(), pipeline.source().capture());
    new RebuildChecks(pipeline, before, silver)
        .run()
        .forEach(warning -> session.messages().println(warning.text()));
    PipelineConfig recomputed = RecomputedPipeline.of(pipeline, before, swap.place());
    StreamExecutionEnvironment environment =
        session.platform().environment(JobConfig.of(recomputed), session.messages());
    if (!environment.getConfiguration().get(DeploymentOptions.ATTACHED)) {
      throw new UsageException(
          "A rebuild ends with a commit that this program makes itself",
          "a job that would be handed over to a cluster (flink run -d)",
          "a program that waits for its job",
          "run it without -d, or as bin/delta-scd rebuild");
    }
    try {
      build(session, recomputed, environment, swap);
      session.print(
          "rebuilt: version %d of gold is the history of silver versions %d to %d%n"
              .formatted(swap.commit(), before.startVersion(), RecomputedPipeline.end(before)));
    } finally {
      swap.discard();
    }
  }

  private static void build(
      Session session,
      PipelineConfig recomputed,
      StreamExecutionEnvironment environment,
      GoldSwap swap)
      throws Exception {
    try {
      session.runner().run(JobConfig.of(recomputed), environment);
    } catch (Exception e) {
      requireUnchanged(swap, e);
      throw e;
    }
  }

  /** A rebuild of an older gold was in vain, and another rebuild may be why it failed. */
  private static void requireUnchanged(GoldSwap swap, Exception failure) {
    try {
      swap.requireUnchanged();
    } catch (PipelineException changed) {
      changed.addSuppressed(failure);
      throw changed;
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
