package io.deltascd.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a table with the modification times of its files, which are commit times in some. */
final class TableZip {

  private TableZip() {}

  /** Leaves out Hadoop's own checksums, which no reader needs. */
  static void write(Path table, Path zip) throws IOException {
    Files.createDirectories(zip.getParent());
    List<Path> files;
    try (Stream<Path> all = Files.walk(table)) {
      files =
          all.filter(Files::isRegularFile)
              .filter(file -> !file.getFileName().toString().startsWith("."))
              .sorted()
              .toList();
    }
    try (OutputStream out = Files.newOutputStream(zip);
        ZipOutputStream entries = new ZipOutputStream(out)) {
      for (Path file : files) {
        ZipEntry entry = new ZipEntry(table.relativize(file).toString());
        entry.setLastModifiedTime(Files.getLastModifiedTime(file));
        entries.putNextEntry(entry);
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
  }
}
