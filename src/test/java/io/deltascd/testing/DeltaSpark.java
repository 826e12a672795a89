package io.deltascd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltascd.testing.SparkProcess.Purpose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Delta Spark as another reader and writer of the same tables. Requests are collected, and {@link
 * #run} carries them out in their order in a session of their own. Only integration tests can use
 * it: the build puts its jars together just before them.
 *
 * <pre>{@code
 * DeltaSpark spark = new DeltaSpark(directory);
 * DeltaSpark.Result gold = spark.rows(table);
 * spark.sql("DELETE FROM delta.`" + table + "` WHERE id = 1");
 * spark.run();
 * assertThat(gold.lines()).…
 * }</pre>
 */
public final class DeltaSpark {

  private static final Duration CHECKS_TIMEOUT = Duration.ofMinutes(15);
  private static final Duration MEASUREMENTS_TIMEOUT = Duration.ofMinutes(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;
  private final Purpose purpose;
  private final Duration timeout;
  private final List<ObjectNode> requests = new ArrayList<>();
  private int results;

  /**
   * For checks.
   *
   * @param directory an existing directory for requests and results
   */
  public DeltaSpark(Path directory) {
    this(directory, Purpose.CHECKS, CHECKS_TIMEOUT);
  }

  private DeltaSpark(Path directory, Purpose purpose, Duration timeout) {
    this.directory = directory;
    this.purpose = purpose;
    this.timeout = timeout;
  }

  /** The same in a JVM that runs as one of a user does. */
  public static DeltaSpark forMeasurements(Path directory) {
    return new DeltaSpark(directory, Purpose.MEASUREMENTS, MEASUREMENTS_TIMEOUT);
  }

  /** The rows that a request gave, once {@link DeltaSpark#run} has returned. */
  public record Result(Path file) {

    /** The rows as they were printed, one JSON object a line. */
    public List<String> lines() {
      try {
        return Files.readAllLines(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The rows as JSON objects. */
    public List<JsonNode> rows() {
      return lines().stream().map(DeltaSpark::parse).toList();
    }
  }

  /** How Spark's SQL names the table at a path. */
  public static String sqlName(Path table) {
    return "delta.`" + table.toAbsolutePath() + "`";
  }

  /** Runs statements, one after the other. */
  public void sql(String... statements) {
    ObjectNode request = operation("sql");
    ArrayNode list = request.putArray("statements");
    for (String statement : statements) {
      list.add(statement);
    }
    result(request);
  }

  /** The rows of the newest version. */
  public Result rows(Path table) {
    return result(tableRequest("rows", table));
  }

  /** The rows as of a version. */
  public Result rows(Path table, long version) {
    return result(tableRequest("rows", table).put("version", version));
  }

  /** The rows of any query. */
  public Result query(String sql) {
    return result(operation("query").put("sql", sql));
  }

  /** The change data feed from a version to the newest. */
  public Result feed(Path table, long from) {
    return result(tableRequest("feed", table).put("from", from));
  }

  /** The change data feed of a range of versions, both included. */
  public Result feed(Path table, long from, long to) {
    return result(tableRequest("feed", table).put("from", from).put("to", to));
  }

  /** The SCD2 history from the snapshot of a version on, as Spark computes it. */
  public Result history(Path silver, List<String> keys, long start) {
    ObjectNode request = tableRequest("history", silver).put("start", start);
    keys.forEach(request.putArray("keys")::add);
    return result(request);
  }

  /** Any other request, as JSON without its result file. */
  public Result request(ObjectNode request) {
    return result(request.deepCopy());
  }

  /** Carries out what was asked for since the last time; fails if any request failed. */
  public void run() {
    try {
      Path file = Files.createTempFile(directory, "requests", ".jsonl");
      Files.write(file, requests.stream().map(ObjectNode::toString).toList());
      SparkProcess process = SparkProcess.running(purpose);
      int failed = process.run(file, timeout);
      if (failed > 0) {
        throw new AssertionError(
            "%d requests failed in Delta Spark; its log is %s%s"
                .formatted(failed, process.log(), errors()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      requests.clear();
    }
  }

  private String errors() throws IOException {
    StringBuilder errors = new StringBuilder();
    for (ObjectNode request : requests) {
      Path file = Path.of(request.get("out").asText() + ".error");
      if (Files.exists(file)) {
        String error = parse(Files.readString(file)).get("error").asText();
        errors.append("\n").append(request).append("\n  ").append(error);
      }
    }
    return errors.toString();
  }

  private static ObjectNode operation(String name) {
    return JSON.createObjectNode().put("op", name);
  }

  private static ObjectNode tableRequest(String name, Path table) {
    return operation(name).put("table", table.toAbsolutePath().toString());
  }

  private Result result(ObjectNode request) {
    Path file = directory.resolve("result-" + results++ + ".jsonl").toAbsolutePath();
    requests.add(request.put("out", file.toString()));
    return new Result(file);
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
