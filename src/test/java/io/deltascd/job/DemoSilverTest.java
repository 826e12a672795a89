package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoSilverTest {
  private static final FileTime TIME = FileTime.fromMillis(1_767_254_400_000L);

  @TempDir private Path directory;

  @Test
  void filesKeepTheirTimes() throws IOException {
    DemoSilver.unpack(
        zip("_delta_log/00000000000000000000.json", "_delta_log/00000000000000000007.json", "a"),
        directory);

    Path log = directory.resolve("_delta_log/00000000000000000007.json");
    assertThat(Files.readString(log)).isEqualTo("x");
    assertThat(Files.getLastModifiedTime(log)).isEqualTo(TIME);
    assertThat(DemoSilver.newestVersion(directory)).isEqualTo(7);
  }

  @Test
  void noFileIsWrittenOutsideTheDirectory() throws IOException {
    InputStream zip = zip("../outside");

    assertThatThrownBy(() -> DemoSilver.unpack(zip, directory.resolve("in")))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("../outside");
    assertThat(directory.resolve("outside")).doesNotExist();
  }

  private static InputStream zip(String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String name : names) {
        ZipEntry entry = new ZipEntry(name);
        entry.setLastModifiedTime(TIME);
        zip.putNextEntry(entry);
        zip.write("x".getBytes(StandardCharsets.UTF_8));
      }
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
