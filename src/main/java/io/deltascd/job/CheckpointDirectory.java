package io.deltascd.job;

import io.deltascd.config.ConfigurationException;
import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/** Where Flink writes its checkpoints. */
final class CheckpointDirectory {
  /** What a full disk does not take, if it still takes the name of a file. */
  private static final int BYTES = 64 * 1024;

  private CheckpointDirectory() {}

  /**
   * Creates the directory of the checkpoints, if it lies in the local file system, and checks that
   * it can be written: better before the job than after its first rows.
   *
   * @throws ConfigurationException if it cannot
   */
  static void check(Configuration flink, String where) {
    String key = CheckpointingOptions.CHECKPOINTS_DIRECTORY.key();
    flink
        .getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY)
        .filter(CheckpointDirectory::isLocal)
        .flatMap(CheckpointDirectory::problem)
        .ifPresent(
            problem -> {
              throw new ConfigurationException(
                  List.of(
                      new Finding(
                          "The directory of Flink's checkpoints cannot be written",
                          where + ", " + key,
                          problem,
                          "a directory that exists or can be created, and can be written",
                          "grant permission, make room, or name another directory")));
            });
  }

  private static boolean isLocal(String directory) {
    return TableLocation.scheme(directory).filter(scheme -> !scheme.equals("file")).isEmpty();
  }

  /**
   * Why nothing can be written into a directory, which is created if need be; empty if it can.
   *
   * @param directory a path or URI of one of Flink's file systems
   */
  static Optional<String> problem(String directory) {
    try {
      Path path = new Path(directory);
      FileSystem files = path.getFileSystem();
      if (!files.mkdirs(path)) {
        return Optional.of(directory + " cannot be created");
      }
      Path file = new Path(path, ".delta-scd-" + UUID.randomUUID());
      try (FSDataOutputStream out = files.create(file, WriteMode.NO_OVERWRITE)) {
        out.write(new byte[BYTES]);
        out.sync();
      } finally {
        files.delete(file, false);
      }
      return Optional.empty();
    } catch (IOException | IllegalArgumentException | IllegalConfigurationException e) {
      return Optional.of(Failure.cause(e));
    }
  }

  /** How much room is left, as the end of a sentence; empty if that cannot be known. */
  static String space(String directory) {
    if (!isLocal(directory)) {
      return "";
    }
    File local = new File(new Path(directory).getPath());
    return local.exists() ? "; %,d bytes are free".formatted(local.getUsableSpace()) : "";
  }
}
