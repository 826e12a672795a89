package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.Finding;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoldAgreementTest {

  static Stream<Arguments> eachSetting() {
    return Stream.of(
        Arguments.of(
            named("desde", "valid_to", "is_current", null, null),
            "target.valid-from-column: valid_from",
            "target.valid-from-column: desde"),
        Arguments.of(
            named("valid_from", "hasta", "is_current", null, null),
            "target.valid-to-column: valid_to",
            "target.valid-to-column: hasta"),
        Arguments.of(
            named("valid_from", "valid_to", "vigente", null, null),
            "target.is-current-column: is_current, target.partition-by: [is_current]",
            "target.is-current-column: vigente, target.partition-by: [vigente]"),
        Arguments.of(
            named("valid_from", "valid_to", "is_current", "v", null),
            "no target.valid-from-version-column",
            "target.valid-from-version-column: v"),
        Arguments.of(
            named("valid_from", "valid_to", "is_current", null, "v"),
            "no target.valid-to-version-column",
            "target.valid-to-version-column: v"),
        Arguments.of(
            settings("9999-12-31T00:00:00Z", null, null, null, null),
            "no target.valid-to-open",
            "target.valid-to-open: 9999-12-31T00:00:00Z"),
        Arguments.of(
            settings(null, Deletes.IGNORE, null, null, null),
            "target.deletes: close",
            "target.deletes: ignore"),
        Arguments.of(
            settings(null, null, List.of("id", "a"), null, null),
            "target.columns: all",
            "target.columns: [id, a]"),
        Arguments.of(
            settings(null, null, null, List.of("a"), null),
            "target.tracked-columns: all",
            "target.tracked-columns: [a]"),
        Arguments.of(
            settings(null, null, null, null, List.of("is_current", "a")),
            "target.partition-by: [is_current]",
            "target.partition-by: [is_current, a]"),
        Arguments.of(
            new HistorySettings(
                null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, List.of("a")),
            "target.on-duplicate-key: fail, no target.sequence-by",
            "target.on-duplicate-key: keep-last, target.sequence-by: [a]"));
  }

  @ParameterizedTest
  @MethodSource
  void eachSetting(HistorySettings asked, String found, String expected) {
    assertThat(GoldAgreement.finding(HistorySettings.DEFAULT, target(asked)))
        .map(Finding::text)
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("Gold was built with other settings of history")
                    .contains("where:    /gold\n")
                    .contains("found:    " + found + "\n")
                    .contains("expected: " + expected + "\n"));
  }

  @Test
  void theSameSettingsAgree() {
    HistorySettings built = settings(null, null, null, List.of("a", "b"), null);
    HistorySettings otherOrder = settings(null, null, null, List.of("b", "a"), null);

    assertThat(GoldAgreement.finding(built, target(otherOrder))).isEmpty();
  }

  private static HistorySettings named(
      String from, String to, String current, String fromVersion, String toVersion) {
    return new HistorySettings(
        new HistoryColumns(from, to, current, fromVersion, toVersion),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static HistorySettings settings(
      String openEnd,
      Deletes deletes,
      List<String> columns,
      List<String> tracked,
      List<String> partitionBy) {
    return new HistorySettings(null, openEnd, deletes, columns, tracked, partitionBy, null, null);
  }

  private static TargetConfig target(HistorySettings history) {
    return JobRun.pipeline(
            Path.of("/silver"),
            Path.of("/gold"),
            List.of("id"),
            history,
            OnNullKey.FAIL,
            new Bounded(Bounded.Mode.LATEST, -1))
        .target();
  }
}
