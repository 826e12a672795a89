package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  static Stream<Arguments> credentialsInPlain() {
    return Stream.of(
        Arguments.of("source.path: s3a://AKIA:hunter2@bucket/t", "source.path", "p.yaml:1:14"),
        Arguments.of("source.path: s3a://AKIA:hun/ter@hunter2/t", "source.path", "p.yaml:1:14"),
        Arguments.of("source.path: S3A://hunter2@bucket/t", "source.path", "p.yaml:1:14"),
        Arguments.of("source.path: 'wasbs://c:hunter2@a.net/t'", "source.path", "p.yaml:1:14"),
        Arguments.of("source.path: 'abfss://c%3ahunter2@a.net/t'", "source.path", "p.yaml:1:14"),
        Arguments.of("source.path: 'abfss://c@a.net/t?sig=hunter2'", "source.path", "p.yaml:1:14"),
        Arguments.of("source.path: https://a.net/c/t?sv=1&sig=hunter2", "source.path", ""),
        Arguments.of("source.path: /s\nflink.a.dir: s3://k:hunter2@b/c", "flink.a.dir", ""),
        Arguments.of("source.path: /s\nflink.fs.azure.sas.a: sv=1&sig=hunter2", "flink.fs", ""),
        Arguments.of("source.path: /s\nflink.a: [b, 's3://k:hunter2@b/c']", "flink.a", ""));
  }

  @ParameterizedTest
  @MethodSource
  void credentialsInPlain(String line, String key, String place) {
    String yaml = line.replace("\\n", "\n") + "\ntarget: {path: /g, keys: [id]}\n";

    Throwable error = catchThrowable(() -> PipelineFile.draft("p.yaml", yaml, List.of()).config());

    assertThat(error)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("A credential stands where it would be printed: " + key)
        .hasMessageContaining(place)
        .hasMessageContaining("below hadoop:");
    assertThat(error.toString()).doesNotContain(SECRET).doesNotContain("ter@");
  }

  @Test
  void noTableHasCredentialsInItsPath() {
    assertThatThrownBy(() -> TableLocation.of("s3a://AKIA:hunter2@bucket/t", Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageNotContaining(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/data/what?",
        "file:///data/a:b@c",
        "relative:with/colon",
        "abfss://container@account.dfs.core.windows.net/t",
        "wasbs://container@account.blob.core.windows.net/t",
        "hdfs://namenode:8020/user/a@b/t",
        "hdfs://[::1]:8020/t",
        "s3a://bucket/year=2024/a@b:c",
        "gs://bucket/t",
      })
  void pathsWithoutCredentials(String path) {
    assertThat(new TableLocation(path, Map.of())).hasToString(path);
  }

  @Test
  void optionsThatFlinkHidesAreNotJudged() {
    PipelineConfig config =
        PipelineFile.draft("p.yaml", LEAST + "flink.x.token: sv=1&sig=hunter2\n", List.of())
            .config();

    assertThat(config.flink()).containsEntry("x.token", "sv=1&sig=hunter2");
  }

  @ParameterizedTest
  @MethodSource
  void brokenFiles(String yaml, String override) {
    List<String> overrides = override.isEmpty() ? List.of() : List.of(override);

    Throwable error = catchThrowable(() -> PipelineFile.draft("p.yaml", yaml, overrides).config());

    assertThat(error).isInstanceOf(ConfigurationException.class);
    assertThat(error).hasNoCause();
    assertThat(error.toString()).doesNotContain(SECRET);
  }

  @Test
  void aPipelineAsText() {
    PipelineConfig config =
        PipelineFile.draft(
                "p.yaml", LEAST + "hadoop.a: hunter2\nflink.s3.secret-key: hunter2\n", List.of())
            .config();

    assertThat(config.source().silver().hadoop()).containsEntry("a", SECRET);
    assertThat(config.flink()).containsEntry("s3.secret-key", SECRET);
    assertThat(config.toString()).doesNotContain(SECRET).contains("s3.secret-key");
  }
}
