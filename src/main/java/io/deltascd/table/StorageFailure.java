package io.deltascd.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.apache.parquet.ParquetRuntimeException;

/**
 * What an error says about the storage. Only {@link #PASSING} may be mended by another attempt; the
 * others last until someone does something about them.
 *
 * <p>File systems have no common exceptions for all of this, so some are known by their texts. What
 * is not known is taken for passing: an attempt too many costs less than a job that has given up.
 */
enum StorageFailure {
  /** There is no such file. */
  MISSING,
  /** The file system does not permit it. */
  DENIED,
  /** Neither the disk nor the quota has room left. */
  FULL,
  /** There is no file system for the scheme of its path, or not all of it on the class path. */
  FOREIGN,
  /** What was read is not what was once written. */
  DAMAGED,
  /** A connection lost, a time-out, a server that is busy: anything else of the storage. */
  PASSING,
  /** Not an error of the storage at all. */
  NONE;

  private static final List<String> DENIED_TEXTS =
      List.of(
          "Permission denied",
          "Operation not permitted",
          "Read-only file system",
          "Mkdirs failed to create",
          "403 Forbidden",
          "AuthorizationPermissionMismatch",
          "AuthenticationFailed");

  private static final List<String> FULL_TEXTS =
      List.of(
          "No space left on device",
          "Disk quota exceeded",
          "There is not enough space on the disk",
          "not sufficient space");

  private static final List<String> DAMAGED_TEXTS =
      List.of(
          "is not a Parquet file",
          "corrupted file",
          // A directory where a file should be.
          "(Is a directory)",
          "can not read class org.apache.parquet.format",
          "DV size mismatch",
          "DV checksum mismatch");

  /** How Hadoop says that a server, such as a NameNode, has hung up during a call. */
  private static final String HUNG_UP = "End of File Exception between local host";

  /** Decompressors have exceptions of their own. */
  private static final List<String> DAMAGED_PACKAGES =
      List.of("com.github.luben.zstd.", "org.xerial.snappy.", "io.airlift.compress.");

  /** What Java throws if a file cannot be opened for another reason than that there is none. */
  private static final Pattern NOT_OPENED =
      Pattern.compile(".* \\((?!No such file or directory)[A-Z][a-z /]+\\)", Pattern.DOTALL);

  /** Looks at an error and its causes; the innermost that says something decides. */
  static StorageFailure of(Throwable thrown) {
    Deque<Throwable> innermostFirst = new ArrayDeque<>();
    for (Throwable next = thrown;
        next != null && !innermostFirst.contains(next);
        next = next.getCause()) {
      innermostFirst.push(next);
    }
    if (innermostFirst.stream().anyMatch(StorageFailure::isHangUp)) {
      return PASSING;
    }
    for (Throwable next : innermostFirst) {
      StorageFailure failure = ofOne(next);
      if (failure != NONE) {
        return failure;
      }
    }
    return NONE;
  }

  private static StorageFailure ofOne(Throwable thrown) {
    String text = String.valueOf(thrown.getMessage());
    if (thrown instanceof AccessDeniedException
        || thrown instanceof AccessControlException
        || hasOneOf(DENIED_TEXTS, text)) {
      return DENIED;
    }
    if (thrown instanceof ClusterStorageCapacityExceededException
        || thrown instanceof DiskOutOfSpaceException
        || hasOneOf(FULL_TEXTS, text)) {
      return FULL;
    }
    if (thrown instanceof UnsupportedFileSystemException
        || thrown instanceof ClassNotFoundException
        || isClassMissing(thrown)) {
      return FOREIGN;
    }
    if (isDamage(thrown) || hasOneOf(DAMAGED_TEXTS, text)) {
      return DAMAGED;
    }
    if (thrown instanceof NoSuchFileException
        || (thrown instanceof FileNotFoundException && !NOT_OPENED.matcher(text).matches())) {
      return MISSING;
    }
    return thrown instanceof IOException || thrown instanceof UncheckedIOException ? PASSING : NONE;
  }

  /** Not one that is there and cannot be initialized, as if a native library is missing. */
  private static boolean isClassMissing(Throwable thrown) {
    return thrown instanceof NoClassDefFoundError
        && !String.valueOf(thrown.getMessage()).startsWith("Could not initialize class");
  }

  /** The exception that Hadoop wraps looks like the end of a file. */
  private static boolean isHangUp(Throwable thrown) {
    return thrown instanceof EOFException && String.valueOf(thrown.getMessage()).contains(HUNG_UP);
  }

  private static boolean isDamage(Throwable thrown) {
    String name = thrown.getClass().getName();
    return thrown instanceof JsonProcessingException
        || thrown instanceof ParquetRuntimeException
        || thrown instanceof ChecksumException
        || thrown instanceof ZipException
        // The end of a file where more was to come.
        || thrown instanceof EOFException
        || DAMAGED_PACKAGES.stream().anyMatch(name::startsWith);
  }

  private static boolean hasOneOf(List<String> texts, String text) {
    return texts.stream().anyMatch(text::contains);
  }
}
