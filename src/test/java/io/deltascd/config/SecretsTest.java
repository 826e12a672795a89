package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of file system options appear nowhere, however the file is broken. */
class SecretsTest {
  private static final String SECRET = "hunter2";
  private static final String LEAST = "source.path: /s\ntarget: {path: /g, keys: [id]}\n";

  static Stream<Arguments> brokenFiles() {
    return Stream.of(
        Arguments.of(LEAST + "hadoop: hunter2\n", ""),
        Arguments.of(LEAST + "hadoop: [hunter2]\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: [[hunter2]]\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: hunter2\n  a: hunter2\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a=hunter2:\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a=hunter2\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: hunter2: b\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: 'hunter2\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: *hunter2\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: !hunter2! b\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: \"\\xhunter2\"\n", ""),
        Arguments.of(LEAST + "hadoop:\n  a: hunter2\n b: hunter2\n", ""),
        Arguments.of(LEAST + "hadoop:\na: hunter2\n", ""),
        Arguments.of(LEAST + "hadop:\n  a: hunter2\n", ""),
        Arguments.of(LEAST + "unknown: 1\nhadoop:\n  a: hunter2\n", ""),
        Arguments.of(LEAST, "hadop.a=hunter2"),
        Arguments.of(LEAST, "hadoop=hunter2"),
        Arguments.of(LEAST, "hadoop.a hunter2"));
  }

  @ParameterizedTest
  @MethodSource
  void brokenFiles(String yaml, String override) {
    List<String> overrides = override.isEmpty() ? List.of() : List.of(override);

    Throwable error = catchThrowable(() -> PipelineFile.parse("p.yaml", yaml, overrides));

    assertThat(error).isInstanceOf(ConfigurationException.class);
    assertThat(error).hasNoCause();
    assertThat(error.toString()).doesNotContain(SECRET);
  }

  @Test
  void aPipelineAsText() {
    PipelineConfig config =
        PipelineFile.parse(
            "p.yaml", LEAST + "hadoop.a: hunter2\nflink.s3.secret-key: hunter2\n", List.of());

    assertThat(config.source().silver().hadoop()).containsEntry("a", SECRET);
    assertThat(config.flink()).containsEntry("s3.secret-key", SECRET);
    assertThat(config.toString()).doesNotContain(SECRET).contains("s3.secret-key");
  }
}
