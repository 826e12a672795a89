package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code docker/}: that its parts fit each other and the program; no container is started. */
class DockerFilesTest {
  private static final Path DOCKERFILE = Path.of("docker/Dockerfile");
  private static final Path COMPOSE = Path.of("docker/compose.yaml");

  @Test
  void theImageIsMadeOfFilesThatAreThere() throws IOException {
    String instructions = Files.readString(DOCKERFILE).replace("\\\n", " ");

    assertThat(instructions).contains("FROM flink:" + EnvironmentInformation.getVersion() + "-");
    assertThat(instructions.lines()).last().isEqualTo("USER flink");
    assertThat(
            Pattern.compile("\\bflink-conf/\\S+")
                .matcher(instructions)
                .results()
                .map(MatchResult::group)
                .map(Path::of))
        .hasSize(4)
        .allMatch(Files::isRegularFile);
    assertThat(instructions).contains(" target/flink-delta-scd-*.jar /opt/flink/usrlib/");
    assertThat(Files.readAllLines(Path.of("docker/Dockerfile.dockerignore")))
        .containsSubsequence("*", "!flink-conf", "!target/flink-delta-scd-*.jar");
  }

  @Test
  void nothingIsOpenToOtherMachines() throws IOException {
    assertThat(strings(compose().get("x-jobmanager"), "ports"))
        .isNotEmpty()
        .allMatch(port -> port.startsWith("127.0.0.1:"));
    assertThat(Files.readString(COMPOSE))
        .containsOnlyOnce("ports:")
        .doesNotContain("privileged", "network_mode");
    assertThat(strings(compose().get("x-flink"), "cap_drop")).containsExactly("ALL");
  }

  @Test
  void bothModesStartTheProgram() throws IOException {
    Map<?, ?> services = (Map<?, ?>) compose().get("services");

    assertThat(strings(services.get("job"), "command"))
        .containsExactly("standalone-job", "--job-classname", Main.class.getName());
    assertThat(strings(services.get("job"), "profiles")).containsExactly("application");
    assertThat(strings(services.get("jobmanager"), "command")).containsExactly("jobmanager");
    assertThat(strings(services.get("jobmanager"), "profiles")).containsExactly("session");
    assertThat(strings(services.get("taskmanager"), "profiles"))
        .containsExactly("session", "application");
  }

  @Test
  void thePipelineAndTheStateAreWhereTheProgramLooks() throws IOException {
    Map<?, ?> flink = (Map<?, ?>) compose().get("x-flink");
    String pipeline = (String) ((Map<?, ?>) flink.get("environment")).get(DefaultPipeline.VARIABLE);
    String checkpoints =
        GlobalConfiguration.loadConfiguration("flink-conf")
            .get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);

    assertThat(strings(flink, "volumes"))
        .contains("./pipelines:/opt/flink/pipelines:ro", "${STATE:-state}:/opt/flink/state");
    assertThat(pipeline).isEqualTo("/opt/flink/pipelines/${PIPELINE:-products.yaml}");
    assertThat(Path.of("docker/pipelines/products.yaml")).isRegularFile();
    assertThat(Path.of("docker/core-site.xml")).isRegularFile();
    assertThat(checkpoints).startsWith("file:///opt/flink/state/");
  }

  private static Map<?, ?> compose() throws IOException {
    return (Map<?, ?>)
        new Load(LoadSettings.builder().build()).loadFromString(Files.readString(COMPOSE));
  }

  private static List<String> strings(Object service, String key) {
    return ((List<?>) ((Map<?, ?>) service).get(key)).stream().map(String.class::cast).toList();
  }
}
