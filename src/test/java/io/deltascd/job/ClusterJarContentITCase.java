package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The cluster's jar: what must not be in it, since a cluster has it, and what must. */
class ClusterJarContentITCase {

  /** The jar that was packaged. */
  static Path jar() {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      List<Path> jars =
          files
              .filter(file -> file.getFileName().toString().matches("flink-delta-scd-.*\\.jar"))
              .toList();
      assertThat(jars).hasSize(1);
      return jars.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void nothingOfTheClusterIsInIt() throws IOException {
    assertThat(names())
        .noneMatch(name -> name.startsWith("org/apache/flink/"))
        .noneMatch(name -> name.startsWith("org/slf4j/"))
        .noneMatch(name -> name.startsWith("org/apache/logging/"))
        .noneMatch(name -> name.startsWith("org/apache/log4j/"))
        .noneMatch(name -> name.startsWith("org/rocksdb/"))
        .noneMatch(name -> name.matches("log4j.*\\.(properties|xml|yaml|json)|logback.*\\.xml"))
        .noneMatch(name -> name.matches("META-INF/services/org\\.(slf4j|apache\\.flink)\\..*"));
  }

  @Test
  void noSignatureOrModuleOfAPartIsInIt() throws IOException {
    assertThat(names())
        .noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|DSA|RSA|EC)"))
        .noneMatch(name -> name.endsWith("module-info.class"));
  }

  @Test
  void servicesNoticeAndEntryPointAreInIt() throws IOException {
    assertThat(names())
        .contains(
            "io/deltascd/job/demo-silver.zip",
            "META-INF/NOTICE",
            "META-INF/services/org.apache.hadoop.fs.FileSystem");
    try (JarFile jar = new JarFile(jar().toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo(Main.class.getName());
    }
  }

  private static List<String> names() throws IOException {
    try (JarFile jar = new JarFile(jar().toFile())) {
      return jar.stream().map(ZipEntry::getName).toList();
    }
  }
}
