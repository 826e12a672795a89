package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PipelineFilesTest {
  @TempDir private Path directory;
  private Path folder;

  @BeforeEach
  void createFolder() throws IOException {
    folder = Files.createDirectory(directory.resolve("nightly.jobs"));
  }

  @Test
  void aFileIsAJobOfItsOwn() throws IOException {
    write("products.yaml", pipeline("products", ""));
    JobConfig job = PipelineFiles.read(folder.resolve("products.yaml"), List.of());
    assertThat(job.name()).isEqualTo("products");
    assertThat(job.fromFolder()).isFalse();
    assertThat(job.pipelines()).extracting(PipelineConfig::name).containsExactly("products");
  }

  @Test
  void theFilesOfAFolderAreOneJob() throws IOException {
    write("b.yml", pipeline("b", "flink: {parallelism.default: 2}\n"));
    write("a.yaml", pipeline("a", "flink: {parallelism.default: 2, rest.port: 9000}\n"));
    write(".hidden.yaml", "not a pipeline");
    write("notes.txt", "not a pipeline");
    Files.createDirectory(folder.resolve("old.yaml"));
    Files.writeString(folder.resolve("old.yaml").resolve("c.yaml"), "not a pipeline");

    JobConfig job =
        PipelineFiles.read(folder, List.of("source.scan.bounded.mode=latest", "rest.port=9001"));

    assertThat(job.name()).as("of the folder, as that of a file").isEqualTo("nightly");
    assertThat(job.fromFolder()).isTrue();
    assertThat(job.pipelines()).extracting(PipelineConfig::name).containsExactly("a", "b");
    assertThat(job.isBounded()).isTrue();
    assertThat(job.flink())
        .containsOnly(Map.entry("parallelism.default", "2"), Map.entry("rest.port", "9001"));
  }

  @Test
  void aFolderWithoutPipelines() {
    assertThatThrownBy(() -> PipelineFiles.read(folder, List.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            """
            The folder has no pipeline file
              where:    %s
              found:    no file that ends with .yaml or .yml
              expected: a pipeline file for each pipeline of the job
              remedy:   check the path; delta-scd demo makes an example"""
                .formatted(folder));
  }

  @Test
  void everythingIsToldAtOnce() throws IOException {
    write("a.yaml", "only a text");
    write("b.yaml", pipeline("b", "").replace("  keys: [id]\n", ""));
    write("c.yaml", pipeline("c", "name: b\n"));
    assertThatThrownBy(() -> PipelineFiles.read(folder, List.of()))
        .hasMessageStartingWith("3 errors in the configuration\n")
        .hasMessageContaining(folder.resolve("a.yaml").toString())
        .hasMessageContaining("A key is missing: target.keys")
        .hasMessageContaining("Two pipelines of a job have the same name");
  }

  static Stream<Arguments> contradictions() {
    return Stream.of(
        Arguments.of(
            pipeline("a", "name: products\n"),
            pipeline("b", "name: products\n"),
            """
            Two pipelines of a job have the same name
              where:    FILES
              found:    products
              expected: a name of its own for each, which also belongs to its gold
              remedy:   write another name: in one of the files"""),
        Arguments.of(
            "source.scan.bounded.mode: latest\n" + pipeline("a", ""),
            pipeline("b", ""),
            """
            Some pipelines of a job end by themselves, others do not
              where:    FILES
              found:    source.scan.bounded.mode in the first one only
              expected: all of them bounded, or none
              remedy:   run them as two jobs, or give -D source.scan.bounded.mode=latest for all of \
            them"""),
        Arguments.of(
            pipeline("a", "flink: {s3.secret-key: canary-1}\n"),
            pipeline("b", "flink: {s3.secret-key: canary-2}\n"),
            """
            Two pipelines of a job set a Flink option differently
              where:    FILES
              found:    two values of s3.secret-key
              expected: one value, since the job has one
              remedy:   write it in one of the files only, or the same in each"""),
        Arguments.of(
            pipeline("a", "hadoop: {fs.s3a.secret.key: canary-1}\n")
                .replace("/silver/a", "s3a://lake/silver"),
            pipeline("b", "hadoop: {fs.s3a.secret.key: canary-2}\n")
                .replace("/gold/b", "s3a://lake/gold"),
            """
            Two pipelines of a job reach the same file system differently
              where:    FILES
              found:    other options below hadoop: for s3a://lake
              expected: the same options, since a job has one client for each file system
              remedy:   write the same options below hadoop: in each of the files, or run them as \
            two jobs"""));
  }

  @ParameterizedTest
  @MethodSource
  void contradictions(String a, String b, String message) throws IOException {
    write("a.yaml", a);
    write("b.yaml", b);
    assertThatThrownBy(() -> PipelineFiles.read(folder, List.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            message.replace(
                "FILES", folder.resolve("a.yaml") + " and " + folder.resolve("b.yaml")));
    assertThat(PipelineFiles.examine(folder, List.of()).findings()).hasSize(1);
  }

  @Test
  void otherBucketsMayHaveOtherOptions() throws IOException {
    write(
        "a.yaml",
        pipeline("a", "hadoop: {fs.s3a.endpoint: one}\n").replace("/gold/a", "s3a://lake/gold"));
    write(
        "b.yaml",
        pipeline("b", "hadoop: {fs.s3a.endpoint: two}\n").replace("/gold/b", "s3a://sea/gold"));
    write("c.yaml", pipeline("c", ""));
    assertThat(PipelineFiles.read(folder, List.of()).pipelines()).hasSize(3);
  }

  private static String pipeline(String name, String more) {
    return """
        source:
          path: /silver/%s
        target:
          path: /gold/%s
          keys: [id]
        """
            .formatted(name, name)
        + more;
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }
}
