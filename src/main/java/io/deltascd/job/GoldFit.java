package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.Mode;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a gold that exists is the history that a pipeline keeps. */
final class GoldFit {

  private GoldFit() {}

  /** What a user can do if gold's rows no longer fit. */
  static final String REBUILD = "build gold anew with delta-scd rebuild";

  /** What tells that gold is another pipeline's, or was built by other keys or of other columns. */
  static List<Finding> findings(GoldTable gold, String pipelineName, TargetConfig target) {
    Progress progress = gold.progress();
    List<Finding> findings = new ArrayList<>(ofPipeline(progress, pipelineName, target));
    if (!progress.keys().equals(target.keys())) {
      findings.add(
          new Finding(
              "Gold was built with other keys",
              target.gold().toString(),
              "keys " + progress.keys(),
              "keys " + target.keys(),
              "restore the earlier keys in the pipeline file, or " + REBUILD));
    }
    GoldAgreement.finding(progress.history(), target).ifPresent(findings::add);
    if (!progress.columns().equals(gold.schema().fingerprint())) {
      findings.add(
          new Finding(
              "Gold's columns are not those that it was built with",
              target.gold().toString(),
              "columns " + gold.schema().rows().getFieldNames(),
              "columns of fingerprint " + progress.columns(),
              "undo the change of gold's columns, or " + REBUILD));
    }
    return findings;
  }

  /** What tells that gold is another pipeline's. */
  static List<Finding> ofPipeline(Progress progress, String pipelineName, TargetConfig target) {
    List<Finding> findings = new ArrayList<>();
    if (!progress.pipelineName().equals(pipelineName)) {
      findings.add(
          new Finding(
              "Gold belongs to another pipeline",
              target.gold().toString(),
              "pipeline " + progress.pipelineName(),
              "pipeline " + pipelineName,
              "choose another path for gold; if it is the same pipeline under a new name, write"
                  + " name: "
                  + progress.pipelineName()));
    }
    if (!progress.mode().equals(Mode.SCD2.toString())) {
      findings.add(
          new Finding(
              "Gold is kept in another mode",
              target.gold().toString(),
              "mode " + progress.mode(),
              "mode " + Mode.SCD2,
              "correct target.mode, or choose another path for gold"));
    }
    return findings;
  }

  /**
   * What tells that gold was built from another table.
   *
   * <p>Gold keeps the id that silver had when gold was created. If silver has another one where
   * gold stands, it may have been replaced since (CREATE OR REPLACE TABLE), which is followed; then
   * its log still has a commit of the very time that gold stands at.
   */
  static Optional<Finding> ofSilver(Progress progress, SilverTable silver, TableLocation gold)
      throws IOException {
    SilverPosition position = progress.silver();
    String tableId = silver.tableId(progress.silverVersionOrFirst());
    if (tableId.equals(position.tableId())
        || silver.hasCommitOf(position.version(), position.timeMicros())) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            "Gold is the history of another silver table",
            gold.toString(),
            "silver table " + position.tableId(),
            "silver table " + tableId,
            "correct source.path; if silver was dropped and made anew, "
                + LostHistory.RESYNC
                + ", or build gold anew at another path"));
  }
}
