package io.deltascd.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltascd.model.PipelineException;
import io.deltascd.table.FakeS3.Server;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionalPutTest {
  private static final String UNSAFE = "The file system cannot keep two writers of a table apart";

  @TempDir private Path log;

  @Test
  void objectIsWrittenOnce() throws IOException {
    FakeS3 s3 = new FakeS3(Server::store);
    put(s3, "first");

    assertThatThrownBy(() -> put(s3, "second")).isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> put(s3, "first and more"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertOnlyObjectIs("first");
  }

  @Test
  void ownObjectIsKnownWhenTheAnswerIsLost() throws IOException {
    put(
        entry(
            (object, content, conditional) -> {
              Server.store(object, content, conditional);
              throw new SocketTimeoutException("Read timed out");
            }),
        "first");

    assertOnlyObjectIs("first");
  }

  @Test
  void ownObjectIsKnownWhenThePutWasRepeated() throws IOException {
    put(
        entry(
            (object, content, conditional) -> {
              Server.store(object, content, conditional);
              Server.store(object, content, conditional);
            }),
        "first");

    assertOnlyObjectIs("first");
  }

  @Test
  void objectOfAnotherWriterIsKnownWhateverThePutSays() throws IOException {
    assertThatThrownBy(
            () ->
                put(
                    entry(
                        (object, content, conditional) -> {
                          Server.store(object, "other".getBytes(UTF_8), conditional);
                          throw new SocketTimeoutException("Read timed out");
                        }),
                    "first"))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasRootCauseMessage("Read timed out");
    assertOnlyObjectIs("other");
  }

  @Test
  void putThatMayStillComeIsUnknown() throws IOException {
    IOException thrown = new SocketTimeoutException("Read timed out");

    assertThatThrownBy(
            () ->
                put(
                    entry(
                        (object, content, conditional) -> {
                          throw thrown;
                        }),
                    "first"))
        .isSameAs(thrown);
    assertThat(log).isEmptyDirectory();
  }

  @Test
  void objectThatCannotBeReadIsUnknown() throws IOException {
    IOException thrown = new SocketTimeoutException("Read timed out");
    IOException reading = new SocketTimeoutException("Connect timed out");
    List<FakeS3> s3 = new ArrayList<>();
    s3.add(
        entry(
            (object, content, conditional) -> {
              Server.store(object, content, conditional);
              s3.get(0).failReads(reading);
              throw thrown;
            }));

    assertThatThrownBy(() -> put(s3.get(0), "first"))
        .isSameAs(thrown)
        .hasSuppressedException(reading);
  }

  @Test
  void fileSystemThatDoesNotKnowTheConditionIsRefused() {
    assertThatThrownBy(() -> put(new FakeS3(), "first"))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(UNSAFE)
        .hasMessageContaining("FakeS3 without fs.option.create.conditional.overwrite")
        .hasMessageContaining("hadoop-aws 3.4.2 or newer");
    assertThat(log).isEmptyDirectory();
  }

  @Test
  void serverThatIgnoresTheConditionIsRefused() throws IOException {
    FakeS3 s3 = new FakeS3((object, content, conditional) -> Server.store(object, content, false));

    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> put(s3, "first"))
          .isInstanceOf(PipelineException.class)
          .hasMessageContaining(UNSAFE)
          .hasMessageContaining("a put with If-None-Match: * that replaced an object");
    }
    assertThat(log).isEmptyDirectory();
  }

  @Test
  void serverThatDoesNotImplementTheConditionIsRefused() throws IOException {
    FakeS3 s3 =
        new FakeS3(
            (object, content, conditional) -> {
              throw FakeS3.answer(object, 501, "no header");
            });

    assertThatThrownBy(() -> put(s3, "first"))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(UNSAFE)
        .hasMessageContaining("no header");
  }

  @Test
  void serverThatFindsTheConditionBadIsRefused() throws IOException {
    FakeS3 s3 =
        new FakeS3(
            (object, content, conditional) -> {
              if (conditional) {
                throw FakeS3.answer(object, 400, "unknown header");
              }
              Server.store(object, content, false);
            });

    assertThatThrownBy(() -> put(s3, "first"))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(UNSAFE)
        .hasMessageContaining("unknown header");
    assertThat(log).isEmptyDirectory();
  }

  /** 400: the region is wrong, say. 409: of two puts of a name at the same time. */
  @ParameterizedTest
  @CsvSource({"400, true", "409, false"})
  void badRequestThatTheConditionIsNotToBlameForIsNotRefused(int status, boolean always)
      throws IOException {
    FakeS3 s3 =
        new FakeS3(
            (object, content, conditional) -> {
              if (conditional || always) {
                throw FakeS3.answer(object, status, "not now");
              }
              Server.store(object, content, false);
            });

    assertThatThrownBy(() -> put(s3, "first"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not now");
  }

  /** Of a server that ignores the condition: the put that would show it does not arrive. */
  @ParameterizedTest
  @ValueSource(ints = {0, 409, 500, 503})
  void failureOfTheSecondTrialProvesNothing(int status) throws IOException {
    IOException timeOut = new SocketTimeoutException("Read timed out");
    List<Path> puts = new ArrayList<>();
    FakeS3 s3 =
        new FakeS3(
            (object, content, conditional) -> {
              puts.add(object);
              if (puts.size() == 2) {
                throw status == 0 ? timeOut : FakeS3.answer(object, status, "Read timed out");
              }
              Server.store(object, content, false);
            });

    assertThatThrownBy(() -> put(s3, "first"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Read timed out");
    assertThat(log).isEmptyDirectory();
    assertThatThrownBy(() -> put(s3, "first"))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining(UNSAFE);
    assertThat(log).isEmptyDirectory();
  }

  @Test
  void serverThatFailsForNowIsNotRefused() throws IOException {
    IOException thrown = new SocketTimeoutException("Read timed out");

    assertThatThrownBy(
            () ->
                put(
                    new FakeS3(
                        (object, content, conditional) -> {
                          throw thrown;
                        }),
                    "first"))
        .isSameAs(thrown);
  }

  @Test
  void serverIsTriedOnce() throws IOException {
    List<String> puts = new ArrayList<>();
    FakeS3 s3 =
        new FakeS3(
            (object, content, conditional) -> {
              puts.add(object.getFileName().toString().replaceAll("[-\\p{XDigit}]{36}", "ID"));
              Server.store(object, content, conditional);
            });

    put(s3, "first");
    assertThatCode(() -> put(s3, "second")).isInstanceOf(FileAlreadyExistsException.class);

    String entry = entry().getFileName().toString();
    assertThat(puts).containsExactly(".ID.probe", ".ID.probe", entry, entry);
  }

  /** A file system whose server does with entries what it is told, and with others as S3 does. */
  private FakeS3 entry(Server server) throws IOException {
    return new FakeS3(
        (object, content, conditional) -> {
          if (object.equals(entry())) {
            server.put(object, content, conditional);
          } else {
            Server.store(object, content, conditional);
          }
        });
  }

  private void put(FakeS3 s3, String content) throws IOException {
    new ConditionalPut(s3)
        .put(new org.apache.hadoop.fs.Path("file:" + entry()), content.getBytes(UTF_8));
  }

  private Path entry() {
    return log.resolve("00000000000000000007.json");
  }

  private void assertOnlyObjectIs(String content) throws IOException {
    assertThat(log.toFile().list()).containsExactly(entry().getFileName().toString());
    assertThat(Files.readString(entry())).isEqualTo(content);
  }
}
