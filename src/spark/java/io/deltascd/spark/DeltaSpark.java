package io.deltascd.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs requests against Delta tables; {@code package-info} lists them. Each file of requests has a
 * Spark session of its own.
 *
 * <p>A request that fails leaves {@code {"error":"…"}} in the file named like its result with
 * {@code .error} behind, and the others still run.
 */
public final class DeltaSpark {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final SparkSession spark;
  private final Tables tables;

  private DeltaSpark(SparkSession spark) {
    this.spark = spark;
    this.tables = new Tables(spark);
  }

  /**
   * Takes the names of request files from standard input until that ends, and prints {@code failed:
   * N}, the number of failed requests, after each.
   *
   * @param args a directory for what Spark itself writes
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: DeltaSpark DIRECTORY");
      System.exit(2);
    }
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (SparkSession spark = Sessions.open(Path.of(args[0]))) {
      for (String file = input.readLine(); file != null; file = input.readLine()) {
        System.out.println("failed: " + new DeltaSpark(spark.newSession()).run(Path.of(file)));
      }
    }
  }

  private int run(Path requests) throws IOException {
    int failed = 0;
    for (String line : Files.readAllLines(requests)) {
      if (!line.isBlank() && !succeeds(line)) {
        failed++;
      }
    }
    return failed;
  }

  private boolean succeeds(String line) throws IOException {
    Request request = Request.parse(line);
    try {
      run(request);
      return true;
    } catch (Exception e) {
      System.err.println("failed: " + request);
      e.printStackTrace();
      if (request.out().isPresent()) {
        Path file = Path.of(request.out().get() + ".error");
        writeLine(file, Map.of("error", e.toString()));
      }
      return false;
    }
  }

  private void run(Request request) throws Exception {
    switch (request.operation()) {
      case "sql" -> request.list("statements").forEach(spark::sql);
      case "rows" ->
          write(tables.snapshot(request.text("table"), request.optionalNumber("version")), request);
      case "query" -> write(spark.sql(request.text("sql")), request);
      case "time" -> measured(request, () -> spark.sql(request.text("sql")).collectAsList());
      case "feed" ->
          write(
              tables
                  .feed(request.text("table"), request.number("from"), request.optionalNumber("to"))
                  .orderBy("_commit_version"),
              request);
      case "history" -> write(history(request), request);
      case "bench-silver" ->
          measured(
              request,
              () ->
                  new BenchSilver(
                          request.text("path"),
                          request.number("rows"),
                          request.number("commits"),
                          request.number("mergeRows"),
                          request.optionalNumber("seed").orElse(1))
                      .make(spark));
      case "notebook" ->
          measured(
              request,
              () ->
                  new Notebook(
                          spark, request.text("silver"), request.text("gold"), request.list("keys"))
                      .run(request.number("from"), request.number("to")));
      default -> throw new IllegalArgumentException("no such operation: " + request.operation());
    }
  }

  private Dataset<Row> history(Request request) {
    History history =
        new History(
            tables,
            request.text("table"),
            request.list("keys"),
            request.list("columns"),
            request.list("tracked"));
    Dataset<Row> rows = history.from(request.number("start"), request.optionalNumber("end"));
    return request.flag("versions") ? rows : rows.drop("valid_from_version", "valid_to_version");
  }

  private static void write(Dataset<Row> rows, Request request) throws IOException {
    JsonRows.write(rows, Path.of(request.text("out")));
  }

  /** Runs it and leaves the seconds it took as the result. */
  private static void measured(Request request, Runnable work) throws IOException {
    long start = System.nanoTime();
    work.run();
    double seconds = Math.round((System.nanoTime() - start) / 1e6) / 1e3;
    if (request.out().isPresent()) {
      writeLine(request.out().get(), Map.of("seconds", seconds));
    }
  }

  private static void writeLine(Path file, Map<String, ?> fields) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(fields) + "\n", StandardCharsets.UTF_8);
  }
}
