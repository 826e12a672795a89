package io.deltascd.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs a table with the modification times of its files, which are commit times in some. Where its
 * log names files of the table by their absolute paths, {@code ${path}} stands for the table's, so
 * that it can be unpacked anywhere. The source of a clone, a table beside it with {@code -source}
 * at the end of its name, is packed with it.
 */
final class TableZip {

  private static final String SOURCE = "_source";

  private TableZip() {}

  /** Leaves out Hadoop's own checksums, which no reader needs. */
  static void write(Path table, Path zip) throws IOException {
    Files.createDirectories(zip.getParent());
    Path source = table.resolveSibling(table.getFileName() + "-source");
    try (OutputStream out = Files.newOutputStream(zip);
        ZipOutputStream entries = new ZipOutputStream(out)) {
      for (Path file : files(table)) {
        write(file, table.relativize(file).toString(), table, entries);
      }
      for (Path file : Files.exists(source) ? files(source) : List.<Path>of()) {
        write(file, SOURCE + "/" + source.relativize(file), table, entries);
      }
    }
  }

  private static List<Path> files(Path table) throws IOException {
    try (Stream<Path> all = Files.walk(table)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static void write(Path file, String name, Path table, ZipOutputStream entries)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setLastModifiedTime(Files.getLastModifiedTime(file));
    entries.putNextEntry(entry);
    entries.write(content(file, table));
    entries.closeEntry();
  }

  private static byte[] content(Path file, Path table) throws IOException {
    return file.toString().matches(".*/_delta_log/[^/]*\\.(json|crc)")
        ? Files.readString(file)
            .replace(table + "-source", "${path}/" + SOURCE)
            .replace(table.toString(), "${path}")
            .getBytes(StandardCharsets.UTF_8)
        : Files.readAllBytes(file);
  }
}
