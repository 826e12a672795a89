package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PipelineOptionsTest {

  /** Options that have no default, because there is no sensible one or it is not a constant. */
  private static final Set<String> WITHOUT_DEFAULT =
      Set.of(
          "name",
          "max-outage",
          "source.path",
          "source.scan.startup.version",
          "source.scan.startup.timestamp",
          "source.scan.bounded.version",
          "source.scan.bounded.timestamp",
          "source.scan.schema-change.accept-version",
          "target.path",
          "target.keys",
          "target.valid-from-version-column",
          "target.valid-to-version-column",
          "target.valid-to-open",
          "target.columns",
          "target.tracked-columns",
          "target.sequence-by",
          "target.partition-by",
          "target.dead-letter-path");

  @Test
  void everyDeclaredOptionIsListed() throws IllegalAccessException {
    List<ConfigOption<?>> declared = new ArrayList<>();
    for (Class<?> type : List.of(PipelineOptions.class, SourceOptions.class, TargetOptions.class)) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getType() == ConfigOption.class) {
          declared.add((ConfigOption<?>) field.get(null));
        }
      }
    }
    declared.remove(PipelineOptions.FILE);

    assertThat(PipelineOptions.all()).containsExactlyInAnyOrderElementsOf(declared);
  }

  static Stream<ConfigOption<?>> all() {
    return PipelineOptions.all().stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyOptionIsDescribed(ConfigOption<?> option) {
    assertThat(new HtmlFormatter().format(option.description())).hasSizeGreaterThan(20);
    assertThat(option.key()).matches("[a-z]+([.-][a-z]+)*");
    assertThat(option.hasDefaultValue()).isEqualTo(!WITHOUT_DEFAULT.contains(option.key()));
  }

  @ParameterizedTest
  @CsvSource({"kitten, sitting, 3", "a, a, 0", "'', abc, 3", "abc, '', 3", "path, pth, 1"})
  void distanceIsTheNumberOfEdits(String a, String b, int expected) {
    assertThat(NearestName.distance(a, b)).isEqualTo(expected);
  }
}
