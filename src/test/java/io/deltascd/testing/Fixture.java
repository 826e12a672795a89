package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A table that Delta Spark wrote, kept as a resource with what Spark makes of it. The scripts in
 * {@code src/spark/tables} say how each came about.
 *
 * @param name the name of its script
 * @param description what is special about it
 * @param keys its key columns
 * @param start the first version of {@link #feed} and the snapshot that {@link #history} opens with
 * @param newest its newest version
 * @param zip the resource that it is kept as
 * @param refused a part of the text with which the product refuses to read it; it has neither feed
 *     nor history then
 * @param gold a part of the text with which the product refuses to keep its history
 */
public record Fixture(
    String name,
    String description,
    List<String> keys,
    long start,
    long newest,
    String zip,
    Optional<String> refused,
    Optional<String> gold) {

  private static final String DIRECTORY = "/io/deltascd/tables/";
  private static final ObjectMapper JSON = new ObjectMapper();

  public Fixture {
    keys = List.copyOf(keys);
  }

  /** The table of this name. */
  public static Fixture named(String name) {
    try (InputStream in = open(DIRECTORY + name + ".json")) {
      JsonNode json = JSON.readTree(in);
      List<String> keys = new ArrayList<>();
      json.get("keys").forEach(key -> keys.add(key.asText()));
      return new Fixture(
          name,
          json.get("description").asText(),
          keys,
          json.get("start").asLong(),
          json.get("newest").asLong(),
          json.get("zip").asText(),
          Optional.ofNullable(json.get("refused")).map(JsonNode::asText),
          Optional.ofNullable(json.get("gold")).map(JsonNode::asText));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All tables, by name; a source of arguments for parameterized tests. */
  public static List<Fixture> all() {
    URL directory = Fixture.class.getResource(DIRECTORY);
    if (directory == null) {
      throw new IllegalStateException("no resource " + DIRECTORY);
    }
    try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".json"))
          .sorted()
          .map(file -> named(file.substring(0, file.length() - ".json".length())))
          .toList();
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The tables that can be read. */
  public static List<Fixture> readable() {
    return all().stream().filter(fixture -> fixture.refused().isEmpty()).toList();
  }

  /**
   * Unpacks the table and gives its files back their modification times, which are the commit times
   * of tables without in-commit timestamps.
   *
   * @return the table's path, a new directory of its name in the given one
   */
  public Path unzip(Path directory) {
    Path table = directory.resolve(name);
    Map<Path, FileTime> times = new HashMap<>();
    try (InputStream in = open(zip);
        ZipInputStream entries = new ZipInputStream(in)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path file = table.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, content(entry.getName(), entries.readAllBytes(), table));
        times.put(file, entry.getLastModifiedTime());
      }
      for (Map.Entry<Path, FileTime> time : times.entrySet()) {
        Files.setLastModifiedTime(time.getKey(), time.getValue());
      }
      return table;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The log may name files by absolute paths, which begin with {@code ${path}} in the zip. */
  private static byte[] content(String name, byte[] bytes, Path table) {
    return name.matches("(.*/)?_delta_log/[^/]*\\.(json|crc)")
        ? new String(bytes, StandardCharsets.UTF_8)
            .replace("${path}", table.toAbsolutePath().toString())
            .getBytes(StandardCharsets.UTF_8)
        : bytes;
  }

  /** Spark's change data feed from the start version to the newest, ordered by version and key. */
  public List<String> feed() {
    return lines(".feed.jsonl");
  }

  /**
   * The SCD2 history that Spark computes from the snapshot of the start version and all changes
   * after it, ordered by key and time.
   */
  public List<String> history() {
    return lines(".history.jsonl");
  }

  @Override
  public String toString() {
    return name;
  }

  private List<String> lines(String suffix) {
    try (InputStream in = open(DIRECTORY + name + suffix)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    InputStream in = Fixture.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalArgumentException("no resource " + resource);
    }
    return in;
  }
}
