package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceOptions;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Progress;
import io.deltascd.model.Resync;
import io.deltascd.table.SilverInspection;
import io.deltascd.table.SilverTable;
import io.deltascd.table.UsableVersions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether gold can be built anew out of silver as it is, and what will be other than before. */
final class RebuildChecks {
  private final PipelineConfig pipeline;
  private final TableLocation gold;
  private final Progress progress;
  private final SilverTable silver;

  /**
   * @param progress gold's
   */
  RebuildChecks(PipelineConfig pipeline, Progress progress, SilverTable silver) {
    this.pipeline = pipeline;
    this.gold = pipeline.target().gold();
    this.progress = progress;
    this.silver = silver;
  }

  /**
   * Looks at silver's log, and at the files that a rebuild reads.
   *
   * @return what a user should know before; none of it stands against a rebuild
   * @throws PipelineException if gold cannot be rebuilt
   */
  List<Finding> run() throws IOException {
    Finding.requireNone(GoldFit.ofPipeline(progress, pipeline.name(), pipeline.target()));
    Optional<Resync> back =
        progress.resyncs().stream().filter(gap -> gap.to() <= gap.from()).findFirst();
    Finding.requireNone(back.map(this::anotherSilver));
    Finding.requireNone(olderHistory());
    Finding.requireNone(GoldFit.ofSilver(progress, silver, gold));
    Finding.requireNone(lost());
    List<Finding> warnings = new ArrayList<>();
    progress.resyncs().forEach(gap -> warnings.add(filled(gap)));
    if (progress.silver().hasVersion()
        && !silver.hasCommitOf(progress.silver().version(), progress.silver().timeMicros())) {
      warnings.add(moved());
    }
    return warnings;
  }

  private Finding anotherSilver(Resync gap) {
    return new Finding(
        "Gold cannot be rebuilt: silver has been made anew since its history began",
        gold.toString(),
        "a resync from silver version " + gap.from() + " to " + gap.to(),
        "the silver of version " + progress.startVersion() + ", which gold begins with",
        "none for this gold, which can go on as it is; to have the new silver's history alone,"
            + " build another gold at another path");
  }

  private Optional<Finding> olderHistory() {
    return progress.olderHistory()
        ? Optional.of(
            new Finding(
                "Gold cannot be rebuilt: it was adopted with older history than silver can tell",
                gold.toString(),
                "records of before silver version " + progress.startVersion(),
                "a history that begins with a commit that silver's log still has",
                "keep this gold, which can go on as it is; to have what silver's log still tells"
                    + " alone, build another gold at another path"))
        : Optional.empty();
  }

  /** The first version that is missing, if one is. */
  private Optional<Finding> lost() throws IOException {
    long start = progress.startVersion();
    UsableVersions usable = silver.usableVersions();
    long end = Math.max(progress.silver().version(), silver.latestVersion());
    OptionalLong later = new SilverInspection(silver).firstUnreadable(start + 1, end);
    if (usable.contains(start) && later.isEmpty()) {
      return Optional.empty();
    }
    long first =
        silver.modificationTime(start).isPresent() && later.isPresent() ? later.getAsLong() : start;
    return Optional.of(
        new Finding(
            "Gold cannot be rebuilt: silver no longer has the history that it is made of",
            pipeline.source().silver() + ", version " + first,
            "its log entry or one of its files is gone"
                + CaptureText.offReason(pipeline.source().capture()),
            "the snapshot of version "
                + start
                + ", which gold begins with, and every version after it",
            "keep this gold, which can go on as it is, or build another one at another path; the"
                + " oldest usable version is "
                + usable.oldest()
                + " ("
                + SourceOptions.STARTUP_MODE.key()
                + ": initial)"));
  }

  private Finding filled(Resync gap) {
    return warning(
        "The history between two versions of silver begins again",
        gold.toString(),
        "a resync, which knew nothing of what happened after silver version "
            + gap.from()
            + " up to version "
            + gap.to()
            + " and stamped all of it with the time of the latter",
        "that gap filled with the records of silver's log, at their own times",
        "none; if silver was dropped and made anew in between, its log says nothing of the"
            + " earlier one: stop the rebuild, or go back to gold's version of before");
  }

  private Finding moved() {
    return warning(
        "Silver's commit times are not those that gold was built with",
        pipeline.source().silver().toString(),
        "no commit at "
            + FieldTexts.time(progress.silver().timeMicros())
            + " up to version "
            + progress.silver().version(),
        "the commit that gold stands at",
        "the new gold has silver's present times in "
            + pipeline.target().history().names().validFrom()
            + " and "
            + pipeline.target().history().names().validTo()
            + "; a copy of a table without in-commit timestamps moves them: give it the"
            + " modification times of the original log's files, and rebuild again");
  }

  private static Finding warning(
      String what, String where, String found, String expected, String remedy) {
    return new Finding(Kind.WARNING, what, where, found, expected, remedy);
  }
}
