package io.deltascd.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
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
}
