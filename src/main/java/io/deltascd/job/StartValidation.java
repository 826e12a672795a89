package io.deltascd.job;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.ResyncPolicy;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.job.SilverValidation.Silver;
import io.deltascd.model.Progress;
import io.deltascd.table.SilverInspection;
import java.io.IOException;
import java.util.Optional;

/** Whether silver still has the versions that a run would begin with. */
final class StartValidation {
  private final SourceConfig source;
  private final TableLocation goldPath;
  private final Silver silver;
  private final SilverInspection inspection;
  private final Report report;

  /**
   * @param goldPath for the error texts
   */
  StartValidation(SourceConfig source, TableLocation goldPath, Silver silver, Report report) {
    this.source = source;
    this.goldPath = goldPath;
    this.silver = silver;
    this.inspection = new SilverInspection(silver.table());
    this.report = report;
  }

  /**
   * Says where a run would begin, or why it cannot.
   *
   * @param gold what gold remembers, or will once it is adopted; empty if there is none
   */
  void run(Optional<Progress> gold) {
    report.attempt(
        TableRole.SILVER,
        source.silver(),
        () -> {
          SourceConfig bounded = EndVersion.resolved(source, silver.table());
          if (gold.isPresent()) {
            goesOn(gold.get(), bounded);
          } else {
            firstRun(bounded);
          }
          return report;
        });
  }

  private void goesOn(Progress progress, SourceConfig bounded) throws IOException {
    Optional<Finding> lost = LostHistory.finding(progress, goldPath, bounded, silver.table());
    if (source.resync() == ResyncPolicy.IF_LOST && lost.isPresent()) {
      report.add(lost.get().as(Kind.WARNING));
      report.facts().put("start", "compares gold with silver as it is (resync)");
      return;
    }
    lost.ifPresent(report::add);
    if (progress.silver().hasVersion()) {
      report
          .facts()
          .put("start", "goes on with silver version " + (progress.silver().version() + 1));
    } else {
      EndVersion.requireAfter(progress.startVersion(), bounded);
      report.facts().put("start", "begins with silver version " + progress.startVersion());
    }
  }

  private void firstRun(SourceConfig bounded) throws IOException {
    if (silver.firstUsable().isEmpty()) {
      return;
    }
    long first = silver.firstUsable().get();
    if (source.startup().mode() == StartupMode.INITIAL && inspection.captureOffAt(first - 1)) {
      boolean feed = source.capture() == ChangeCapture.CDF;
      report.add(
          new Finding(
              Kind.WARNING,
              (feed ? "The change data feed" : "Row tracking")
                  + " of silver is on only since version "
                  + first,
              source.silver().toString(),
              "no changes of the versions before",
              (feed ? "a feed" : "row tracking")
                  + " from the first version on, if history is to reach back that far",
              "nothing, if history may begin with version "
                  + first
                  + "; scan.change-capture: auto reads older changes from files, where these"
                  + " exist"));
    }
    long start = StartVersion.of(silver.table(), source);
    EndVersion.requireAfter(start, bounded);
    report.facts().put("start", source.startup().mode() + ", with silver version " + start);
  }
}
