package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import io.deltascd.table.TableDifference;
import io.deltascd.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** {@code delta-scd verify}. */
@CommandLine.Command(
    name = "verify",
    description = {
      "Computes gold anew from silver, up to the version that gold stands at, in a temporary"
          + " directory, and compares. Reads silver and gold, and changes neither.",
      "Needs all versions of silver since the one that gold begins with, and room for another"
          + " gold on this machine. Of a gold that was adopted with older history, current rows"
          + " alone are compared, with the version of silver that gold stands at.",
      "Exit status: 0 the same rows; 1 other rows, the first of which are printed."
    })
final class VerifyCommand extends Command {

  @Mixin private PipelineArgument pipelineFile;

  @Override
  void execute(Session session) throws Exception {
    PipelineConfig pipeline = pipelineFile.read();
    GoldTable gold = GoldTable.open(pipeline.target().gold());
    Progress progress = gold.progress();
    long version = gold.version();
    check(pipeline, gold);
    if (progress.olderHistory()) {
      current(session, pipeline, gold);
      return;
    }
    Path directory = Files.createTempDirectory("delta-scd-verify-");
    try {
      TableLocation place =
          new TableLocation(
              directory.resolve("gold").toString(), pipeline.target().gold().hadoop());
      PipelineConfig recomputed = RecomputedPipeline.of(pipeline, progress, place);
      Optional<JobSummary> summary = RunCommand.run(session, JobConfig.of(recomputed));
      if (summary.isEmpty()) {
        throw new UsageException(
            "Gold is verified on one machine",
            "a job that was handed over to a cluster",
            "bin/delta-scd verify",
            "run it there");
      }
      Differences differences =
          new Differences(
              new TableDifference(
                  TableReader.open(recomputed.target().gold(), OptionalLong.empty()),
                  TableReader.open(pipeline.target().gold(), OptionalLong.of(version))));
      if (differences.print(session.out())) {
        throw differ(pipeline, progress, version);
      }
      session.print(
          "verified: version %d of gold is the history of silver versions %d to %d%n"
              .formatted(version, progress.startVersion(), progress.silver().version()));
    } finally {
      FileUtils.deleteDirectoryQuietly(directory.toFile());
    }
  }

  /** Of a gold with records that silver cannot tell of, what can be compared: its current rows. */
  private static void current(Session session, PipelineConfig pipeline, GoldTable gold)
      throws IOException {
    SilverTable silver = SilverTable.open(pipeline.source().silver(), pipeline.source().capture());
    SilverSnapshot snapshot = silver.snapshot(gold.progress().silver().version());
    Finding.requireNone(
        CurrentRows.findings(
            pipeline.source().silver(),
            snapshot,
            pipeline.target(),
            gold.currentRows(CurrentRows.columns(gold.schema(), snapshot.rowType())),
            pipeline.target().gold() + ", version " + gold.version(),
            "if somebody has changed gold, bring it back; else report this with the two tables'"
                + " logs"));
    session.print(
        ("verified: the current rows of version %d of gold are the rows of silver version %d;"
                + " closed rows were not compared, since gold was adopted with records of before"
                + " silver version %d%n")
            .formatted(gold.version(), snapshot.version(), gold.progress().startVersion()));
  }

  private static void check(PipelineConfig pipeline, GoldTable table) {
    String gold = pipeline.target().gold().toString();
    Progress progress = table.progress();
    Finding.requireNone(GoldFit.findings(table, pipeline.name(), pipeline.target()));
    if (!progress.silver().hasVersion()) {
      throw new PipelineException(
          "Gold is still empty",
          gold,
          "no version of silver",
          "a version of silver that gold stands at",
          "run the pipeline first");
    }
    if (!progress.resyncs().isEmpty()) {
      throw new PipelineException(
          "Gold cannot be computed anew",
          gold,
          "a resync over silver versions "
              + progress.resyncs().get(0).from()
              + " to "
              + progress.resyncs().get(0).to(),
          "a history of all versions since silver version " + progress.startVersion(),
          "none: what happened in between is not known any more");
    }
  }

  /** Gold has other rows than the one that was computed anew. */
  static PipelineException differ(PipelineConfig pipeline, Progress progress, long version) {
    return new PipelineException(
        "Gold is not the history of silver",
        pipeline.target().gold() + ", version " + version,
        "other rows, the first of which were printed",
        "the history of silver versions "
            + progress.startVersion()
            + " to "
            + progress.silver().version(),
        progress.wasAdopted()
            ? "gold was adopted, and the difference may be the notebook's own, such as several"
                + " versions in one record: to replace its history, "
                + GoldFit.REBUILD
                + "; if records differ that began since, bring gold back if somebody has changed"
                + " it, else report this with the two tables' logs"
            : "if somebody has changed gold, bring it back; else report this with the two tables'"
                + " logs, and "
                + GoldFit.REBUILD);
  }
}
