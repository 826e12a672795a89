package io.deltascd.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.s3a.S3AUtils;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Local files as Hadoop's S3A shows objects: written when the stream is closed, and on a condition
 * if the builder was told so. What its server does with a put, a test says.
 */
public final class FakeS3 extends RawLocalFileSystem {
  private static final String CONDITION = "fs.option.create.conditional.overwrite";

  /** What happens to a put. */
  @FunctionalInterface
  interface Server {
    /**
     * @param conditional whether it must not replace an object
     */
    void put(java.nio.file.Path object, byte[] content, boolean conditional) throws IOException;

    /** Does as S3 does. */
    static void store(java.nio.file.Path object, byte[] content, boolean conditional)
        throws IOException {
      try {
        Files.write(
            object,
            content,
            conditional ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
      } catch (FileAlreadyExistsException e) {
        throw answer(object, 412, "At least one of the pre-conditions did not hold");
      }
    }
  }

  /**
   * The exception that S3A makes of what a server answers.
   *
   * @param status of HTTP
   */
  static IOException answer(java.nio.file.Path object, int status, String message) {
    AwsErrorDetails details =
        AwsErrorDetails.builder()
            .serviceName("S3")
            .errorMessage(message)
            .sdkHttpResponse(SdkHttpResponse.builder().statusCode(status).build())
            .build();
    return S3AUtils.translateException(
        "Writing Object",
        object.toString(),
        (S3Exception) S3Exception.builder().statusCode(status).awsErrorDetails(details).build());
  }

  @Nullable private final Server server;
  @Nullable private URI uri;
  @Nullable private IOException unreadable;

  /** One that does not know conditions, as S3A before Hadoop 3.4.2; Hadoop creates it. */
  public FakeS3() {
    this.server = null;
  }

  FakeS3(Server server) throws IOException {
    this.server = server;
    super.initialize(URI.create("file:///"), new Configuration());
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    super.initialize(name, configuration);
    uri = URI.create(name.getScheme() + "://" + name.getAuthority());
  }

  @Override
  public URI getUri() {
    return uri == null ? super.getUri() : uri;
  }

  /** Lets reading fail from now on. */
  void failReads(IOException thrown) {
    unreadable = thrown;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (unreadable != null) {
      throw unreadable;
    }
    return super.open(path, bufferSize);
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) {
    return server != null && capability.equals(CONDITION);
  }

  @Override
  public Builder createFile(Path path) {
    return new Builder(path);
  }

  /** Of an object. */
  final class Builder extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
    Builder(Path path) {
      super(FakeS3.this, path);
    }

    @Override
    public Builder getThisBuilder() {
      return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      rejectUnknownMandatoryKeys(Set.of(CONDITION), "");
      return new FSDataOutputStream(
          new Upload(pathToFile(getPath()).toPath(), getOptions().getBoolean(CONDITION, false)),
          null);
    }
  }

  /** Becomes an object when it is closed. */
  private final class Upload extends ByteArrayOutputStream implements Abortable {
    private final java.nio.file.Path object;
    private final boolean conditional;

    Upload(java.nio.file.Path object, boolean conditional) {
      this.object = object;
      this.conditional = conditional;
    }

    @Override
    public AbortableResult abort() {
      throw new UnsupportedOperationException("nothing here fails before it is closed");
    }

    @Override
    public void close() throws IOException {
      server.put(object, toByteArray(), conditional);
    }
  }
}
