package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.PipelineDraft;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.config.TargetConfig;
import io.deltascd.job.FoundGold.Existing;
import io.deltascd.job.FoundGold.OfNotebook;
import io.deltascd.job.SilverValidation.Silver;
import io.deltascd.model.Progress;
import io.deltascd.table.GoldSchema;
import io.deltascd.table.GoldTable;
import io.deltascd.table.NotebookGold;
import io.deltascd.table.SilverSnapshot;
import io.deltascd.table.TableDirectory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Everything that can be checked of gold, alone and beside silver. */
final class GoldValidation {

  /**
   * A gold of which something can be said.
   *
   * @param progress what it remembers, or will once it is adopted; empty if there is no gold yet
   */
  record KnownGold(Optional<Progress> progress) {

    private static final KnownGold ABSENT = new KnownGold(Optional.empty());

    private static KnownGold with(Progress progress) {
      return new KnownGold(Optional.of(progress));
    }
  }

  private final PipelineDraft draft;
  private final TargetConfig target;
  private final TableLocation location;
  private final List<String> keys;
  private final Report report;

  /**
   * @param keys the key columns; none if the pipeline file has no usable ones
   */
  GoldValidation(PipelineDraft draft, TargetConfig target, List<String> keys, Report report) {
    this.draft = draft;
    this.target = target;
    this.location = target.gold();
    this.keys = keys;
    this.report = report;
  }

  /**
   * Looks for gold, and checks what is found.
   *
   * @param silver as far as it could be read
   * @param patience how long the storage has to answer the first time
   * @return empty if nothing can be said of gold
   */
  Optional<KnownGold> run(Optional<Silver> silver, Duration patience) {
    Optional<FoundGold> found =
        attempt(
            () -> {
              Deadline.reach(location, patience);
              return FoundGold.at(location, target.adopt());
            });
    return found.flatMap(gold -> check(gold, silver));
  }

  private Optional<KnownGold> check(FoundGold found, Optional<Silver> silver) {
    if (found instanceof OfNotebook notebook) {
      return adoptable(notebook.table(), silver).map(KnownGold::with);
    }
    if (found instanceof Existing existing) {
      existing(existing.table(), silver);
      return Optional.of(KnownGold.with(existing.table().progress()));
    }
    absent(silver);
    return Optional.of(KnownGold.ABSENT);
  }

  /** Returns what gold will remember; empty if it cannot be adopted, or that cannot be said. */
  private Optional<Progress> adoptable(NotebookGold gold, Optional<Silver> silver) {
    report
        .facts()
        .put(
            "gold",
            location
                + ", version "
                + gold.version()
                + ", of a notebook"
                + gold.lastVersion().map(last -> ", at silver version " + last).orElse(""));
    // Where the pipeline file is wrong, keys and settings are not those that are meant.
    if (silver.isEmpty() || keys.isEmpty() || !draft.findings().isEmpty()) {
      return Optional.empty();
    }
    Optional<Adoption.Outcome> outcome =
        attempt(
            () ->
                new Adoption(
                        draft.name(),
                        draft.source().orElseThrow(),
                        target,
                        gold,
                        silver.get().table())
                    .check());
    outcome.ifPresent(found -> report.addAll(found.findings()));
    Optional<Progress> progress = outcome.flatMap(Adoption.Outcome::progress);
    progress.ifPresent(
        adopted -> report.facts().put("adoption", "the next run makes gold this pipeline's"));
    return progress;
  }

  private void existing(GoldTable gold, Optional<Silver> silver) {
    Progress progress = gold.progress();
    if (silver.isPresent() && !keys.isEmpty()) {
      attempt(() -> GoldFit.findings(gold, draft.name(), target)).ifPresent(report::addAll);
    }
    report
        .facts()
        .put(
            "gold",
            location
                + ", version "
                + gold.version()
                + (progress.silver().hasVersion()
                    ? ", at silver version " + progress.silver().version()
                    : ", still empty"));
  }

  private void absent(Optional<Silver> silver) {
    report.facts().put("gold", location + ", does not exist yet");
    Optional<TableDirectory> directory = attempt(() -> TableDirectory.of(location));
    if (directory.isEmpty()) {
      return;
    }
    Optional<String> obstacle = attempt(() -> directory.get().obstacle()).flatMap(found -> found);
    if (obstacle.isPresent()) {
      report.add(
          new Finding(
              "Gold cannot be created in its directory",
              location.toString(),
              obstacle.get(),
              "a directory that can be written",
              "give the permission, or choose another path for gold"));
      return;
    }
    Optional<String> content = attempt(() -> directory.get().content()).flatMap(found -> found);
    if (content.isPresent()) {
      report.add(
          new Finding(
              "Gold's directory holds something else than a Delta table",
              location.toString(),
              content.get(),
              "no directory, an empty one, or a gold of this pipeline",
              "choose another path for gold, or clear the directory"));
    }
    // A missing key has been told already; here it is the names that gold cannot have.
    silver
        .flatMap(Silver::newest)
        .map(SilverSnapshot::rowType)
        .filter(columns -> columns.getFieldNames().containsAll(keys))
        .ifPresent(columns -> attempt(() -> GoldSchema.of(columns, keys, target.history())));
  }

  private <T> Optional<T> attempt(Callable<T> look) {
    return report.attempt(TableRole.GOLD, location, look);
  }
}
