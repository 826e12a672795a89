package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParseException;
import com.github.luben.zstd.ZstdIOException;
import io.delta.kernel.exceptions.KernelEngineException;
import io.deltascd.config.TableLocation;
import io.deltascd.model.PipelineException;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.parquet.io.InvalidRecordException;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The truth table of errors of storage, with texts as Java, Hadoop, Parquet and Kernel have them.
 */
class StorageFailureTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        row(StorageFailure.MISSING, new FileNotFoundException("File file:/t/a does not exist")),
        row(StorageFailure.MISSING, new FileNotFoundException("/t/a (No such file or directory)")),
        row(
            StorageFailure.MISSING,
            new FileNotFoundException("No such file or directory: s3a://b/a")),
        row(StorageFailure.MISSING, new FileNotFoundException("/t/a (1).parquet")),
        row(StorageFailure.MISSING, new FileNotFoundException()),
        row(StorageFailure.MISSING, new NoSuchFileException("/t/a")),
        row(StorageFailure.DENIED, new AccessDeniedException("s3a://b/a: getFileStatus: 403")),
        row(StorageFailure.DENIED, new AccessControlException("Permission denied: user=a")),
        row(StorageFailure.DENIED, new FileNotFoundException("/t/a (Permission denied)")),
        row(StorageFailure.DENIED, new FileSystemException("/t/a", null, "Read-only file system")),
        row(StorageFailure.DENIED, new IOException("Mkdirs failed to create file:/t/a")),
        row(StorageFailure.DENIED, new IOException("403 Forbidden GET https://storage/a")),
        row(StorageFailure.FULL, new IOException("No space left on device")),
        row(StorageFailure.FULL, new FileNotFoundException("/t/a (No space left on device)")),
        row(StorageFailure.FULL, new IOException("Disk quota exceeded")),
        row(StorageFailure.FULL, new ClusterStorageCapacityExceededException("quota of /t is 5")),
        row(StorageFailure.FOREIGN, new UnsupportedFileSystemException("No FileSystem for s3a")),
        row(
            StorageFailure.FOREIGN,
            new RuntimeException(new ClassNotFoundException("Class S3AFileSystem not found"))),
        row(StorageFailure.FOREIGN, new NoClassDefFoundError("org/apache/hadoop/fs/FileSystem")),
        row(StorageFailure.DAMAGED, new RuntimeException("file:/t/a is not a Parquet file. Exp")),
        row(
            StorageFailure.DAMAGED,
            new RuntimeException("corrupted file: the footer index is not within the file: 9")),
        row(
            StorageFailure.DAMAGED,
            new IOException(
                "can not read class org.apache.parquet.format.FileMetaData: null",
                new Exception("Required field 'version' was not found"))),
        row(
            StorageFailure.DAMAGED,
            new ParquetDecodingException("value at 1", new ArrayIndexOutOfBoundsException(7))),
        row(
            StorageFailure.DAMAGED,
            new ParquetDecodingException("CRC checksum verification failed")),
        row(StorageFailure.DAMAGED, new InvalidRecordException("x not found")),
        row(StorageFailure.DAMAGED, new ZstdIOException(-20, "Data corruption detected")),
        row(StorageFailure.DAMAGED, new ZipException("Not in GZIP format")),
        row(StorageFailure.DAMAGED, new ChecksumException("Checksum error: file:/t/a at 0", 0)),
        row(StorageFailure.DAMAGED, new EOFException("Reached the end of stream")),
        row(StorageFailure.DAMAGED, new RuntimeException("DV checksum mismatch")),
        row(StorageFailure.DAMAGED, new RuntimeException("DV size mismatch")),
        row(
            StorageFailure.DAMAGED,
            new KernelEngineException(
                "Could not parse JSON: {\"Permission denied", new JsonParseException(null, "eof"))),
        row(StorageFailure.PASSING, new SocketTimeoutException("Read timed out")),
        row(StorageFailure.PASSING, new SocketException("Connection reset")),
        row(StorageFailure.PASSING, new ConnectException("Connection refused")),
        row(StorageFailure.PASSING, new UnknownHostException("storage.example.com")),
        row(StorageFailure.PASSING, new IOException("Server returned HTTP response code: 503")),
        row(StorageFailure.PASSING, new IOException("500 Internal Server Error")),
        row(StorageFailure.PASSING, new FileNotFoundException("/t/a (Too many open files)")),
        row(StorageFailure.PASSING, new FileNotFoundException("/t/a (Stale file handle)")),
        row(StorageFailure.PASSING, new InterruptedIOException("closed")),
        row(StorageFailure.PASSING, new ClosedByInterruptException()),
        // As Hadoop's NetUtils.wrapException makes it of a NameNode that goes away during a call.
        row(
            StorageFailure.PASSING,
            (EOFException)
                new EOFException(
                        "End of File Exception between local host is: \"a/10.0.0.1\"; destination"
                            + " host is: \"nn\":8020; : java.io.EOFException")
                    .initCause(new EOFException())),
        // A decoder that the connection has failed.
        row(
            StorageFailure.PASSING,
            new ParquetDecodingException("page", new IOException(new SocketException("reset")))),
        row(StorageFailure.NONE, new IllegalStateException("no idea")),
        row(
            StorageFailure.NONE,
            new NoClassDefFoundError("Could not initialize class org.xerial.snappy.Snappy")),
        row(StorageFailure.NONE, new RuntimeException(new ClassCastException("a is not b"))));
  }

  private static Arguments row(StorageFailure expected, Throwable thrown) {
    return Arguments.of(expected, thrown);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource
  void failures(StorageFailure expected, Throwable thrown) {
    assertThat(StorageFailure.of(thrown)).isEqualTo(expected);
    assertThat(StorageFailure.of(new RuntimeException("Kernel", thrown))).isEqualTo(expected);
    if (thrown instanceof IOException cause) {
      assertThat(StorageFailure.of(new UncheckedIOException("Kernel", cause))).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("failures")
  void onlyWhatMayPassIsAnIoException(StorageFailure expected, Throwable thrown) {
    if (expected == StorageFailure.PASSING || expected == StorageFailure.NONE) {
      assertThat(StorageErrors.reading("file:/t/a", thrown))
          .hasMessage("Cannot read file:/t/a")
          .hasCause(thrown);
      assertThat(StorageErrors.writing("file:/t/a", thrown))
          .hasMessage("Cannot write file:/t/a")
          .hasCause(thrown);
    } else {
      assertThatThrownBy(() -> StorageErrors.reading("file:/t/a", thrown))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining("where:    file:/t/a\n")
          .hasCause(thrown);
    }
  }

  @Test
  void writingNamesWhatToDo() {
    assertThatThrownBy(
            () -> StorageErrors.writing("file:/t/a", new IOException("No space left on device")))
        .isInstanceOf(PipelineException.class)
        .hasMessage(
            """
            There is no space left
              where:    file:/t/a
              found:    IOException: No space left on device
              expected: room for new files
              remedy:   make room, then start again: a job goes on from gold's last commit\
            """);
    assertThatThrownBy(() -> StorageErrors.writing("file:/t/a", new AccessDeniedException("/t/a")))
        .isInstanceOf(PipelineException.class)
        .hasMessage(
            """
            A table may not be written
              where:    file:/t/a
              found:    AccessDeniedException: /t/a
              expected: permission to create files in its directory
              remedy:   grant it to the user of this program, or correct the credentials (below \
            hadoop: in a pipeline file), then start again: a job goes on from gold's last commit\
            """);
    assertThatThrownBy(() -> StorageErrors.writing("file:/t/a", new FileNotFoundException("/t/a")))
        .isInstanceOf(PipelineException.class)
        .hasMessageStartingWith("A table is gone while it is written\n");
  }

  /** As of a file system in Flink's lib whose base class is in the job's jar alone. */
  @Test
  void aFileSystemWithoutItsClassesIsForeign() {
    NoClassDefFoundError thrown = new NoClassDefFoundError("org/apache/hadoop/fs/FileSystem");
    thrown.initCause(new ClassNotFoundException("org.apache.hadoop.fs.FileSystem"));

    assertThatThrownBy(
            () ->
                KernelCalls.reading(
                    "s3a://b/t",
                    () -> {
                      throw thrown;
                    }))
        .isInstanceOf(PipelineException.class)
        .hasCause(thrown)
        .hasMessageContaining("found:    ClassNotFoundException: org.apache.hadoop.fs.FileSystem")
        .hasMessageContaining("Flink's lib, Hadoop's own as well");
  }

  @Test
  void anErrorOfAnotherKindStaysWhatItIs() {
    NoClassDefFoundError thrown =
        new NoClassDefFoundError("Could not initialize class org.xerial.snappy.Snappy");

    assertThatThrownBy(
            () ->
                KernelCalls.reading(
                    "s3a://b/t",
                    () -> {
                      throw thrown;
                    }))
        .isSameAs(thrown);
  }

  /** A connection that ends looks like the end of a file, but none was read. */
  @Test
  void nothingIsDamagedWhereNoContentIsRead(@TempDir Path directory) throws IOException {
    TableLocation table =
        new TableLocation(FaultyFileSystem.uri(directory), FaultyFileSystem.OPTIONS);
    DeltaLog log =
        new DeltaLog(
            KernelEngines.rootUri(table),
            KernelEngines.hadoopConfiguration(table),
            KernelEngines.engine(table),
            ReadAs.SILVER);
    TableStorage storage = new TableStorage(table);
    Supplier<IOException> hungUp = EOFException::new;
    try (Fault status = FaultyFileSystem.fail(Operation.STATUS, ".*", hungUp);
        Fault list = FaultyFileSystem.fail(Operation.LIST, ".*", hungUp)) {
      assertThatThrownBy(() -> log.modificationTime(1)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> log.exists(table.path() + "/a")).isInstanceOf(IOException.class);
      assertThatThrownBy(log::allFiles).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> storage.exists("a")).isInstanceOf(IOException.class);
      assertThat(status.met()).isEqualTo(3);
      assertThat(list.met()).isEqualTo(1);
    }
    Files.createDirectory(directory.resolve("_delta_log"));
    Files.writeString(directory.resolve("_delta_log/%020d.json".formatted(1)), "{}");
    try (Fault open = FaultyFileSystem.fail(Operation.OPEN, ".*json", hungUp)) {
      assertThatThrownBy(() -> log.read(1))
          .isInstanceOf(PipelineException.class)
          .hasMessageStartingWith("A file of a table is damaged");
      assertThat(open.met()).isEqualTo(1);
    }
  }

  @Test
  void aCauseThatIsItsOwnEndsTheSearch() {
    Exception outer = new RuntimeException("outer");
    Exception inner = new RuntimeException("inner", outer);
    outer.initCause(inner);

    assertThat(StorageFailure.of(outer)).isEqualTo(StorageFailure.NONE);
    assertThat(StorageErrors.description(outer)).startsWith("RuntimeException: ");
  }

  @Test
  void longTextsAreCut() {
    assertThat(StorageErrors.description(new IOException("x".repeat(9999) + "\ny"))).hasSize(501);
  }
}
