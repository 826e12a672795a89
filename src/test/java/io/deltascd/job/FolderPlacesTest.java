package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.DeadLetterConfig;
import io.deltascd.config.Finding;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.HistorySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FolderPlacesTest {
  @TempDir private Path directory;

  static Stream<Arguments> apart() {
    return Stream.of(
        Arguments.of("two tables each", "silver-b", "gold-b", null),
        Arguments.of("one silver for both", "silver-a", "gold-b", null),
        Arguments.of("the gold of one is the silver of the other", "gold-a", "gold-b", null),
        Arguments.of("a silver inside of a silver", "silver-a/b", "gold-b", null),
        Arguments.of("names that begin alike", "silver-a2", "gold-a2", "gold-a3"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("apart")
  void keepOutOfEachOthersWay(String name, String silver, String gold, String deadLetters)
      throws IOException {
    assertThat(findings(pipeline(silver, gold, deadLetters))).isEmpty();
  }

  static Stream<Arguments> together() {
    String same = "Two pipelines of a job maintain the same table";
    String inside = "A table of one pipeline lies inside of another one's";
    return Stream.of(
        Arguments.of("one gold", "silver-b", "gold-a", null, same),
        Arguments.of("in other words", "silver-b", "x/../gold-a/", null, same),
        Arguments.of("through a link", "silver-b", "link", null, same),
        Arguments.of("dead letters in a gold", "silver-b", "gold-b", "gold-a", same),
        Arguments.of("one dead-letter table", "silver-b", "gold-b", "dead-a", same),
        Arguments.of("a gold in a gold", "silver-b", "gold-a/b", null, inside),
        Arguments.of("a gold around a gold", "silver-b", ".", null, inside),
        Arguments.of("a gold in a silver", "silver-b", "silver-a/b", null, inside),
        Arguments.of("a silver in a gold", "gold-a/b", "gold-b", null, inside),
        Arguments.of("dead letters in a silver", "silver-b", "gold-b", "silver-a/b", inside));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("together")
  void areInEachOthersWay(
      String name, String silver, String gold, String deadLetters, String expected)
      throws IOException {
    Files.createDirectory(directory.resolve("gold-a"));
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("gold-a"));
    assertThat(findings(pipeline(silver, gold, deadLetters)))
        .extracting(Finding::what)
        .containsOnly(expected);
  }

  @Test
  void theMessages() throws IOException {
    String a = directory + "/gold-a";
    assertThat(findings(pipeline("silver-b", "gold-a", null)))
        .extracting(Finding::text)
        .containsExactly(
            """
            Two pipelines of a job maintain the same table
              where:    a: %s and b: %s
              found:    one place
              expected: a table of its own for each
              remedy:   write another path in one of the pipeline files"""
                .formatted(a, a));
    assertThat(findings(pipeline("silver-b", "gold-a/b", null)))
        .extracting(Finding::text)
        .containsExactly(
            """
            A table of one pipeline lies inside of another one's
              where:    b: %s/b and a: %s
              found:    the first below the second
              expected: two directories beside each other: VACUUM of the outer table deletes the \
            inner one
              remedy:   choose another path for what is maintained"""
                .formatted(a, a));
  }

  /** Between the pipeline "b" and one that has silver-a, gold-a and dead-a. */
  private List<Finding> findings(PipelineConfig b) throws IOException {
    FolderPlaces places = new FolderPlaces();
    PipelineConfig a = pipeline("silver-a", "gold-a", "dead-a");
    places.add("a", a.source());
    places.add("a", a.target());
    places.add("b", b.source());
    places.add("b", b.target());
    return places.findings();
  }

  private PipelineConfig pipeline(String silver, String gold, String deadLetters) {
    return JobRun.pipeline(
        Path.of(directory + "/" + silver),
        Path.of(directory + "/" + gold),
        List.of("id"),
        HistorySettings.DEFAULT,
        OnNullKey.DEAD_LETTER,
        deadLetters == null
            ? null
            : new DeadLetterConfig(
                new TableLocation(directory + "/" + deadLetters, Map.of()), true),
        new Bounded(Bounded.Mode.UNBOUNDED, -1));
  }
}
