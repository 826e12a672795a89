package io.deltascd.job;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltascd.config.CompactionConfig;
import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Startup;
import io.deltascd.config.SourceConfig.StartupMode;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TestSource;
import io.deltascd.config.TestTarget;
import io.deltascd.sink.OperatorScope;
import io.deltascd.table.GoldInspection;
import io.deltascd.table.GoldTable;
import io.deltascd.testing.DeltaSpark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;
import org.awaitility.Awaitility;

/**
 * Prints how gold ages: a running job gets commit after commit of {@value #CHANGES} updates to
 * random keys of {@value #KEYS}, each of which becomes a commit of gold before the next one comes.
 * The number of gold's files, the time from silver's commit to gold's, the heap after a collection
 * and the time that Delta Spark takes to read the current rows should stay what they were.
 *
 * <pre>{@code
 * mvn -B -ntp -Pbench -DskipTests verify [-Dbench.ageing=5000]
 * }</pre>
 */
public final class AgeingBench {
  private static final int KEYS = 100_000;
  private static final int CHANGES = 1_000;
  private static final int FIRST_LOOK = 100;
  private static final int LOOKS = 500;

  /** Commits whose time is averaged at each look. */
  private static final int WINDOW = 50;

  /** Spark's reads of each gold; the first one warms it up. */
  private static final int READS = 6;

  private final Path directory;
  private final UpdatedSilver silver;
  private final TableLocation gold;
  private final FollowedGold followed;
  private final Map<Integer, Path> copies = new LinkedHashMap<>();

  private AgeingBench(Path directory) throws IOException {
    FileUtils.deleteDirectory(directory.toFile());
    this.directory = Files.createDirectories(directory);
    this.silver = new UpdatedSilver(directory.resolve("silver"), KEYS, CHANGES);
    this.gold = new TableLocation(directory.resolve("gold").toString(), Map.of());
    this.followed = new FollowedGold(Path.of(gold.path()));
  }

  /**
   * @param args directory for the tables, commits
   */
  public static void main(String[] args) throws Exception {
    AgeingBench bench = new AgeingBench(Path.of(args[0]).toAbsolutePath());
    MiniCluster cluster = JobRun.cluster(1);
    try {
      bench.run(cluster, Integer.parseInt(args[1]));
    } finally {
      cluster.close();
    }
    bench.readWithSpark();
  }

  private void run(MiniCluster cluster, int commits) throws Exception {
    JobID job = submit(cluster);
    CompletableFuture<JobResult> end = cluster.requestJobResult(job);
    awaitGold(1, end);
    double windowSeconds = 0;
    for (int commit = 1; commit <= commits; commit++) {
      silver.prepare();
      long start = System.nanoTime();
      awaitGold(silver.commit(), end);
      windowSeconds += (System.nanoTime() - start) / 1e9;
      if (commit % WINDOW == 0) {
        if (commit == FIRST_LOOK || commit % LOOKS == 0) {
          look(commit, windowSeconds / WINDOW);
        }
        windowSeconds = 0;
      }
    }
    cluster.cancelJob(job).get();
    end.get();
  }

  private void look(int commit, double seconds) throws IOException {
    long heap = heapAfterCollection();
    GoldInspection inspection = GoldInspection.of(gold).orElseThrow();
    print(
        "after %d commits: version %d of gold, %d files, %.3f s to a commit, %d MB of heap"
            .formatted(
                commit, GoldTable.open(gold).version(), inspection.files(), seconds, heap >> 20));
    copies.put(commit, linked(directory.resolve("gold-" + commit)));
  }

  private static long heapAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Gold as it is now. */
  private Path linked(Path copy) throws IOException {
    Path from = Path.of(gold.path());
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path target = copy.resolve(from.relativize(file));
        Files.createDirectories(target.getParent());
        Files.createLink(target, file);
      }
    }
    return copy;
  }

  private void readWithSpark() {
    DeltaSpark spark = DeltaSpark.forMeasurements(directory);
    Map<Integer, List<DeltaSpark.Result>> reads = new LinkedHashMap<>();
    for (int read = 0; read < READS; read++) {
      copies.forEach(
          (commit, copy) ->
              reads
                  .computeIfAbsent(commit, unknown -> new ArrayList<>())
                  .add(
                      spark.request(
                          new ObjectMapper()
                              .createObjectNode()
                              .put("op", "time")
                              .put(
                                  "sql",
                                  "SELECT count(DISTINCT name) FROM %s WHERE is_current"
                                      .formatted(DeltaSpark.sqlName(copy))))));
    }
    spark.run();
    reads.forEach(
        (commit, results) ->
            print(
                "Delta Spark reads the current rows after %d commits: %s s"
                    .formatted(
                        commit,
                        results.stream()
                            .skip(1)
                            .map(result -> result.rows().get(0).get("seconds").asText())
                            .toList())));
  }

  private JobID submit(MiniCluster cluster) throws Exception {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 2);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    JobDefaults.missingFrom(flink).toMap().forEach(flink::setString);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(flink);
    PreparedPipeline prepared = JobRun.prepare(pipeline(), SavedState.NONE);
    Topology.build(
        environment, prepared.pipeline(), prepared.schema(), prepared.start(), OperatorScope.ALONE);
    return cluster.submitJob(environment.getStreamGraph().getJobGraph()).get().getJobID();
  }

  /** With the defaults of a pipeline file. */
  private PipelineConfig pipeline() {
    MemorySize fileSize = MemorySize.ofMebiBytes(128);
    return new PipelineConfig(
        "ageing",
        TestSource.of(silver.location())
            .startup(new Startup(StartupMode.FROM_VERSION, 1, null))
            .discoveryInterval(Duration.ofMillis(10))
            .config(),
        TestTarget.of(gold).compaction(new CompactionConfig(8, fileSize, fileSize)).config(),
        Map.of());
  }

  /** Waits until gold has reached a version; fails with the job's error if the job has ended. */
  private void awaitGold(long version, CompletableFuture<JobResult> end) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (end.isDone()) {
                end.get().toJobExecutionResult(getClass().getClassLoader());
              }
              return followed.reached() >= version;
            });
  }

  @SuppressWarnings("SystemOut") // a program for people
  private static void print(String line) {
    System.out.printf(Locale.ROOT, "%s%n", line);
  }
}
