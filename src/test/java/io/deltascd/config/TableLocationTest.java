package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableLocationTest {

  @ParameterizedTest
  @CsvSource({
    "/data/silver/products, silver/products",
    "/data/silver/products/, silver/products",
    "/products, products",
    "/, /",
    "file:///data/silver/products, silver/products",
    "s3a://bucket/silver/products, silver/products",
    "s3a://bucket/products, bucket/products",
    "s3a://bucket, bucket",
    "abfss://container@account.dfs.core.windows.net/products,"
        + " container@account.dfs.core.windows.net/products"
  })
  void shortNameIsTheEndOfThePath(String path, String name) {
    assertThat(new TableLocation(path, Map.of()).shortName()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "/data/silver,",
    "data/silver,",
    "./a:b,",
    "/a:b,",
    "1a:b,",
    "'',",
    "file:/data/silver, file",
    "s3a://bucket/silver, s3a",
    "S3A://bucket/silver, S3A",
    "x+y-z.1:rest, x+y-z.1",
    "a:b, a"
  })
  void aSchemeIsALetterAndWhatFollowsUpToTheColon(String path, String scheme) {
    assertThat(TableLocation.scheme(path)).isEqualTo(Optional.ofNullable(scheme));
  }
}
