package io.deltascd.job;

import io.deltascd.config.ChangeCapture;
import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.job.SilverValidation.Silver;
import io.deltascd.model.Progress;
import io.deltascd.table.GoldTable;
import io.deltascd.table.SilverInspection;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether silver still has the versions that a run would begin with. */
final class StartValidation {
  private final SourceConfig source;
  private final Silver silver;
  private final SilverInspection inspection;
  private final Report report;

  StartValidation(SourceConfig source, Silver silver, Report report) {
    this.source = source;
    this.silver = silver;
    this.inspection = new SilverInspection(silver.table());
    this.report = report;
  }

  /**
   * Checks.
   *
   * @param gold that exists; empty if there is none
   */
  void run(Optional<GoldTable> gold) {
    report.attempt(
        "silver",
        "source.path",
        source.silver(),
        () -> {
          if (gold.isPresent() && gold.get().progress().silver().version() >= 0) {
            goesOn(gold.get().progress());
          } else if (gold.isPresent()) {
            begins(gold.get().progress().startVersion());
          } else {
            firstRun();
          }
          return report;
        });
  }

  private void goesOn(Progress progress) throws IOException {
    long next = progress.silver().version() + 1;
    long newest = silver.table().latestVersion();
    OptionalLong lost = inspection.firstUnreadable(next, newest);
    if (lost.isPresent()) {
      report.add(lost(lost.getAsLong(), "every version from " + next + " to " + newest));
    }
    report.facts().put("start", "goes on with silver version " + next);
  }

  /** Gold was created, but its first commit is missing. */
  private void begins(long start) {
    if (silver.firstUsable().isPresent() && silver.firstUsable().get() > start) {
      report.add(lost(start, "version " + start + ", which gold was created to begin with"));
    }
    report.facts().put("start", "begins with silver version " + start);
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

  private Finding lost(long version, String expected) {
    return new Finding(
        "A version that gold needs can no longer be read",
        source.silver() + ", version " + version,
        "its log entry or one of its files is gone" + CaptureText.offReason(source.capture()),
        expected,
        "build gold anew at another path"
            + silver
                .firstUsable()
                .map(first -> "; the oldest usable version is " + first)
                .orElse(""));
  }
}
