package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.FlinkCluster;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cluster's jar on a cluster of separate JVMs. What it lacks shows nowhere else: other tests
 * have all classes on one class path.
 */
class ClusterJarITCase {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Documented metrics, by the first word of the vertex that has them. */
  private static final Map<String, List<String>> METRICS =
      Map.of(
          "Source",
          List.of(
              "silverVersionFinished",
              "versionsBehind",
              "secondsBehind",
              "changes.insert",
              "changes.updatePreimage",
              "changes.updatePostimage",
              "changes.delete",
              "changes.snapshotRows"),
          "History",
          List.of(
              "silverVersionFinished",
              "rowsWaiting",
              "recordsOpened",
              "recordsClosed",
              "keysUnchanged",
              "goldFilesWritten",
              "goldBytesWritten"),
          "Commits",
          List.of(
              "silverVersionCommitted",
              "goldCommits",
              "goldCommitMillis",
              "goldCommitConflicts",
              "goldCompactions",
              "goldFilesCompacted",
              "goldBytesCompacted",
              "goldCompactionConflicts",
              "goldCompactionFailures",
              "secondsSinceLastCommit"));

  /** The worked example. */
  private static final List<Map<String, Object>> HISTORY =
      List.of(
          row(1, "Laptop", "899.99", 50, day(1), day(2)),
          row(1, "Laptop", "849.99", 45, day(2), day(5)),
          row(1, "Laptop", "799.99", 30, day(5), day(6)),
          row(1, "Laptop", "749.99", 20, day(6), null),
          row(2, "Mouse", "25.50", 200, day(1), null),
          row(3, "Teclado", "45.00", 150, day(1), day(7)),
          row(3, "Teclado", "45.00", 180, day(7), null),
          row(4, "Monitor", "299.99", 75, day(1), day(4)),
          row(5, "Webcam HD", "59.99", 180, day(3), null));

  private static FlinkCluster cluster;

  @TempDir private Path directory;
  private Path silver;
  private Path gold;
  private Path pipeline;

  @BeforeAll
  static void startCluster() {
    cluster = FlinkCluster.start(Path.of("target/cluster-jar"));
  }

  @AfterAll
  static void endCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @BeforeEach
  void nameFiles() {
    silver = directory.resolve("silver");
    gold = directory.resolve("gold");
    pipeline = directory.resolve("products.yaml");
  }

  @Test
  void aBoundedRunMakesTheHistory() throws IOException {
    DemoSilver.unpack(silver);
    writePipeline("latest", "producto_id");

    FlinkCluster.Result run = cluster.flink("run", jar(), "run", pipeline.toString());

    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .containsPattern(
            "(?m)^done: 7 versions, 10 changes, 9 opened, 5 closed, [1-7] commits, .* seconds$");
    assertThat(DeltaRows.of(gold)).containsExactlyInAnyOrderElementsOf(HISTORY);
  }

  @Test
  void aRunIsWatched() throws IOException {
    DemoSilver.unpack(silver);
    Files.delete(silver.resolve("_delta_log/00000000000000000006.crc"));
    Path newest = silver.resolve("_delta_log/00000000000000000006.json");
    Path held = Files.move(newest, directory.resolve("held.json"));
    writePipeline("unbounded", "producto_id");

    String job = submit();
    awaitSilverVersion(job, 5);
    Files.move(held, newest);
    awaitSilverVersion(job, 6);

    assertNamesAreForPeople(job);
    assertMetricsTellTheWorkload(job);
    assertAlertsAreAboutMetrics(job);
    assertThat(DeltaRows.of(gold)).containsExactlyInAnyOrderElementsOf(HISTORY);
    FlinkCluster.Result cancel = cluster.flink("cancel", job);
    assertThat(cancel.status()).as(cancel.output()).isZero();
  }

  @Test
  void aWrongPipelineFileIsRefused() throws IOException {
    DemoSilver.unpack(silver);
    writePipeline("latest", "producto_id");
    Files.writeString(pipeline, Files.readString(pipeline).replace("mode: scd2", "mode: scd9"));

    FlinkCluster.Result run = cluster.flink("run", jar(), "run", pipeline.toString());

    assertThat(run.status()).as(run.output()).isNotZero();
    assertThat(run.output())
        .contains("target.mode cannot be read", pipeline + ":7:9", "scd9", "expected: scd2")
        .doesNotContain("ClassNotFoundException", "NoClassDefFoundError");
    assertThat(gold).doesNotExist();
  }

