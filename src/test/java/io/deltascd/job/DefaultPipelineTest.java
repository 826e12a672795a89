package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.PipelineOptions;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DefaultPipelineTest {
  private static final Map<String, String> VARIABLE = Map.of("DELTA_SCD_PIPELINE", "/env.yaml");

  @TempDir private Path directory;

  @Test
  void theConfigurationGoesFirst() throws IOException {
    Configuration flink = new Configuration();
    flink.set(PipelineOptions.FILE, "/conf.yaml");
    Path file = Files.writeString(directory.resolve("pipeline.yaml"), "name: p");

    assertThat(new DefaultPipeline(flink, VARIABLE, directory).find()).isEqualTo("/conf.yaml");
    assertThat(new DefaultPipeline(new Configuration(), VARIABLE, directory).find())
        .isEqualTo("/env.yaml");
    assertThat(new DefaultPipeline(new Configuration(), Map.of(), directory).find())
        .isEqualTo(file.toString());
  }

  @Test
  void saysWhereItLooked() {
    assertThatThrownBy(
            () ->
                new DefaultPipeline(
                        new Configuration(), Map.of("DELTA_SCD_PIPELINE", ""), directory)
                    .find())
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(
            "submitted without arguments",
            "no delta-scd.pipeline in Flink's configuration",
            "no DELTA_SCD_PIPELINE in the environment",
            "no " + directory.resolve("pipeline.yaml"),
            "run products.yaml");
  }

  @ParameterizedTest
  @CsvSource({
    "file:/opt/my%20jars/job.jar, /opt/my jars",
    "file:///opt/usrlib/job.jar, /opt/usrlib",
    "file:usrlib/job.jar, usrlib",
    "file:job.jar, ''",
    "file:usrlib/my job.jar, usrlib",
    "file:/opt/my jars/100%.jar, /opt/my jars",
  })
  void aJarIsNamedInSeveralWays(String jar, Path directory) throws IOException {
    assertThat(DefaultPipeline.directoryOfJar(new URL(jar))).isEqualTo(directory.toAbsolutePath());
  }

  @Test
  void aProgramThatIsInNoJarHasNothingBesideIt() {
    assertThat(DefaultPipeline.directoryOfJar(DefaultPipeline.class)).isNull();
    assertThat(DefaultPipeline.directoryOfJar(CommandLine.class)).isDirectory();
    assertThatThrownBy(() -> new DefaultPipeline(new Configuration(), Map.of(), null).find())
        .isInstanceOf(UsageException.class)
        .hasMessageNotContaining("no pipeline.yaml");
  }
}
