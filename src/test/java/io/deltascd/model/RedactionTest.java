package io.deltascd.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3a://AKIA:hunter2@bucket/t",
        "s3a://AKIA:hun/ter2hunter2@bucket/t",
        "Cannot open s3a://AKIA:hunter2@bucket/t: no",
        "where: /home/x/s3a:/AKIA:hunter2@bucket/p.yaml",
        "https://a.blob.core.windows.net/c/t?sv=2022&sig=hunter2&se=1",
        "https://a.blob.core.windows.net/c/t?sig=hunter2",
        "sv=2022&sig=hunter2",
        "GET https://b.s3.amazonaws.com/t?X-Amz-Signature=hunter2&X-Amz-Date=1",
        "GET https://b.s3.amazonaws.com/t?X-Amz-Security-Token=hunter2",
        "GET https://b.s3.amazonaws.com/t?X-Amz-Credential=hunter2",
        "Invalid fs.s3a.secret.key=hunter2, or so",
        "fs.azure.account.key.a.dfs.core.windows.net=hunter2",
        "password=hunter2",
        "jdbc:x;passwd=hunter2;",
        "{access_token=hunter2}",
        "apikey=hunter2",
      })
  void credentialsGo(String text) {
    assertThat(Redaction.of(text)).doesNotContain("hunter2").contains("…");
    assertThat(new PipelineException("w", text, text, text, text).getMessage())
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abfss://container@account.dfs.core.windows.net/t",
        "hdfs://namenode:8020/user/a@b/t",
        "file:/t/a=1/part-0.parquet",
        "C:/t:u@v",
        "line 2: Unrecognized token 'no': was expecting",
        "delta.enableChangeDataFeed=true",
        "key=1",
        "http://127.0.0.1:8081/#/job?id=7",
      })
  void theRestStays(String text) {
    assertThat(Redaction.of(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/main/dist/conf/log4j2.properties",
        "flink-conf/log4j.properties",
        "flink-conf/log4j-console.properties",
        "flink-conf/log4j-cli.properties",
      })
  void logsLoseTheSame(Path file) throws IOException {
    Properties log = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      log.load(reader);
    }

    assertThat(log)
        .containsEntry("property.users", Redaction.USER_INFO.pattern())
        .containsEntry("property.parameters", Redaction.PARAMETER.pattern());
    assertThat(log.stringPropertyNames())
        .filteredOn(key -> key.matches("appender\\.\\w+\\.layout\\.pattern"))
        .isNotEmpty()
        .allSatisfy(
            key ->
                assertThat(log.getProperty(key))
                    .startsWith("%replace{%replace{")
                    .endsWith("}{${users}}{***@}}{${parameters}}{$1***}"));
  }

  @Test
  void theRestOfTheTextStays() {
    assertThat(Redaction.of("GET https://h/c?sv=1&sig=hunter2&se=2 of s3a://a:b@h/t, twice"))
        .isEqualTo("GET https://h/c?sv=1&sig=…&se=2 of s3a://…@h/t, twice");
  }
}