  @Test
  void aRowWithoutKeyFailsTheJobForGood() throws IOException {
    SilverSpec spec = SilverSpec.of(new Column("id", ColumnType.LONG));
    SilverWriter.create(silver, spec, List.of(spec.row(1L), spec.row((Object) null)));
    writePipeline("unbounded", "id");

    assertFailsAtOnce(submit(), "A row of silver has no key");
  }

  @Test
  void aKeyThatIsNotUniqueFailsTheJobForGood() throws IOException {
    SilverSpec spec =
        SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING));
    SilverWriter.create(silver, spec, List.of(spec.row(1L, "a"), spec.row(1L, "b")));
    writePipeline("unbounded", "id");

    assertFailsAtOnce(submit(), "The key is not unique in silver");
  }

  /** The error came from a TaskManager; that a restart is no use must be known here as well. */
  private static void assertFailsAtOnce(String job, String message) {
    Awaitility.await(message)
        .atMost(PATIENCE)
        .until(() -> cluster.get("/jobs/" + job).get("state").asText().equals("FAILED"));

    assertThat(cluster.get("/jobs/" + job).get("timestamps").get("RESTARTING").asLong()).isZero();
    assertThat(cluster.get("/jobs/" + job + "/exceptions").get("exceptionHistory").get("entries"))
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.get("stacktrace").asText())
                    .containsPattern(
                        "(?m)^(Caused by: )?io.deltascd.model.PipelineException: " + message));
  }

  private void assertNamesAreForPeople(String job) {
    JsonNode details = cluster.get("/jobs/" + job);
    assertThat(details.get("name").asText()).isEqualTo("products");
    assertThat(details.get("vertices"))
        .extracting(vertex -> vertex.get("name").asText())
        .containsExactlyInAnyOrder(
            "Source: Changes of " + silver + " -> versions as watermarks",
            "History of " + gold,
            "Commits to %1$s: Writer -> Commits to %1$s: Committer".formatted(gold));
    assertThat(details.get("plan").get("nodes"))
        .extracting(node -> node.get("description").asText())
        .anyMatch(text -> text.startsWith("Follows the log of " + silver))
        .anyMatch(text -> text.startsWith("Gathers the rows of each silver version"))
        .anyMatch(text -> text.startsWith("Commits to " + gold));
  }

  private void assertMetricsTellTheWorkload(String job) {
    Map<String, JsonNode> metrics = metrics(job);
    METRICS.forEach(
        (vertex, names) ->
            names.forEach(name -> assertThat(metrics).containsKey(vertex + "." + name)));
    long commits =
        DeltaLog.commits(gold).stream()
            .flatMap(commit -> commit.silverVersion().stream())
            .filter(version -> version >= 0)
            .count();
    Map<String, Long> sums = new LinkedHashMap<>();
    metrics.forEach((name, of) -> sums.put(name, of.get("sum").asLong()));
    assertThat(sums)
        .containsEntry("Source.changes.insert", 1L)
        .containsEntry("Source.changes.updatePreimage", 4L)
        .containsEntry("Source.changes.updatePostimage", 4L)
        .containsEntry("Source.changes.delete", 1L)
        .containsEntry("Source.changes.snapshotRows", 4L)
        .containsEntry("Source.versionsBehind", 0L)
        .containsEntry("Source.secondsBehind", 0L)
        .containsEntry("History.recordsOpened", 9L)
        .containsEntry("History.recordsClosed", 5L)
        .containsEntry("History.keysUnchanged", 0L)
        .containsEntry("History.rowsWaiting", 0L)
        .containsEntry("Commits.goldCommits", commits)
        .containsEntry("Commits.goldCommitConflicts", 0L);
    assertThat(metrics.get("Source.silverVersionFinished").get("min").asLong()).isEqualTo(6);
    assertThat(metrics.get("History.silverVersionFinished").get("min").asLong()).isEqualTo(6);
    assertThat(sums.get("History.goldFilesWritten")).isPositive();
    assertThat(sums.get("History.goldBytesWritten")).isPositive();
    assertThat(sums.get("Commits.goldCommitMillis")).isPositive();
    assertThat(sums.get("Commits.secondsSinceLastCommit")).isNotNegative();
  }

  /** Prometheus' names are made of the scope and the metric's name. */
  private static void assertAlertsAreAboutMetrics(String job) throws IOException {
    Set<String> metrics = new HashSet<>();
    cluster
        .get("/jobs/%s/metrics".formatted(job))
        .forEach(metric -> metrics.add("flink_jobmanager_job_" + metric.get("id").asText()));
    for (JsonNode vertex : cluster.get("/jobs/" + job).get("vertices")) {
      String path = "/jobs/%s/vertices/%s/".formatted(job, vertex.get("id").asText());
      cluster
          .get(path + "jm-operator-metrics")
          .forEach(
              metric ->
                  metrics.add(
                      "flink_jobmanager_job_operator_coordinator_enumerator_"
                          + lastWord(metric.get("id").asText())));
      cluster
          .get(path + "subtasks/metrics")
          .forEach(
              metric ->
                  metrics.add(
                      "flink_taskmanager_job_task_operator_"
                          + lastWord(metric.get("id").asText())));
    }
    Matcher used =
        Pattern.compile("\\bflink_\\w+")
            .matcher(Files.readString(Path.of("flink-conf/alerts.yaml")));
    assertThat(used.results().map(MatchResult::group).distinct()).hasSize(10).isSubsetOf(metrics);
  }

  private static String lastWord(String id) {
    return id.substring(id.lastIndexOf('.') + 1);
  }

  private static void awaitSilverVersion(String job, long version) {
    Awaitility.await("silver version " + version)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              JsonNode committed = metrics(job).get("Commits.silverVersionCommitted");
              return committed != null && committed.get("max").asLong() == version;
            });
  }

  /** The documented metrics that a job has, each with what it is over all subtasks. */
  private static Map<String, JsonNode> metrics(String job) {
    Map<String, JsonNode> metrics = new HashMap<>();
    for (JsonNode vertex : cluster.get("/jobs/" + job).get("vertices")) {
      String word = vertex.get("name").asText().split("\\W", 2)[0];
      String path =
          "/jobs/%s/vertices/%s/subtasks/metrics".formatted(job, vertex.get("id").asText());
      for (JsonNode metric : cluster.get(path)) {
        String id = metric.get("id").asText();
        METRICS.get(word).stream()
            .filter(name -> id.endsWith("." + name))
            .forEach(
                name ->
                    cluster
                        .get(path + "?get=" + URLEncoder.encode(id, StandardCharsets.UTF_8))
                        .forEach(values -> metrics.put(word + "." + name, values)));
      }
    }
    return metrics;
  }

  private String submit() {
    FlinkCluster.Result run = cluster.flink("run", "-d", jar(), "run", pipeline.toString());
    assertThat(run.status()).as(run.output()).isZero();
    return found("Job has been submitted with JobID ([0-9a-f]{32})", run.output());
  }

  private void writePipeline(String bounded, String key) throws IOException {
    Files.writeString(
        pipeline,
        """
        source:
          path: %s
          scan.bounded.mode: %s
          discovery-interval: 200 ms
        target:
          path: %s
          mode: scd2
          keys: [%s]
        flink:
          parallelism.default: 2
          execution.checkpointing.interval: 1 s
          state.backend.type: rocksdb
        """
            .formatted(silver, bounded, gold, key));
  }

  private static Map<String, Object> row(
      int id, String name, String price, int stock, Instant from, @Nullable Instant to) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("producto_id", id);
    row.put("nombre", name);
    row.put("precio", new BigDecimal(price));
    row.put("stock", stock);
    row.put("valid_from", from);
    row.put("valid_to", to);
    row.put("is_current", to == null);
    return row;
  }

  private static Instant day(int day) {
    return Instant.parse("2026-01-0%dT08:00:00Z".formatted(day));
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  private static String jar() {
    return ClusterJarContentITCase.jar().toString();
  }
}
