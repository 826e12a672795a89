package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The JSON commits of a Delta table, as they stand in its log. */
public final class DeltaLog {

  /** The domain in which gold keeps its progress. */
  public static final String PROGRESS = "flink-delta-scd.progress";

  private static final ObjectMapper JSON = new ObjectMapper();

  private DeltaLog() {}

  /**
   * One commit.
   *
   * @param version its number
   * @param actions each an object with one field, the name of the action
   */
  public record Commit(long version, List<JsonNode> actions) {

    /** The actions of a name, without the name: {@code add}, {@code remove}, {@code cdc}, …. */
    public List<JsonNode> actions(String name) {
      return actions.stream().filter(a -> a.has(name)).map(a -> a.get(name)).toList();
    }

    /** How many actions of a name there are. */
    public int count(String name) {
      return actions(name).size();
    }

    /** The configuration that this commit writes into a domain, as JSON. */
    public Optional<JsonNode> domain(String name) {
      return actions("domainMetadata").stream()
          .filter(domain -> domain.get("domain").asText().equals(name))
          .map(domain -> parse(domain.get("configuration").asText()))
          .findFirst();
    }

    /** Gold's progress as of this commit, if it wrote any. */
    public Optional<JsonNode> progress() {
      return domain(PROGRESS);
    }

    /** The silver version that gold has reached with this commit, if it says so. */
    public Optional<Long> silverVersion() {
      return progress().map(progress -> progress.get("silver").get("version").asLong());
    }

    /** The number of this commit's transaction, if it has one. */
    public Optional<Long> transaction() {
      return actions("txn").stream().map(txn -> txn.get("version").asLong()).findFirst();
    }
  }

  /**
   * What gold claims to be after a commit. A commit that changes no row, as a compaction, says
   * nothing of progress: gold is then what it was before.
   *
   * @param commit what stands in the log
   * @param progress the newest one as of the commit
   */
  public record Claim(Commit commit, JsonNode progress) {

    /** Of gold. */
    public long version() {
      return commit.version();
    }

    /** The version of silver whose history gold is. */
    public long silverVersion() {
      return progress.get("silver").get("version").asLong();
    }
  }

  /** What gold claims after each commit, oldest first; all of them must be there. */
  public static List<Claim> claims(Path gold) {
    List<Claim> claims = new ArrayList<>();
    JsonNode progress = null;
    for (Commit commit : commits(gold)) {
      progress = commit.progress().orElse(progress);
      claims.add(new Claim(commit, Objects.requireNonNull(progress, "no progress in version 0")));
    }
    return claims;
  }

  /** All commits whose JSON file still exists, oldest first. */
  public static List<Commit> commits(Path table) {
    return files(table).stream().map(DeltaLog::commit).toList();
  }

  /** Where a commit stands, or would stand. */
  public static Path commitFile(Path table, long version) {
    return table.resolve("_delta_log/%020d.json".formatted(version));
  }

  /** A commit; empty if there is none of that version. */
  public static Optional<Commit> commit(Path table, long version) {
    Path file = commitFile(table, version);
    return Files.exists(file) ? Optional.of(commit(file)) : Optional.empty();
  }

  /** The newest silver version that any commit of gold states; empty if none does. */
  public static Optional<Long> newestSilverVersion(Path gold) {
    List<Path> files = new ArrayList<>(files(gold));
    Collections.reverse(files);
    return files.stream().flatMap(file -> commit(file).silverVersion().stream()).findFirst();
  }

  /** Whether gold, which need not exist yet, stands at a version of silver or a later one. */
  public static boolean hasReached(Path gold, long version) {
    return Files.exists(gold.resolve("_delta_log"))
        && newestSilverVersion(gold).filter(now -> now >= version).isPresent();
  }

  private static List<Path> files(Path table) {
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d{20}\\.json"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Commit commit(Path file) {
    try {
      List<JsonNode> actions = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank()) {
          actions.add(parse(line));
        }
      }
      return new Commit(Long.parseLong(file.getFileName().toString().substring(0, 20)), actions);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One JSON value. */
  public static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
