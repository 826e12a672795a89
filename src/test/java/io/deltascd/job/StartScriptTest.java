package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/delta-scd}, with a java that only says how it was called. */
class StartScriptTest {
  private static final Path SCRIPT = Path.of("src/main/dist/bin/delta-scd").toAbsolutePath();

  @TempDir private Path directory;

  @Test
  void hasTheJvmFlagsOfTheBuild() throws IOException {
    assertThat(opens(SCRIPT)).isNotEmpty().isEqualTo(opens(Path.of("pom.xml")));
  }

  @Test
  void startsThroughLinksWithBlanks() throws Exception {
    Path home = Files.createDirectories(directory.resolve("a home/dist")).toRealPath();
    Files.createDirectories(home.resolve("bin"));
    Files.copy(SCRIPT, home.resolve("bin/delta-scd"));
    Files.copy(SCRIPT.resolveSibling("java.sh"), home.resolve("bin/java.sh"));
    Files.createSymbolicLink(directory.resolve("first"), Path.of("a home/dist/bin/delta-scd"));
    Path link = Files.createSymbolicLink(directory.resolve("second"), Path.of("first"));

    List<String> said = start(link, java("17.0.1"), Map.of(), "show", "a table");

    assertThat(said)
        .containsSubsequence(
            "-Xmx2g",
            "-Dlog.file=" + home + "/log/delta-scd.log",
            "-cp",
            home + "/conf:" + home + "/lib/*",
            "io.deltascd.job.LocalMain",
            "show",
            "a table");
  }

  @Test
  void jvmOptionsCanBeChanged() throws Exception {
    List<String> said =
        start(
            SCRIPT,
            java("25"),
            Map.of(
                "DELTA_SCD_JAVA_OPTS", "-Xmx1g -Da=b",
                "DELTA_SCD_LOG_DIR", directory.resolve("logs").toString(),
                "HADOOP_CONF_DIR", "/etc/hadoop"));

    assertThat(said)
        .contains("-Xmx1g", "-Da=b", "--enable-native-access=ALL-UNNAMED")
        .doesNotContain("-Xmx2g")
        .anyMatch(word -> word.endsWith("/lib/*:/etc/hadoop"));
  }

  @Test
  void anOldJavaIsRefused() throws Exception {
    assertThat(start(SCRIPT, java("1.8.0_402"), Map.of(), "demo"))
        .startsWith("Java is too old")
        .contains("  found:    openjdk version \"1.8.0_402\"", "status 2");
  }

  @Test
  void aMissingJavaIsNamed() throws Exception {
    assertThat(start(SCRIPT, directory.resolve("none"), Map.of(), "demo"))
        .startsWith("There is no Java in JAVA_HOME")
        .contains("status 2");
  }

  private static List<String> opens(Path file) throws IOException {
    List<String> opens = new ArrayList<>();
    Matcher flag = Pattern.compile("--add-opens=\\S+=ALL-UNNAMED").matcher(Files.readString(file));
    while (flag.find()) {
      opens.add(flag.group());
    }
    return opens;
  }

  private Path java(String version) throws IOException {
    Path home = Files.createDirectories(directory.resolve("java " + version));
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\nif [ \"$1\" = -version ]; then echo 'openjdk version \""
            + version
            + "\"' >&2; else for word; do echo \"$word\"; done; fi\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home;
  }

  private List<String> start(Path script, Path java, Map<String, String> more, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(args));
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process.directory(directory.toFile());
    process.environment().keySet().removeIf(name -> name.matches("DELTA_SCD_.*|HADOOP_.*"));
    process.environment().put("JAVA_HOME", java.toString());
    process.environment().put("TMPDIR", directory.toString());
    if (!more.containsKey("DELTA_SCD_LOG_DIR") && script.equals(SCRIPT)) {
      process.environment().put("DELTA_SCD_LOG_DIR", directory.resolve("log").toString());
    }
    process.environment().putAll(more);
    Process started = process.start();
    String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return (said + "status " + started.waitFor()).lines().toList();
  }
}
