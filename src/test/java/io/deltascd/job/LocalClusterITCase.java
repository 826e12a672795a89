package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.FlinkCluster;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.TableHygiene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an operator does and what befalls a cluster, on {@code bin/local-cluster} with {@code
 * flink-conf/config.yaml}, while silver goes on: gold is the history of silver as of one version
 * after each single commit.
 */
class LocalClusterITCase {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long SEED = 6;

  /** The feed is on from the beginning, and nothing is vacuumed. */
  private static final long START = 0;

  private FlinkCluster cluster;

  @TempDir private Path directory;
  private RandomSilver silver;
  private Path gold;
  private Path pipeline;

  @BeforeEach
  void start() throws IOException {
    pipeline = directory.resolve("pipeline.yaml");
    // But for the pipeline: waits that are meant for people and for networks.
    cluster =
        FlinkCluster.start(
            Path.of("target/cluster"),
            "--high-availability",
            "-D",
            "delta-scd.pipeline=" + pipeline,
            "-D",
            "heartbeat.interval=1 s",
            "-D",
            "heartbeat.timeout=10 s",
            "-D",
            "high-availability.zookeeper.client.session-timeout=5 s",
            "-D",
            "jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling=0 s",
            "-D",
            "jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout=0 s",
            "-D",
            "jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout=1 s");
    gold = directory.resolve("gold");
    silver = RandomSilver.create(directory.resolve("silver"), SEED, Shape.plain());
    Files.writeString(
        pipeline,
        """
        source: {path: '%s', discovery-interval: 100 ms}
        target: {path: '%s', keys: [%s]}
        flink: {execution.checkpointing.interval: 500 ms}
        """
            .formatted(silver.silver().path(), gold, String.join(", ", silver.keys())));
  }

  @AfterEach
  void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void goldStaysExactWhateverHappensToTheCluster() {
    String job = submitByRest(2);
    awaitGold("after the submission by REST");
    grow();
    awaitGold("while changes come");

    cluster.kill("taskmanager-1");
    grow();
    await("a restart").until(() -> restarts(job) > 0);
    awaitGold("after the loss of a TaskManager");
    assertThat(cluster.status())
        .satisfies(status -> assertThat(status.status()).isEqualTo(1))
        .satisfies(status -> assertThat(status.output()).contains("taskmanager-1  has ended"));

    cluster.startAgain();
    assertThat(cluster.status().status()).as(cluster.status().output()).isZero();
    grow();
    cluster.kill("jobmanager");
    grow();
    cluster.startAgain();
    awaitGold("after the loss of the JobManager");
    await("the same job").until(() -> state(job).equals("RUNNING"));

    await("both TaskManagers").until(() -> slots() == 4);
    rescale(job, 4);
    grow();
    await("four subtasks").until(() -> parallelism(job) == 4 && state(job).equals("RUNNING"));
    grow();
    awaitGold("after rescaling to 4");

    String savepoint = stop(job);
    assertGoldIsHistory("after the stop");
    grow();
    String resumed = resume(savepoint, 3);
    awaitGold("after resuming with parallelism 3");
    assertThat(parallelism(resumed)).isEqualTo(3);
  }

  /** As the web page does, which passes no arguments on. */
  private String submitByRest(int parallelism) {
    String jar = cluster.upload(ClusterJarContentITCase.jar());
    ObjectNode run = JSON.createObjectNode().put("parallelism", parallelism);
    String job = cluster.post("/jars/%s/run".formatted(jar), run).get("jobid").asText();
    assertThat(parallelism(job)).isEqualTo(parallelism);
    return job;
  }

  private String stop(String job) {
    FlinkCluster.Result stop = cluster.flink("stop", job);
    assertThat(stop.status()).as(stop.output()).isZero();
    return found("Savepoint completed. Path: (\\S+)", stop.output());
  }

  private String resume(String savepoint, int parallelism) {
    FlinkCluster.Result run =
        cluster.flink(
            "run",
            "-d",
            "-s",
            savepoint,
            "-p",
            String.valueOf(parallelism),
            ClusterJarContentITCase.jar().toString(),
            "run",
            pipeline.toString());
    assertThat(run.status()).as(run.output()).isZero();
    return found("Job has been submitted with JobID ([0-9a-f]{32})", run.output());
  }

  /** As the UI's buttons do: what runs once stays so. */
  private void rescale(String job, int parallelism) {
    String path = "/jobs/%s/resource-requirements".formatted(job);
    JsonNode requirements = cluster.get(path);
    int before = parallelism(job);
    for (JsonNode vertex : requirements) {
      ObjectNode bounds = (ObjectNode) vertex.get("parallelism");
      if (bounds.get("upperBound").asInt() == before) {
        bounds.put("upperBound", parallelism);
      }
    }
    cluster.put(path, requirements);
  }

  /** Of the vertices that are no single task. */
  private int parallelism(String job) {
    int most = 0;
    for (JsonNode vertex : cluster.get("/jobs/" + job).get("vertices")) {
      most = Math.max(most, vertex.get("parallelism").asInt());
    }
    return most;
  }

  private int slots() {
    return cluster.get("/overview").get("slots-total").asInt();
  }

  private String state(String job) {
    return cluster.get("/jobs/" + job).get("state").asText();
  }

  private long restarts(String job) {
    JsonNode metric = cluster.get("/jobs/%s/metrics?get=numRestarts".formatted(job));
    return metric.isEmpty() ? 0 : metric.get(0).get("value").asLong();
  }

  /** Three commits, the last of which changes gold: gold need not tell of one that does not. */
  private void grow() {
    silver.grow(3);
    while (history(silver.silver().version()).equals(history(silver.silver().version() - 1))) {
      silver.grow(1);
    }
  }

  private void awaitGold(String when) {
    await("gold " + when).until(() -> DeltaLog.hasReached(gold, silver.silver().version()));
    assertGoldIsHistory(when);
  }

  private void assertGoldIsHistory(String when) {
    for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
      long claimed = commit.silverVersion();
      try {
        GoldChecker.assertRows(
            DeltaRows.of(gold, commit.version()), claimed < START ? List.of() : history(claimed));
      } catch (AssertionError e) {
        throw new AssertionError(when + ", version " + commit.version() + " of gold", e);
      }
    }
    GoldChecker.assertIntervals(DeltaRows.of(gold), silver.keys());
    TableHygiene.assertClean(gold);
  }

  private List<Map<String, Object>> history(long version) {
    return HistoryModel.keyedBy(silver.keys().toArray(String[]::new))
        .history(silver.silver(), START, version);
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .ignoreExceptionsInstanceOf(UncheckedIOException.class);
  }
}
