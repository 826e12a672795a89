package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Effect;
import io.deltascd.testing.FlinkCluster;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  private static final String SECRET = "hunter2canary";

  /** On top of those that all pipelines here have. */
  private static final String SETTINGS =
      """
        s3.secret-key: hunter2canary
      target.tracked-columns: [name]
      target.deletes: ignore
      target.on-null-key: dead-letter
      target.on-duplicate-key: dead-letter
      target.dead-letter-path: %s/letters
      target.compaction.enabled: false
      hadoop.fs.s3a.secret.key: hunter2canary
      """;

  /** What {@link #aRunIsWatched} makes of them, over all subtasks. */
  private static final Map<String, Long> COUNTS =
      Map.ofEntries(
          Map.entry("Changes.versionsBehind", 0L),
          Map.entry("Changes.secondsBehind", 0L),
          Map.entry("Changes.changes.snapshotRows", 3L),
          Map.entry("Changes.changes.insert", 3L),
          Map.entry("Changes.changes.updatePreimage", 3L),
          Map.entry("Changes.changes.updatePostimage", 3L),
          Map.entry("Changes.changes.delete", 1L),
          Map.entry("Changes.changes.nullKey", 2L),
          Map.entry("Changes.changes.indexEntries", 0L),
          Map.entry("Changes.changes.resyncRows", 0L),
          Map.entry("Changes.secondsOfHistoryLeft", -1L),
          Map.entry("Changes.secondsUntilHistoryLost", -1L),
          Map.entry("History.recordsOpened", 6L),
          Map.entry("History.recordsClosed", 2L),
          Map.entry("History.recordsUpdated", 1L),
          Map.entry("History.keysUnchanged", 1L),
          Map.entry("History.deletesIgnored", 1L),
          Map.entry("History.duplicateRows", 2L),
          Map.entry("History.deadLetters", 3L),
          Map.entry("History.rowsWaiting", 0L),
          Map.entry("Commits.silverVersionCommitted", 6L),
          Map.entry("Commits.goldCommitConflicts", 0L),
          Map.entry("Commits.goldCompactions", 0L),
          Map.entry("Commits.goldFilesCompacted", 0L),
          Map.entry("Commits.goldBytesCompacted", 0L),
          Map.entry("Commits.goldCompactionConflicts", 0L),
          Map.entry("Commits.goldCompactionFailures", 0L));

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
            "(?m)^done: 7 versions, 10 changes, 9 opened, 5 closed, [1-7] commits, .* seconds$")
        .doesNotContain("NoClassDefFoundError");
    assertThat(DeltaRows.of(gold)).containsExactlyInAnyOrderElementsOf(HISTORY);
  }

  /**
   * The counts are worked out by hand. {@code a → A} is a new record, {@code - → y} is not, since
   * {@code note} is not tracked; 3 is deleted and stays; 4 comes twice and 1 once more; two rows
   * have no key.
   */
  @Test
  void aRunIsWatched() throws IOException {
    SilverSpec spec =
        SilverSpec.of(
            new Column("id", ColumnType.LONG),
            new Column("name", ColumnType.STRING),
            new Column("note", ColumnType.STRING));
    SilverWriter table =
        SilverWriter.create(
            silver,
            spec,
            List.of(
                spec.row(1L, "a", "-"),
                spec.row(2L, "b", "-"),
                spec.row(3L, "c", "-"),
                spec.row(null, "n", "-")));
    set(table, spec.row(1L, "A", "-"));
    set(table, spec.row(2L, "b", "y"));
    table.delete(Form.COPY_ON_WRITE, row -> Objects.equals(row.get("id"), 3L));
    table.append(List.of(spec.row(4L, "d", "-"), spec.row(4L, "e", "-")));
    table.append(List.of(spec.row(1L, "A", "-"), spec.row(null, "m", "-")));
    writePipeline("unbounded", "id");
    Files.writeString(pipeline, SETTINGS.formatted(directory), StandardOpenOption.APPEND);

    String id = submit();
    WatchedJob job = new WatchedJob(cluster, id);
    awaitSilverVersion(job, 5);
    long last = set(table, spec.row(2L, "B", "y"));
    awaitSilverVersion(job, last);

    assertNamesAreForPeople(job);
    assertSettingsAreSeen(job);
    Awaitility.await("metrics of all processes")
        .atMost(PATIENCE)
        .untilAsserted(() -> assertMetricsTellTheWorkload(job));
    assertAlertsAreAboutMetrics(id);
    assertThat(DeltaRows.of(gold)).hasSize(6);

    table.dropColumn("note");
    assertFailsAtOnce(job, "A column of silver was dropped or renamed");
    assertThat(DeltaLog.newestSilverVersion(gold)).contains(last);
    assertThat(job.accumulators("History"))
        .as("what was done, after the end")
        .containsEntry("silverVersionFinished", "6")
        .containsEntry("recordsOpened", "6")
        .containsEntry("recordsClosed", "2");
  }

  private static long set(SilverWriter table, Map<String, Object> row) {
    return table.update(
        Form.COPY_ON_WRITE,
        before ->
            Objects.equals(before.get("id"), row.get("id")) ? Effect.update(row) : Effect.keep());
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

    assertFailsAtOnce(new WatchedJob(cluster, submit()), "A row of silver has no key");
  }

  @Test
  void aKeyThatIsNotUniqueFailsTheJobForGood() throws IOException {
    SilverSpec spec =
        SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING));
    SilverWriter.create(silver, spec, List.of(spec.row(1L, "a"), spec.row(1L, "b")));
    writePipeline("unbounded", "id");

    assertFailsAtOnce(new WatchedJob(cluster, submit()), "The key is not unique in silver");
  }

  /**
   * The error came from a TaskManager; that a restart is no use must be known on the JobManager as
   * well. It is the first thing that the page of exceptions shows.
   */
  private static void assertFailsAtOnce(WatchedJob job, String message) {
    Awaitility.await(message).atMost(PATIENCE).until(() -> job.state().equals("FAILED"));

    assertThat(job.exceptions())
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.get("stacktrace").asText())
                    .startsWith("io.deltascd.model.PipelineException: " + message));
  }

  private void assertNamesAreForPeople(WatchedJob job) {
    JsonNode configuration = job.configuration();
    assertThat(configuration.get("name").asText()).isEqualTo("products");
    String from = shortName(silver);
    String to = shortName(gold);
    assertThat(job.names())
        .containsExactlyInAnyOrder(
            "Source: Changes of " + from + " -> versions as watermarks",
            "History in " + to,
            "Commits to %1$s: Writer -> Commits to %1$s: Committer".formatted(to));
    assertThat(job.descriptions())
        .anyMatch(text -> text.startsWith("Follows the log of %s for %s,".formatted(silver, gold)))
        .anyMatch(text -> text.contains("by key [id], and writes files of " + gold));
  }

  private static String shortName(Path table) {
    return table.getParent().getFileName() + "/" + table.getFileName();
  }

  private void assertSettingsAreSeen(WatchedJob job) {
    JsonNode configuration = job.configuration();
    assertThat(configuration.toString()).doesNotContain(SECRET);
    JsonNode settings = configuration.at("/execution-config/user-config");
    Map.of(
            "source.path", silver.toString(),
            "source.discovery-interval", "200 ms",
            "source.scan.startup.mode", "initial",
            "target.path", gold.toString(),
            "target.tracked-columns", "name",
            "target.deletes", "ignore",
            "target.file-size", "128 mb",
            "hadoop.fs.s3a.secret.key", "******",
            "flink.s3.secret-key", "******",
            "flink.execution.checkpointing.interval", "1 s")
        .forEach((key, value) -> assertThat(settings.path(key).asText()).as(key).isEqualTo(value));
    assertThat(settings.path("program").asText()).startsWith("delta-scd 0.");
  }

  private void assertMetricsTellTheWorkload(WatchedJob job) throws IOException {
    Set<String> documented = WatchedJob.documentedMetrics();
    Map<String, JsonNode> metrics = job.metrics(documented);
    assertThat(metrics.keySet()).isEqualTo(documented);
    Map<String, Long> rest = new HashMap<>();
    metrics.forEach((name, of) -> rest.put(name, of.get("sum").asLong()));
    long commits =
        DeltaLog.commits(gold).stream()
            .flatMap(commit -> commit.silverVersion().stream())
            .filter(version -> version >= 0)
            .count();
    Map<String, Long> exact = new HashMap<>(COUNTS);
    exact.put("Commits.goldCommits", commits);
    assertThat(rest).containsAllEntriesOf(exact);
    rest.keySet().removeAll(exact.keySet());
    for (String name : List.of("Changes.silverVersionFinished", "History.silverVersionFinished")) {
      assertThat(metrics.get(name).get("min").asLong()).as(name).isEqualTo(6);
      rest.remove(name);
    }
    assertThat(rest.remove("Commits.secondsSinceLastCommit")).isNotNegative();
    assertThat(rest)
        .containsOnlyKeys(
            "History.goldFilesWritten", "History.goldBytesWritten", "Commits.goldCommitMillis");
    assertThat(rest.values()).allMatch(value -> value > 0);
    Map<String, String> accumulators = job.accumulators("History");
    COUNTS.forEach(
        (name, count) -> {
          if (name.startsWith("History.") && !name.equals("History.rowsWaiting")) {
            assertThat(accumulators)
                .containsEntry(name.substring("History.".length()), count.toString());
          }
        });
    assertThat(accumulators).containsEntry("silverVersionFinished", "6");
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
                          + labelled(metric.get("id").asText())));
      cluster
          .get(path + "subtasks/metrics")
          .forEach(
              metric ->
                  metrics.add(
                      "flink_taskmanager_job_task_operator_"
                          + labelled(metric.get("id").asText())));
    }
    Matcher used =
        Pattern.compile("\\bflink_\\w+")
            .matcher(Files.readString(Path.of("flink-conf/alerts.yaml")));
    assertThat(used.results().map(MatchResult::group).distinct()).hasSize(10).isSubsetOf(metrics);
  }

  /** The value of the label is no part of the name. */
  private static String labelled(String id) {
    String name = id.substring(id.lastIndexOf('.') + 1);
    return id.contains(".pipeline.products.") ? "pipeline_" + name : name;
  }

  private static void awaitSilverVersion(WatchedJob job, long version) {
    String name = "History.silverVersionFinished";
    Awaitility.await("silver version " + version)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              JsonNode finished = job.metrics(Set.of(name)).get(name);
              return finished != null && finished.get("min").asLong() == version;
            });
  }

  private String submit() {
    FlinkCluster.Result run = cluster.flink("run", "-d", jar(), "run", pipeline.toString());
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output()).doesNotContain("NoClassDefFoundError");
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
