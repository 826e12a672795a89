package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.Mode;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.Micros;
import io.deltascd.model.Progress;
import io.deltascd.model.SilverPosition;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.KeyCensus;
import io.deltascd.table.NotebookGold;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.SilverTable;
import io.deltascd.table.TimedVersion;
import io.deltascd.table.UsableVersions;
import io.deltascd.table.VersionRows;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether a gold that a notebook has kept so far can be gone on with, and what it will remember
 * then. The notebook commits in three steps, and may have stopped after each of them: gold must be
 * as it is between two batches. Writes nothing.
 */
final class Adoption {

  /**
   * What was found.
   *
   * @param findings what stands against it
   * @param progress what gold is to remember; empty if there are findings
   */
  record Outcome(List<Finding> findings, Optional<Progress> progress) {

    private static Outcome refused(List<Finding> findings) {
      return new Outcome(findings, Optional.empty());
    }
  }

  private final String pipelineName;
  private final SourceConfig source;
  private final TargetConfig target;
  private final NotebookGold gold;
  private final SilverTable silver;
  private final HistorySettings history;
  private final String where;

  /**
   * @param gold as of the version that is looked at
   */
  Adoption(
      String pipelineName,
      SourceConfig source,
      TargetConfig target,
      NotebookGold gold,
      SilverTable silver) {
    this.pipelineName = pipelineName;
    this.source = source;
    this.target = target;
    this.gold = gold;
    this.silver = silver;
    this.history = gold.inItsLayout(target.history());
    this.where = target.gold() + ", version " + gold.version();
  }

  /**
   * Looks at both logs, and then at gold's rows and those of the version of silver that gold stands
   * at.
   *
   * @throws io.deltascd.model.PipelineException if one of them cannot be read, or the settings do
   *     not fit to silver
   */
  Outcome check() throws IOException {
    Optional<Finding> wrongVersion = version();
    if (wrongVersion.isPresent()) {
      return Outcome.refused(List.of(wrongVersion.get()));
    }
    SilverSnapshot snapshot = silver.snapshot(lastVersion());
    List<Finding> findings = settings(snapshot);
    if (findings.isEmpty()) {
      findings.addAll(gold.obstacles(snapshot.rowType(), target.keys(), target.history()));
    }
    if (!findings.isEmpty()) {
      return Outcome.refused(findings);
    }
    AdoptionCensus census = new AdoptionCensus(gold, target, where);
    findings.addAll(census.history(snapshot));
    findings.addAll(census.keys());
    findings.addAll(census.values(source.silver(), snapshot));
    if (!findings.isEmpty()) {
      return Outcome.refused(findings);
    }
    Progress progress = progress(snapshot, census.earliest());
    findings.addAll(
        DeadLetterFit.findings(source.silver(), target, Optional.of(progress), snapshot.rowType()));
    return findings.isEmpty()
        ? new Outcome(findings, Optional.of(progress))
        : Outcome.refused(findings);
  }

  /** Whether gold says where it stands, and silver can still be followed from there. */
  private Optional<Finding> version() throws IOException {
    Optional<String> property = gold.lastVersion();
    if (property.isEmpty()) {
      return finding(
          "Gold does not say which version of silver it stands at",
          "no table property " + NotebookGold.LAST_VERSION,
          "the last version of silver that the notebook has applied",
          "correct target.path; if gold is the history of silver up to version N: ALTER TABLE …"
              + " SET TBLPROPERTIES ('"
              + NotebookGold.LAST_VERSION
              + "' = 'N')");
    }
    String found = NotebookGold.LAST_VERSION + " = " + property.get();
    if (!property.get().matches("\\d{1,18}")) {
      return finding(
          "The version of silver that gold stands at is not a number",
          found,
          "a version of silver, 0 or more",
          "correct the table property");
    }
    if (lastVersion() > silver.latestVersion()) {
      return finding(
          "Gold stands at a version that silver does not have",
          found,
          "version " + silver.latestVersion() + " of " + source.silver() + " or an earlier one",
          "correct source.path, or the table property");
    }
    UsableVersions usable = silver.usableVersions();
    return usable.contains(lastVersion())
        ? Optional.empty()
        : finding(
            "The version of silver that gold stands at can no longer be read",
            found
                + "; its snapshot or changes after it are gone (VACUUM, clean-up of the log"
                + CaptureText.offReason(source.capture())
                + ")",
            "a version from " + usable.oldest() + " to " + usable.newest() + ", with all its files",
            "bring the files back, or build gold anew at another path; what happened since is not"
                + " known any more");
  }

  private long lastVersion() {
    return Long.parseLong(gold.lastVersion().orElseThrow());
  }

  /** Whether what is asked for can be compared with silver, and goes with gold's layout. */
  private List<Finding> settings(SilverSnapshot snapshot) throws IOException {
    List<Finding> findings =
        new ArrayList<>(KeyColumns.findings(snapshot.rowType(), target.keys(), source.silver()));
    GoldAgreement.finding(history, target).ifPresent(findings::add);
    if (findings.isEmpty()) {
      duplicates(snapshot).ifPresent(findings::add);
    }
    return findings;
  }

  /**
   * Keys with several rows, even if the last one is to count: which of them the notebook has taken
   * cannot be known. Nulls do not matter, they are in no current row.
   */
  private Optional<Finding> duplicates(SilverSnapshot snapshot) throws IOException {
    KeyCensus.Result census =
        KeyCensus.of(VersionRows.ofSilver(source.silver(), snapshot, target.keys()));
    return KeyFindings.of(
            census,
            source.silver() + ", version " + snapshot.version(),
            new KeyRules(target.keys(), Finding.Kind.WARNING, Finding.Kind.ERROR))
        .stream()
        .filter(finding -> finding.kind() == Finding.Kind.ERROR)
        .map(
            finding ->
                new Finding(
                    finding.what(),
                    finding.where(),
                    finding.found(),
                    finding.expected() + " where gold stands",
                    "choose key columns that identify a row; or remove the duplicates from silver"
                        + " and let the notebook go on to a version without them; or build gold"
                        + " anew at another path"))
        .findFirst();
  }

  /**
   * If silver still has the commit that gold's history begins with, gold can be computed anew as
   * one of ours can.
   */
  private Progress progress(SilverSnapshot snapshot, OptionalLong earliest) throws IOException {
    long begin = earliest.isEmpty() ? snapshot.timeMicros() : earliest.getAsLong();
    Instant time = Micros.toInstant(begin);
    TimedVersion first = silver.versionAt(time);
    boolean known =
        first.time().equals(time)
            && first.version() <= snapshot.version()
            && silver.usableVersions().contains(first.version());
    GoldSchema schema = gold.schema(target.keys(), history);
    return Progress.created(
            pipelineName,
            Mode.SCD2.toString(),
            target.keys(),
            schema.fingerprint(),
            known ? first.version() : snapshot.version(),
            snapshot.tableId())
        .with(history)
        .adopted(
            new SilverPosition(snapshot.tableId(), snapshot.version(), snapshot.timeMicros()),
            !known);
  }

  private Optional<Finding> finding(String what, String found, String expected, String remedy) {
    return Optional.of(new Finding(what, where, found, expected, remedy));
  }
}
