package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelEnginesTest {

  @ParameterizedTest
  @CsvSource({
    "/data/silver, file:/data/silver",
    "/data/silver/, file:/data/silver",
    "/data/../silver, file:/silver",
    "file:/data/silver, file:/data/silver",
    "file:///data/a b, file:/data/a b",
    "s3a://bucket/silver/, s3a://bucket/silver",
  })
  void rootUri(String path, String expected) {
    assertThat(root(path)).isEqualTo(expected);
  }

  @Test
  void relativePathIsMadeAbsolute() {
    assertThat(root("some/table")).isEqualTo("file:" + Path.of("some/table").toAbsolutePath());
  }

  @ParameterizedTest
  @CsvSource({"''", "file://host/data"})
  void unusablePathIsRefused(String path) {
    assertThatThrownBy(() -> root(path))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("remedy:");
  }

  @Test
  void optionsReachHadoop() {
    TableLocation location = new TableLocation("/t", Map.of("fs.s3a.endpoint", "http://here"));
    assertThat(KernelEngines.hadoopConfiguration(location).get("fs.s3a.endpoint"))
        .isEqualTo("http://here");
  }

  private static String root(String path) {
    return KernelEngines.rootUri(new TableLocation(path, Map.of()));
  }
}
