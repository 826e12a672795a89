package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;

/**
 * Whether a pipeline file asks for the history that gold is. With other settings the rows of gold
 * would no longer mean the same from one commit to the next.
 */
final class GoldAgreement {
  private final List<String> found = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  private GoldAgreement() {}

  /**
   * The settings that differ, all in one finding.
   *
   * @param built the settings that gold was created with
   * @param target what is to be maintained now
   */
  static Optional<Finding> finding(HistorySettings built, TargetConfig target) {
    GoldAgreement agreement = new GoldAgreement();
    agreement.compare(built, target.history());
    return agreement.found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                "Gold was built with other settings of history",
                target.gold().toString(),
                String.join(", ", agreement.found),
                String.join(", ", agreement.expected),
                "restore the earlier settings in the pipeline file, or " + GoldFit.REBUILD));
  }

  private void compare(HistorySettings built, HistorySettings asked) {
    HistoryColumns names = built.names();
    HistoryColumns others = asked.names();
    differ(TargetOptions.VALID_FROM, names.validFrom(), others.validFrom());
    differ(TargetOptions.VALID_TO, names.validTo(), others.validTo());
    differ(TargetOptions.IS_CURRENT, names.isCurrent(), others.isCurrent());
    differ(TargetOptions.VALID_FROM_VERSION, names.validFromVersion(), others.validFromVersion());
    differ(TargetOptions.VALID_TO_VERSION, names.validToVersion(), others.validToVersion());
    differ(TargetOptions.VALID_TO_OPEN, built.openEnd(), asked.openEnd());
    differ(TargetOptions.DELETES, built.deletes(), asked.deletes());
    differ(TargetOptions.COLUMNS, orAll(built.columns()), orAll(asked.columns()));
    if (!new TreeSet<>(built.tracked()).equals(new TreeSet<>(asked.tracked()))) {
      differ(TargetOptions.TRACKED_COLUMNS, orAll(built.tracked()), orAll(asked.tracked()));
    }
    // A pipeline file cannot ask for partitions that only an adopted gold has.
    boolean askable = built.partitionBy().indexOf(names.isCurrent()) == 0;
    if (askable || !asked.furtherPartitions().isEmpty()) {
      differ(TargetOptions.PARTITION_BY, built.partitionBy(), asked.partitionBy());
    }
    differ(TargetOptions.ON_DUPLICATE_KEY, built.onDuplicateKey(), asked.onDuplicateKey());
    differ(TargetOptions.SEQUENCE_BY, orNone(built.sequenceBy()), orNone(asked.sequenceBy()));
  }

  private static Object orAll(List<String> columns) {
    return columns.isEmpty() ? "all" : columns;
  }

  @Nullable
  private static Object orNone(List<String> columns) {
    return columns.isEmpty() ? null : columns;
  }

  private void differ(ConfigOption<?> option, @Nullable Object built, @Nullable Object asked) {
    if (!Objects.equals(built, asked)) {
      found.add(text(option, built));
      expected.add(text(option, asked));
    }
  }

  private static String text(ConfigOption<?> option, @Nullable Object value) {
    return value == null ? "no " + option.key() : option.key() + ": " + value;
  }
}
