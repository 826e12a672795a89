package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineDraftTest {
  @TempDir private Path directory;

  @Test
  void aRightFileIsItsPipeline() throws IOException {
    PipelineDraft draft =
        examine("max-outage: 3 d\nsource.path: /s\ntarget: {path: /g, keys: [a, b]}\n");

    assertThat(draft.findings()).isEmpty();
    assertThat(draft.maxOutage()).hasValue(Duration.ofDays(3));
    assertThat(draft.config().name()).isEqualTo("p");
    assertThat(draft.config().source()).isEqualTo(draft.source().orElseThrow());
    assertThat(draft.config().target()).isEqualTo(draft.target().orElseThrow());
  }

  @Test
  void whatCanBeReadIsKeptBesideWhatIsWrong() throws IOException {
    PipelineDraft draft =
        examine(
            """
            nme: x
            max-outage: for ever
            source: {path: /s, scan.startup.mode: initally, scan.bounded.mode: version}
            target: {path: /g}
            hadoop: {secret: hunter2}
            flink: {secret: hunter2}
            """);

    assertThat(draft.findings())
        .extracting(Finding::what)
        .containsExactly(
            "Unknown key: nme",
            "max-outage cannot be read",
            "source.scan.startup.mode cannot be read",
            "A key is missing: target.keys",
            "A key is missing: source.scan.bounded.version");
    assertThat(draft.findings().get(1).expected()).isEqualTo("a duration such as 10 s");
    SourceConfig source = draft.source().orElseThrow();
    assertThat(source.silver().path()).isEqualTo("/s");
    assertThat(source.silver().hadoop()).containsEntry("secret", "hunter2");
    assertThat(source.startup()).isEqualTo(Startup.of(StartupMode.INITIAL));
    assertThat(source.bounded()).isEqualTo(new Bounded(Bounded.Mode.UNBOUNDED, -1));
    assertThat(draft.target().orElseThrow().gold().path()).isEqualTo("/g");
    assertThat(draft.target().orElseThrow().keys()).isEmpty();
    assertThat(draft.maxOutage()).isEmpty();
    assertThat(draft.toString()).doesNotContain("hunter2");
    assertThatThrownBy(draft::config).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void withoutPathsThereAreNoTables() throws IOException {
    PipelineDraft draft = examine("name: x\n");

    assertThat(draft.name()).isEqualTo("x");
    assertThat(draft.source()).isEmpty();
    assertThat(draft.target()).isEmpty();
  }

  @Test
  void whatIsNoPipelineHasNoDraft() {
    assertThatThrownBy(() -> examine("hello")).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> PipelineFile.examine(directory.resolve("none"), List.of()))
        .isInstanceOf(ConfigurationException.class);
  }

  private PipelineDraft examine(String yaml) throws IOException {
    return PipelineFile.examine(Files.writeString(directory.resolve("p.yaml"), yaml), List.of());
  }
}
