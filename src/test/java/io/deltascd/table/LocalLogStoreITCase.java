package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.DeltaLog;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes write the same versions of a log on the local file system. */
class LocalLogStoreITCase {
  private static final int VERSIONS = 1000;

  @TempDir private Path directory;

  @Test
  void eachVersionIsOneWritersAndWhole() throws Exception {
    Path log = Files.createDirectory(directory.resolve("_delta_log"));
    Process one = start(log, "one", "two");
    Process two = start(log, "two", "one");
    try {
      assertThat(one.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(two.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      one.destroyForcibly();
      two.destroyForcibly();
    }

    List<Integer> ofOne = versions("one");
    List<Integer> ofTwo = versions("two");
    // One may have begun after the other had them all.
    assertThat(Collections.disjoint(ofOne, ofTwo)).isTrue();
    assertThat(ofOne.size() + ofTwo.size()).isEqualTo(VERSIONS);
    List<Integer> inLogOfOne =
        DeltaLog.commits(directory).stream()
            .filter(commit -> commit.actions("txn").get(0).get("appId").asText().equals("one"))
            .map(commit -> (int) commit.version())
            .toList();
    assertThat(inLogOfOne).isEqualTo(ofOne);
    assertThat(log.toFile().list()).hasSize(VERSIONS);
  }

  private Process start(Path log, String name, String other) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            LogWriter.class.getName(),
            log.toString(),
            Integer.toString(VERSIONS),
            name,
            other)
        .redirectOutput(Redirect.to(output(name)))
        .redirectError(Redirect.to(directory.resolve(name + ".err").toFile()))
        .start();
  }

  private File output(String name) {
    return directory.resolve(name + ".out").toFile();
  }

  private List<Integer> versions(String name) throws IOException {
    List<Integer> versions =
        Files.readAllLines(output(name).toPath()).stream().map(Integer::valueOf).toList();
    assertThat(Files.readString(directory.resolve(name + ".err"))).doesNotContain("Exception");
    return versions;
  }
}
