package io.deltascd.job;

import io.deltascd.config.PipelineDraft;
import io.deltascd.config.SourceConfig;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.config.TargetConfig;
import io.deltascd.job.GoldValidation.KnownGold;
import io.deltascd.job.SilverValidation.Silver;
import io.deltascd.model.Progress;
import java.time.Duration;
import java.util.Optional;

/**
 * Everything that can be checked of a pipeline before it runs, in one report. Writes nothing. What
 * cannot be looked at, because something else is wrong, is passed over.
 */
final class Validation {
  private final PipelineDraft draft;
  private final Duration patience;
  private final Report report = new Report();

  private Validation(PipelineDraft draft, Duration patience) {
    this.draft = draft;
    this.patience = patience;
  }

  /**
   * Makes the report.
   *
   * @param draft the pipeline file, right or wrong
   * @param patience how long each storage has to answer the first time
   */
  static Report of(PipelineDraft draft, Duration patience) {
    Validation validation = new Validation(draft, patience);
    validation.run();
    return validation.report;
  }

  private void run() {
    report.addAll(draft.findings());
    report.facts().put("pipeline", draft.name());
    KeyRules keys = draft.target().map(KeyRules::of).orElse(KeyRules.NONE);
    Optional<Silver> silver =
        draft
            .source()
            .flatMap(
                source ->
                    new SilverValidation(source, keys, draft.maxOutage(), report).run(patience));
    if (draft.target().isEmpty() || sameTable()) {
      return;
    }
    Optional<KnownGold> gold =
        new GoldValidation(draft, draft.target().get(), keys.columns(), report)
            .run(silver, patience);
    if (silver.isPresent() && gold.isPresent()) {
      new StartValidation(draft.source().get(), draft.target().get().gold(), silver.get(), report)
          .run(gold.get().progress());
      deadLetters(silver.get(), gold.get().progress());
    }
  }

  private void deadLetters(Silver silver, Optional<Progress> gold) {
    TargetConfig target = draft.target().get();
    if (target.deadLetters() == null || silver.newest().isEmpty()) {
      return;
    }
    TableLocation location = target.deadLetters().table();
    report
        .attempt(
            TableRole.DEAD_LETTERS,
            location,
            () -> {
              Deadline.reach(location, patience);
              return DeadLetterFit.findings(
                  draft.source().get().silver(), target, gold, silver.newest().get().rowType());
            })
        .ifPresent(report::addAll);
  }

  /** Whether gold is silver, or one lies in the other: then gold is not worth a look. */
  private boolean sameTable() {
    Optional<SourceConfig> source = draft.source();
    TargetConfig target = draft.target().get();
    if (source.isEmpty()) {
      return false;
    }
    if (source.get().silver().equals(target.gold())) {
      // The pipeline file says so itself.
      return true;
    }
    int before = report.findings().size();
    report
        .attempt(
            TableRole.GOLD,
            target.gold(),
            () -> PipelinePlaces.finding(source.get().silver(), target.gold()))
        .flatMap(found -> found)
        .ifPresent(report::add);
    return report.findings().size() > before;
  }
}
