package io.deltascd.spark;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Makes the tables that are kept as resources: the demo's, and those of the tests. Each comes from
 * a script in {@code src/spark/tables} and is kept as a zip; beside it, for tests, lie Spark's feed
 * of it from the start version on, Spark's history of it, and its keys and start version.
 */
public final class MakeTables {

  private static final String RESOURCES = "src/test/resources/io/deltascd/tables";

  private final SparkSession spark;
  private final Tables tables;
  private final Path repository;

  private MakeTables(SparkSession spark, Path repository) {
    this.spark = spark;
    this.tables = new Tables(spark);
    this.repository = repository;
  }

  /**
   * @param args the top of the repository, and the names of tables to make, with commas between
   *     them, or {@code all}
   */
  public static void main(String[] args) throws IOException {
    Path repository = Path.of(args[0]).toAbsolutePath().normalize();
    List<String> names = List.of(args[1].split(","));
    Path directory = Files.createTempDirectory("make-tables");
    List<String> failures = new ArrayList<>();
    try (SparkSession spark = Sessions.open(directory)) {
      for (TableScript script : scripts(repository.resolve("src/spark/tables"))) {
        if (names.contains("all") || names.contains(script.name())) {
          try {
            new MakeTables(session(spark), repository).make(script, directory);
          } catch (Exception e) {
            failures.add(script.name() + ": " + e);
            e.printStackTrace();
          }
        }
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException(String.join("\n", failures));
    }
  }

  /** One for each script, which may SET what it likes. */
  private static SparkSession session(SparkSession spark) {
    SparkSession session = spark.newSession();
    // The tables' times are long past, and their logs must survive whoever writes to them next.
    for (String retention : List.of("logRetentionDuration", "deletedFileRetentionDuration")) {
      session
          .conf()
          .set("spark.databricks.delta.properties.defaults." + retention, "interval 36500 days");
    }
    SparkSession.setActiveSession(session);
    return session;
  }

  private static List<TableScript> scripts(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<TableScript> scripts = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        scripts.add(TableScript.read(file));
      }
      return scripts;
    }
  }

  private void make(TableScript script, Path directory) throws IOException {
    Path table = directory.resolve(script.name());
    new ScriptedTable(spark, table).make(script.steps(), false);
    Path withFeed = table;
    if (script.hasTwin()) {
      withFeed = directory.resolve(script.name() + "-twin");
      new ScriptedTable(spark, withFeed).make(script.steps(), true);
    }
    TableZip.write(table, repository.resolve(script.zip()));
    describe(script, withFeed.toString());
    if (!script.isRefused()) {
      JsonRows.write(feed(script, withFeed.toString()), beside(script, ".feed.jsonl"));
      JsonRows.write(history(script, withFeed.toString()), beside(script, ".history.jsonl"));
    }
    System.out.println(script.zip());
  }

  private Dataset<Row> feed(TableScript script, String table) {
    Column[] order =
        Stream.of(List.of("_commit_version"), script.keys(), List.of("_change_type"))
            .flatMap(List::stream)
            .map(NetChanges::named)
            .toArray(Column[]::new);
    return tables.feed(table, script.start(), OptionalLong.empty()).orderBy(order);
  }

  private Dataset<Row> history(TableScript script, String table) {
    return new History(tables, table, script.keys(), List.of(), List.of())
        .from(script.start(), OptionalLong.empty())
        .drop("valid_from_version", "valid_to_version");
  }

  private void describe(TableScript script, String table) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode json = mapper.createObjectNode().put("description", script.description());
    json.put("zip", script.zip().replaceFirst("src/(main|test)/resources", ""));
    script.keys().forEach(json.putArray("keys")::add);
    json.put("start", script.start()).put("newest", tables.newestVersion(table));
    script.header("refused").ifPresent(text -> json.put("refused", text));
    script.header("gold").ifPresent(text -> json.put("gold", text));
    DefaultPrettyPrinter lines =
        new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
    Files.createDirectories(repository.resolve(RESOURCES));
    Files.writeString(
        beside(script, ".json"), mapper.writer(lines).writeValueAsString(json) + "\n");
  }

  private Path beside(TableScript script, String suffix) {
    return repository.resolve(RESOURCES).resolve(script.name() + suffix);
  }
}
