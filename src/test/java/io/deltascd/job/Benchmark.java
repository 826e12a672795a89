package io.deltascd.job;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltascd.config.JobConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TestSource;
import io.deltascd.config.TestTarget;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;
import org.awaitility.Awaitility;

/**
 * Times the job beside the notebook pattern on Delta Spark, over the same silver: a first load, and
 * then a backlog of MERGE commits. Each figure of the job is the time from its start to its last
 * commit; the first run of each is cold, the others warm. The backlog is applied three times: by a
 * bounded run from a savepoint, by one without state on RocksDB, which reads gold's current rows
 * first, and by a job that runs already, from the moment the commits are there.
 *
 * <pre>{@code
 * mvn -B -ntp -Pbench -DskipTests verify [-Dbench.rows=4000000] [-Dbench.commits=20]
 * }</pre>
 *
 * <p>Gold is compared row by row with the notebook's, by Delta Spark.
 */
public final class Benchmark {
  private static final int MERGE_ROWS = 20_000;
  private static final int RUNS = 3;
  private static final List<String> KEYS = List.of("id");
  private static final long MINUTES = 10;

  private final Path directory;
  private final Path silver;
  private final int commits;
  private final MiniCluster cluster;

  /** When the newest job was submitted. */
  private long start;

  private Benchmark(Path directory, Path silver, int commits, MiniCluster cluster) {
    this.directory = directory;
    this.silver = silver;
    this.commits = commits;
    this.cluster = cluster;
  }

