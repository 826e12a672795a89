package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableDirectoryTest {
  @TempDir private Path directory;

  @Test
  void aNewOrEmptyDirectoryIsFree() throws IOException {
    assertThat(at("none/at/all").content()).isEmpty();
    assertThat(at("none/at/all").obstacle()).isEmpty();
    Files.createDirectories(directory.resolve("empty"));
    assertThat(at("empty").content()).isEmpty();
    assertThat(at("empty").obstacle()).isEmpty();
    assertThat(directory.resolve("none")).doesNotExist();
    assertThat(directory.resolve("empty")).isEmptyDirectory();
  }

  @Test
  void somethingInTheDirectoryIsNamed() throws IOException {
    Files.createDirectories(directory.resolve("full/photos"));

    assertThat(at("full").content()).hasValue("photos");
  }

  @Test
  void aFileIsAnObstacle() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    assertThat(at("file/gold").obstacle()).hasValue(file + " is a file");
    assertThat(at("file").obstacle()).hasValue(file + " is a file");
  }

  @Test
  void aDirectoryWithoutPermissionIsAnObstacle() throws IOException {
    Path closed = Files.createDirectories(directory.resolve("closed"));
    assertThat(closed.toFile().setWritable(false)).isTrue();
    assumeThat(Files.isWritable(closed)).as("root may write everywhere").isFalse();

    assertThat(at("closed/gold").obstacle()).hasValue("no permission to write in " + closed);
  }

  private TableDirectory at(String path) throws IOException {
    return TableDirectory.of(new TableLocation(directory.resolve(path).toString(), Map.of()));
  }
}
