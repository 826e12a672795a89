package io.deltascd.job;

import io.deltascd.model.PipelineException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A small Delta table with changes, written by Spark and kept in the jar as a zip file. */
final class DemoSilver {
  private static final String RESOURCE = "demo-silver.zip";

  private DemoSilver() {}

  /** Unpacks the table into a directory that does not exist yet. */
  static void unpack(Path directory) throws IOException {
    try (InputStream zip = DemoSilver.class.getResourceAsStream(RESOURCE)) {
      unpack(Objects.requireNonNull(zip, RESOURCE + " is part of the jar"), directory);
    }
  }

  /** File times are kept: without in-commit timestamps they are the times of the commits. */
  static void unpack(InputStream zip, Path directory) throws IOException {
    Path root = directory.toAbsolutePath().normalize();
    Files.createDirectories(root);
    ZipInputStream entries = new ZipInputStream(zip);
    for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
      Path file = root.resolve(entry.getName()).normalize();
      if (!file.startsWith(root)) {
        throw new PipelineException(
            "The sample table is not sound",
            RESOURCE,
            entry.getName(),
            "files within the table only",
            "get the release again");
      }
      if (entry.isDirectory()) {
        Files.createDirectories(file);
      } else {
        Files.createDirectories(file.getParent());
        Files.copy(entries, file);
        Files.setLastModifiedTime(file, entry.getLastModifiedTime());
      }
    }
  }

  /** The table's newest version. */
  static long newestVersion(Path silver) throws IOException {
    try (var log = Files.list(silver.resolve("_delta_log"))) {
      return log.map(file -> file.getFileName().toString())
          .filter(name -> name.matches("[0-9]{20}\\.json"))
          .mapToLong(name -> Long.parseLong(name.substring(0, 20)))
          .max()
          .orElseThrow();
    }
  }
}
