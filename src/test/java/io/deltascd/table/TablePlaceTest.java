package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.TableLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablePlaceTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "/data/t, file:/data/t, true",
    "/data/t, file:///data/t, true",
    "/data/t, /data/t/, true",
    "/data/t, /data/x/../t, true",
    "/data/t, /data//t, true",
    "/data/t, /data/T, false",
    "/data/t, /data/tt, false",
    "s3a://b/t, s3://b/t/, true",
    "s3a://b/t, s3n://B/x/../t, true",
    "s3a://b/t, s3a://c/t, false",
    "s3a://b/t, s3a://b/t/u, false",
    "abfs://c@a.dfs.core.windows.net/t, abfss://c@a.dfs.core.windows.net/t, true",
    "hdfs://n/data/t, /data/t, false"
  })
  void spellingsOfOnePlace(String one, String other, boolean same) throws IOException {
    assertThat(place(one).equals(place(other))).isEqualTo(same);
    assertThat(place(one).hashCode() == place(other).hashCode()).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({
    "/data/t, /data/t/gold, true",
    "/data/t, file:/data/t/a/b, true",
    "/data/t, /data/t, false",
    "/data/t, /data/tt, false",
    "/data/t/gold, /data/t, false",
    "s3a://b/t, s3://b/t/gold, true",
    "s3a://b/t, s3a://c/t/gold, false"
  })
  void insideOfAnother(String outer, String inner, boolean inside) throws IOException {
    assertThat(place(outer).contains(place(inner))).isEqualTo(inside);
  }

  @Test
  void symbolicLinksAreFollowed() throws IOException {
    Path real = Files.createDirectories(directory.resolve("real/t"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    Path above = Files.createSymbolicLink(directory.resolve("above"), real.getParent());

    assertThat(place(link.toString())).isEqualTo(place(real.toString()));
    assertThat(place(above.resolve("t").toString())).isEqualTo(place(real.toString()));
    assertThat(place(link.resolve("not/yet").toString()))
        .isEqualTo(place(real.resolve("not/yet").toString()));
    assertThat(place(real.toString()).contains(place(link.resolve("gold").toString()))).isTrue();
  }

  private static TablePlace place(String path) throws IOException {
    return TablePlace.of(new TableLocation(path, Map.of()));
  }
}
