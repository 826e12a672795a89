package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.deltascd.config.Finding;
import io.deltascd.config.Finding.Kind;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TableFailureTest {
  private static final TableLocation TABLE =
      new TableLocation("s3a://bucket/t", Map.of("fs.s3a.secret.key", "hunter2"));

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            new IOException(new PipelineException("What", "w", "f", "e", "r")),
            Kind.ERROR,
            "What",
            "f"),
        Arguments.of(
            new UnsupportedTableFeatureException("t", Set.of("zeppelin", "balloon"), "m"),
            Kind.ERROR,
            "The table of silver has features that are not supported",
            "balloon, zeppelin"),
        Arguments.of(
            new UnsupportedFileSystemException("No FileSystem for scheme \"zz\""),
            Kind.ERROR,
            "The file system of silver is not known",
            "UnsupportedFileSystemException: No FileSystem for scheme \"zz\""),
        Arguments.of(
            new RuntimeException(new ClassNotFoundException("Class S3AFileSystem not found")),
            Kind.ERROR,
            "The file system of silver is not known",
            "ClassNotFoundException: Class S3AFileSystem not found"),
        Arguments.of(
            new IOException("Cannot read", new AccessControlException("Permission denied: u")),
            Kind.ERROR,
            "There is no permission to read silver",
            "AccessControlException: Permission denied: u"),
        Arguments.of(
            new AccessDeniedException("/t/_delta_log"),
            Kind.ERROR,
            "There is no permission to read silver",
            "AccessDeniedException: /t/_delta_log"),
        Arguments.of(
            new TimeoutException("no answer within 10 seconds"),
            Kind.UNKNOWN,
            "The storage of silver cannot be reached",
            "TimeoutException: no answer within 10 seconds"),
        Arguments.of(
            new RuntimeException(new ConnectException("Connection refused")),
            Kind.UNKNOWN,
            "The storage of silver cannot be reached",
            "ConnectException: Connection refused"),
        Arguments.of(
            new IOException("GET https://u:hunter2@host/t?sig=hunter2&x=1 failed"),
            Kind.UNKNOWN,
            "The storage of silver cannot be reached",
            "IOException: GET https://host/t?… failed"),
        Arguments.of(
            new IllegalStateException(),
            Kind.ERROR,
            "The table of silver cannot be read",
            "IllegalStateException"));
  }

  @ParameterizedTest
  @MethodSource
  void failures(Exception thrown, Kind kind, String what, String found) {
    Finding finding = TableFailure.of(TableRole.SILVER, TABLE, thrown);

    assertThat(finding.kind()).isEqualTo(kind);
    assertThat(finding.what()).isEqualTo(what);
    assertThat(finding.found()).isEqualTo(found);
    assertThat(finding.text()).doesNotContain("hunter2");
  }
}
