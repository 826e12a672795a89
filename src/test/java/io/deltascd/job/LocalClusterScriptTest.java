package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/local-cluster}, as far as it starts nothing; LocalClusterITCase has the rest. */
class LocalClusterScriptTest {
  private static final Path SCRIPT = Path.of("src/main/dist/bin/local-cluster").toAbsolutePath();

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "'', There is no such command, found:    none",
    "begin, There is no such command, found:    begin",
    "start --slots, An option has no value, found:    --slots",
    "start --slots 0, An option is no number, found:    0",
    "start --task-managers two, An option is no number, found:    two",
    "start --rest-port -1, An option is no number, found:    -1",
    "start --flink DIR, There is no Flink, where:    DIR/lib",
    "start --keep, There is no such option, found:    --keep",
    "stop --slots 2, There is no such option, found:    --slots",
    "status now, There is no such option, found:    now",
    "stop --dir DIR/none, There is no cluster, where:    DIR/none",
    "status --dir DIR, There is no cluster, where:    DIR",
    "flink --dir DIR list, There is no cluster, where:    DIR",
  })
  void wrongUse(String args, String what, String rest) throws Exception {
    List<String> said = call(args.isEmpty() ? new String[0] : filled(args).split(" "));

    assertThat(said).first().isEqualTo(what);
    assertThat(said)
        .contains("  " + filled(rest), "status 2")
        .anyMatch(line -> line.startsWith("  remedy: "));
  }

  @Test
  void aDirectoryWithOtherFilesIsLeftAlone() throws Exception {
    Path file = Files.writeString(directory.resolve("thesis.txt"), "long work");

    assertThat(call("start", "--dir", directory.toString()))
        .startsWith("The directory is in use")
        .contains("status 2");
    assertThat(call("stop", "--dir", directory.toString())).contains("status 2");
    assertThat(file).hasContent("long work");
  }

  /** Whoever makes the link could lead it to a configuration with JVM options of their own. */
  @ParameterizedTest
  @CsvSource({"start, ''", "status, ''", "stop, ''", "flink, ''", "flink, /"})
  void aLinkIsNotFollowed(String command, String end) throws Exception {
    Path real = Files.createDirectories(directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    Files.createDirectories(real.resolve("run"));
    Files.createDirectories(real.resolve("conf"));
    Files.writeString(real.resolve("conf/config.yaml"), "env.java.opts.client: '-version'\n");

    assertThat(call(command, "--dir", link + end))
        .startsWith("The directory is a symbolic link")
        .contains("  where:    " + link, "  found:    a link to " + real, "status 2");
    assertThat(real).isDirectoryContaining("glob:**/conf");
  }

  @Test
  void aClusterKeepsItsSettings() throws Exception {
    Files.createDirectories(directory.resolve("run"));
    Files.createDirectories(directory.resolve("conf"));
    Files.writeString(directory.resolve("conf/config.yaml"), "rest.port: '1'\n");

    assertThat(call("start", "--dir", directory.toString(), "--slots", "4"))
        .startsWith("The cluster has its settings already")
        .contains("  found:    --slots", "status 2");
  }

  /** The id of a process may be another program's by now. */
  @Test
  void aForeignProcessIsNotEnded() throws Exception {
    Files.createDirectories(directory.resolve("conf"));
    Files.writeString(directory.resolve("conf/config.yaml"), "rest.port: '1'\n");
    Path id = Files.createDirectories(directory.resolve("run")).resolve("jobmanager.pid");
    Files.writeString(id, ProcessHandle.current().pid() + "\n");

    assertThat(call("status", "--dir", directory.toString()))
        .contains("status 1")
        .anyMatch(line -> line.startsWith("jobmanager     has ended"));
    assertThat(call("stop", "--dir", directory.toString())).contains("status 0");
    assertThat(directory).doesNotExist();
  }

  /** With a Java that ends at once. */
  @Test
  void aStartThatWasInterruptedIsMadeUpFor() throws Exception {
    Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho 'no version \"17.0.1\" of Flink'\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    Path cluster = directory.resolve("cluster");
    Path ids = Files.createDirectories(cluster.resolve("run"));
    Files.createDirectories(cluster.resolve("log"));
    Path conf = Files.createDirectories(cluster.resolve("conf"));
    Files.writeString(conf.resolve("config.yaml"), "rest.port: '1'\n");
    Files.writeString(conf.resolve("JM.options"), "-Xmx9m\n-D a=b\n");
    Files.writeString(conf.resolve("TM.options"), "-Xmx9m\n-D a=b\n");

    assertThat(callWith(directory.resolve("jdk"), "start", "--dir", cluster.toString()))
        .anyMatch(line -> line.matches("The .* has ended at once; local-cluster stop removes .*"))
        .contains("no version \"17.0.1\" of Flink", "status 1");
    assertThat(ids.toFile().list())
        .containsExactlyInAnyOrder("jobmanager.pid", "taskmanager-1.pid", "taskmanager-2.pid");
  }

  private String filled(String text) {
    return text.replace("DIR", directory.toString());
  }

  private List<String> call(String... args) throws IOException, InterruptedException {
    return callWith(Path.of(System.getProperty("java.home")), args);
  }

  private List<String> callWith(Path java, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
    command.addAll(List.of(args));
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process.environment().put("JAVA_HOME", java.toString());
    process.environment().put("TMPDIR", directory.toString());
    process.environment().remove("DELTA_SCD_CLUSTER_DIR");
    Process started = process.start();
    String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return (said + "status " + started.waitFor()).lines().toList();
  }
}
