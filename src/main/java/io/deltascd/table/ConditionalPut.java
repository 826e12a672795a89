package io.deltascd.table;

import io.deltascd.model.PipelineException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import javax.annotation.Nullable;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes objects that never replace one: S3's put with {@code If-None-Match: *}, which Hadoop's S3A
 * offers from 3.4.2 on.
 *
 * <p>S3A and the client below it repeat a put whose answer was lost, and the repeated one fails on
 * the object that the first has written. So a failure does not say whose object is there: it is
 * read and compared. That tells the entries of a log apart, since each has the id of its
 * transaction in it.
 *
 * <p>Servers that only resemble S3 may not know the condition, and those that ignore it would let
 * the second of two writers win without a word. So before the first put that matters, two are made
 * that do not, and the second must fail.
 */
final class ConditionalPut {
  private static final Logger LOG = LoggerFactory.getLogger(ConditionalPut.class);

  private static final String CONDITION =
      CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;

  /** S3A's for a server that answers that it does not implement what is asked for. */
  private static final String NOT_IMPLEMENTED = "AWSUnsupportedFeatureException";

  /** S3A's for a server that answers 412: the condition does not hold. */
  private static final String REFUSED = "RemoteFileChangedException";

  /** S3A's for a server that answers 400, or 409. */
  private static final String BAD_REQUEST = "AWSBadRequestException";

  /** Of the AWS SDK, in the text of an answer: tells 400 from 409, which is that of a conflict. */
  private static final String STATUS_400 = "Status Code: 400";

  private static final byte[] FIRST = "1".getBytes(StandardCharsets.UTF_8);
  private static final byte[] SECOND = "2".getBytes(StandardCharsets.UTF_8);

  /** Those whose server has shown that it knows the condition; Hadoop has one for each bucket. */
  private static final Set<FileSystem> PROVEN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final FileSystem files;

  /**
   * @param files where the objects are
   */
  ConditionalPut(FileSystem files) {
    this.files = files;
  }

  /**
   * Asks the file system, without a request to its server, whether there are conditional puts.
   *
   * @param path to be written, or a directory above
   * @throws PipelineException if there are none
   */
  void requireOffered(Path path) throws IOException {
    if (!files.hasPathCapability(path, CONDITION)) {
      throw unsafe(
          path,
          "%s without %s".formatted(files.getClass().getName(), CONDITION),
          "put hadoop-aws 3.4.2 or newer onto the class path, and leave"
              + " fs.s3a.create.conditional.enabled as it is by default",
          null);
    }
  }

  /**
   * Writes an object.
   *
   * @throws FileAlreadyExistsException if there is another one of that name
   * @throws PipelineException if the file system or its server has no conditional puts
   * @throws IOException if the put failed and there was no object after it; it may still come
   */
  void put(Path path, byte[] content) throws IOException {
    requireOffered(path);
    if (!PROVEN.contains(files)) {
      prove(path);
      PROVEN.add(files);
    }
    try {
      attempt(path, content);
    } catch (IOException e) {
      if (!has(path, content, e)) {
        FileAlreadyExistsException taken = new FileAlreadyExistsException(path.toString());
        taken.initCause(e);
        throw taken;
      }
      LOG.info("{} was written, although the put failed: {}", path, e.toString());
    }
  }

  private void attempt(Path path, byte[] content) throws IOException {
    FSDataOutputStreamBuilder<?, ?> target = files.createFile(path).create().overwrite(false);
    // One that does not know the condition after all has to refuse it.
    target.must(CONDITION, true);
    ObjectPut.write(target, content);
  }

  /**
   * Whether the object of that name has this content.
   *
   * @param failure of a put, thrown if there is no object or it cannot be read
   */
  private boolean has(Path path, byte[] content, IOException failure) throws IOException {
    try (InputStream in = files.open(path)) {
      return Arrays.equals(in.readNBytes(content.length + 1), content);
    } catch (FileNotFoundException e) {
      throw failure;
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw failure;
    }
  }

  /** Puts two objects of one name beside the one to be written; no reader of a log sees it. */
  private void prove(Path path) throws IOException {
    Path probe = new Path(path.getParent(), "." + UUID.randomUUID() + ".probe");
    try {
      attempt(probe, FIRST);
      if (replaces(probe)) {
        throw withoutCondition(path, "a put with If-None-Match: * that replaced an object", null);
      }
    } catch (IOException e) {
      if (isOf(e, NOT_IMPLEMENTED) || isOnlyBadWithCondition(probe, e)) {
        throw withoutCondition(path, StorageErrors.description(e), e);
      }
      throw e;
    } finally {
      remove(probe);
    }
  }

  /** Only a put that was refused for its condition proves one; another failure may be any. */
  private boolean replaces(Path probe) throws IOException {
    try {
      attempt(probe, SECOND);
      return true;
    } catch (IOException e) {
      if (!isOf(e, REFUSED)) {
        throw e;
      }
      return !has(probe, FIRST, e);
    }
  }

  /**
   * Whether a server finds a request bad for its condition. Since it may as well for a region or
   * credentials, the same request without it has to succeed.
   */
  private boolean isOnlyBadWithCondition(Path probe, IOException failure) {
    if (!isOf(failure, BAD_REQUEST) || !failure.toString().contains(STATUS_400)) {
      return false;
    }
    try {
      ObjectPut.write(files.createFile(probe).create().overwrite(true), FIRST);
      return true;
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /** S3A need not be on the class path, so its exceptions are known by their names. */
  private static boolean isOf(IOException thrown, String type) {
    return thrown.getClass().getSimpleName().equals(type);
  }

  private void remove(Path probe) {
    try {
      files.delete(probe, false);
    } catch (IOException | RuntimeException e) {
      LOG.info("{} stays, but means nothing: {}", probe, e.toString());
    }
  }

  private static PipelineException withoutCondition(
      Path path, String found, @Nullable Exception cause) {
    return unsafe(
        path, found, "keep the table on S3 itself, or on a server with conditional puts", cause);
  }

  private static PipelineException unsafe(
      Path path, String found, String remedy, @Nullable Exception cause) {
    return new PipelineException(
        "The file system cannot keep two writers of a table apart",
        path.toString(),
        found,
        "conditional puts, which the log of a table on S3 needs",
        remedy
            + "; or choose another log store by "
            + WriterSafety.option(path)
            + " below hadoop:, such as io.delta.storage.S3DynamoDBLogStore, or"
            + " io.delta.storage.S3SingleDriverLogStore if one process at most can ever write, one"
            + " that was taken for lost included",
        cause);
  }
}
