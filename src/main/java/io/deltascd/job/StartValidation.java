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
          if (gold.isPresent()) {
            goesOn(gold.get());
          } else {
            firstRun();
          }
          return report;
        });
  }

  private void goesOn(Progress progress) throws IOException {
    Optional<Finding> lost = GoldFit.ofSilver(progress, silver.table(), goldPath);
    if (lost.isEmpty()) {
      long newest = silver.table().latestVersion();
      lost = LostHistory.finding(progress, source, silver.table(), newest);
    }
    if (source.resync() == ResyncPolicy.IF_LOST && lost.isPresent()) {
      report.add(lost.get().as(Kind.WARNING));
      report.facts().put("start", "compares gold with silver as it is (resync)");
      return;
    }
    lost.ifPresent(report::add);
    long version = progress.silver().version();
    report
        .facts()
        .put(
            "start",
            version < 0
                ? "begins with silver version " + progress.startVersion()
                : "goes on with silver version " + (version + 1));
  }

  private void firstRun() throws IOException {
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
    EndVersion.check(source, start);
    report.facts().put("start", source.startup().mode() + ", with silver version " + start);
  }
}