  /**
   * @param args directory for the tables, rows of silver's first version, commits after it
   */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createDirectories(Path.of(args[0])).toAbsolutePath();
    int rows = Integer.parseInt(args[1]);
    int commits = Integer.parseInt(args[2]);
    Path silver = directory.resolve("silver-" + rows + "-" + commits);
    DeltaSpark spark = DeltaSpark.forMeasurements(directory);
    if (!Files.exists(silver)) {
      spark.request(
          request("bench-silver")
              .put("path", silver.toString())
              .put("rows", rows)
              .put("commits", commits)
              .put("mergeRows", MERGE_ROWS));
      spark.run();
    }
    MiniCluster cluster = JobRun.cluster(1);
    try {
      Benchmark benchmark = new Benchmark(directory, silver, commits, cluster);
      for (int run = 0; run < RUNS; run++) {
        benchmark.run(run == 0 ? "cold" : "warm");
      }
    } finally {
      cluster.close();
    }
    compare(spark, silver, commits, directory);
  }

  /** One first load and one backlog on a copy of silver. */
  private void run(String kind) throws Exception {
    Path copy = fresh("silver-copy");
    Path gold = fresh("gold");
    Path checkpoints = fresh("checkpoints");
    link(silver, copy, version -> version == 0);
    Path boundedGold = fresh("gold-bounded");
    JobRun load = submit(pipeline(copy, boundedGold, Bounded.Mode.LATEST), checkpoints, null);
    awaitGold(boundedGold, 0);
    double loadSeconds = secondsSinceStart();
    load.awaitEnd();
    // A bounded run leaves no savepoint: the backlog goes on from an unbounded run over the same.
    JobRun first = submit(pipeline(copy, gold, Bounded.Mode.UNBOUNDED), checkpoints, null);
    awaitGold(gold, 0);
    String savepoint = first.stop(checkpoints, false, SavepointFormatType.NATIVE);
    link(silver, copy, version -> version > 0);
    JobRun second = submit(pipeline(copy, gold, Bounded.Mode.LATEST), checkpoints, savepoint);
    awaitGold(gold, commits);
    double backlog = secondsSinceStart();
    second.awaitEnd();
    Configuration rocksDb = new Configuration();
    rocksDb.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    JobRun third =
        submit(pipeline(copy, boundedGold, Bounded.Mode.LATEST), checkpoints, null, rocksDb);
    awaitGold(boundedGold, commits);
    double withoutState = secondsSinceStart();
    third.awaitEnd();
    print(
        ("delta-scd, %s: first load %.1f s; backlog from a savepoint %.1f s in %d gold commits,"
                + " without state %.1f s, while running %.1f s")
            .formatted(
                kind,
                loadSeconds,
                backlog,
                DeltaLog.commits(gold).size() - 1,
                withoutState,
                whileRunning(checkpoints)));
  }

  /** From the moment that the commits are there; with checkpoints in quick succession. */
  private double whileRunning(Path checkpoints) throws Exception {
    Path copy = fresh("silver-running");
    Path gold = fresh("gold-running");
    link(silver, copy, version -> version == 0);
    Configuration flink = new Configuration();
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(250));
    JobRun running = submit(pipeline(copy, gold, Bounded.Mode.UNBOUNDED), checkpoints, null, flink);
    awaitGold(gold, 0);
    start = System.nanoTime();
    link(silver, copy, version -> version > 0);
    awaitGold(gold, commits);
    double seconds = secondsSinceStart();
    running.cancel();
    return seconds;
  }

  private static void compare(DeltaSpark spark, Path silver, int commits, Path directory)
      throws Exception {
    Path notebook = directory.resolve("notebook-gold");
    FileUtils.deleteDirectory(notebook.toFile());
    ObjectNode request =
        request("notebook").put("silver", silver.toString()).put("gold", notebook.toString());
    KEYS.forEach(request.putArray("keys")::add);
    DeltaSpark.Result load = spark.request(request.deepCopy().put("from", 0).put("to", 0));
    DeltaSpark.Result backlog = spark.request(request.deepCopy().put("from", 1).put("to", commits));
    String ours = "SELECT * FROM " + DeltaSpark.sqlName(directory.resolve("gold"));
    String theirs = "SELECT * FROM " + DeltaSpark.sqlName(notebook);
    DeltaSpark.Result count = spark.query("SELECT count(*) AS n FROM (" + ours + ")");
    DeltaSpark.Result missing =
        spark.query("SELECT count(*) AS n FROM (" + theirs + " EXCEPT ALL " + ours + ")");
    DeltaSpark.Result surplus =
        spark.query("SELECT count(*) AS n FROM (" + ours + " EXCEPT ALL " + theirs + ")");
    spark.run();
    print(
        "notebook on Delta Spark: first load %.1f s, backlog %.1f s"
            .formatted(
                load.rows().get(0).get("seconds").asDouble(),
                backlog.rows().get(0).get("seconds").asDouble()));
    print(
        "gold: %s rows, %s of the notebook's missing, %s not in the notebook's"
            .formatted(number(count), number(missing), number(surplus)));
    if (number(missing) != 0 || number(surplus) != 0) {
      throw new AssertionError("Gold differs from the notebook's");
    }
  }

  private static long number(DeltaSpark.Result result) {
    return result.rows().get(0).get("n").asLong();
  }

  private JobRun submit(PipelineConfig pipeline, Path checkpoints, String savepoint)
      throws Exception {
    return submit(pipeline, checkpoints, savepoint, new Configuration());
  }

  private JobRun submit(
      PipelineConfig pipeline, Path checkpoints, String savepoint, Configuration flink)
      throws Exception {
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
    StreamExecutionEnvironment environment = JobRun.environment(flink, savepoint);
    ScdJob.build(JobConfig.of(pipeline), environment);
    start = System.nanoTime();
    return JobRun.submit(cluster, environment);
  }

  private static PipelineConfig pipeline(Path silver, Path gold, Bounded.Mode mode) {
    return new PipelineConfig(
        "benchmark",
        TestSource.of(new TableLocation(silver.toString(), Map.of()))
            .bounded(new Bounded(mode, -1))
            .discoveryInterval(Duration.ofMillis(100))
            .config(),
        TestTarget.of(new TableLocation(gold.toString(), Map.of())).keys(KEYS).config(),
        Map.of());
  }

  private static void awaitGold(Path gold, long version) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(MINUTES))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> DeltaLog.hasReached(gold, version));
  }

  private Path fresh(String name) throws IOException {
    Path path = directory.resolve(name);
    FileUtils.deleteDirectory(path.toFile());
    return Files.createDirectories(path);
  }

  /** Makes the commits of some versions, and all data files, appear in another directory. */
  private static void link(Path from, Path to, LongPredicate versions) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(from)) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    for (Path file : files) {
      Path target = to.resolve(from.relativize(file).toString());
      String name = file.getFileName().toString();
      boolean inLog = file.getParent().getFileName().toString().equals("_delta_log");
      boolean wanted =
          !inLog
              || (name.matches("\\d{20}\\.json") && versions.test(Long.parseLong(name, 0, 20, 10)));
      if (wanted && !Files.exists(target)) {
        Files.createDirectories(target.getParent());
        Files.createLink(target, file);
      }
    }
  }

  private static ObjectNode request(String operation) {
    return new ObjectMapper().createObjectNode().put("op", operation);
  }

  private double secondsSinceStart() {
    return (System.nanoTime() - start) / 1e9;
  }

  @SuppressWarnings("SystemOut") // a program for people
  private static void print(String line) {
    System.out.printf(Locale.ROOT, "%s%n", line);
  }
}
