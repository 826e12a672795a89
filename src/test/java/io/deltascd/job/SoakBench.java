package io.deltascd.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltascd.config.TableLocation;
import io.deltascd.table.GoldInspection;
import io.deltascd.testing.DeltaSpark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
import org.awaitility.Awaitility;

/**
 * Prints what becomes of a job and its gold over many minutes: silver gets commit after commit of
 * {@value #CHANGES} updates to random keys of {@value #KEYS}, Delta Spark optimizes gold every now
 * and then (in turn beside the commits and while silver rests), and the job's process is killed and
 * started again, in turn from its newest checkpoint and without state. At the end Delta Spark reads
 * gold, and the program fails unless it is the history of what was done to silver.
 *
 * <pre>{@code
 * mvn -B -ntp -Psoak -DskipTests verify [-Dsoak.minutes=30]
 * }</pre>
 */
public final class SoakBench {
  private static final int KEYS = 100_000;
  private static final int CHANGES = 1_000;
  private static final Duration LOOK = Duration.ofMinutes(3);
  private static final Duration OPTIMIZE = Duration.ofMinutes(2);
  private static final Duration KILL = Duration.ofSeconds(100);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final Path directory;
  private final UpdatedSilver silver;
  private final Path gold;
  private final FollowedGold followed;
  private final Path pipeline;
  private final DeltaSpark spark;
  private CompletableFuture<Void> optimizing = CompletableFuture.completedFuture(null);
  private LocalProcess process;
  private int starts;
  private int optimized;
  private int overtaken;

  private SoakBench(Path directory) throws IOException {
    FileUtils.deleteDirectory(directory.toFile());
    this.directory = Files.createDirectories(directory);
    this.silver = new UpdatedSilver(directory.resolve("silver"), KEYS, CHANGES);
    this.gold = directory.resolve("gold");
    this.followed = new FollowedGold(gold);
    this.spark = new DeltaSpark(Files.createDirectory(directory.resolve("spark")));
    this.pipeline =
        Files.writeString(
            directory.resolve("soak.yaml"),
            """
            source:
              path: '%s'
              discovery-interval: 100 ms
              scan.startup.mode: from-version
              scan.startup.version: 1
            target: {path: '%s', keys: [id]}
            flink:
              parallelism.default: 2
              rest.bind-port: 0
              execution.checkpointing.interval: 500 ms
              execution.checkpointing.dir: '%s'
              execution.checkpointing.externalized-checkpoint-retention: RETAIN_ON_CANCELLATION
            """
                .formatted(silver.location().path(), gold, checkpoints().toUri()));
  }

  /**
   * @param args directory for the tables, minutes
   */
  public static void main(String[] args) throws Exception {
    SoakBench bench = new SoakBench(Path.of(args[0]).toAbsolutePath());
    try {
      bench.run(Duration.ofMinutes(Long.parseLong(args[1])));
    } finally {
      bench.process.close();
    }
    bench.check();
  }

  private Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  private TableLocation location() {
    return new TableLocation(gold.toString(), Map.of());
  }

  private void run(Duration duration) throws Exception {
    start(Optional.empty());
    awaitGold(1);
    long begin = System.nanoTime();
    Duration looked = Duration.ZERO;
    Duration optimizedAt = Duration.ZERO;
    Duration killed = Duration.ZERO;
    double seconds = 0;
    int commits = 0;
    for (Duration now = Duration.ZERO;
        now.compareTo(duration) < 0;
        now = Duration.ofNanos(System.nanoTime() - begin)) {
      silver.prepare();
      long start = System.nanoTime();
      long version = silver.commit();
      if (now.minus(killed).compareTo(KILL) >= 0) {
        process.kill();
        start(starts % 2 == 0 ? Optional.empty() : newestCheckpoint());
        awaitGold(version);
        killed = now;
        continue; // what the start took says nothing of commits
      }
      awaitGold(version);
      seconds += (System.nanoTime() - start) / 1e9;
      commits++;
      if (optimizing.isDone() && now.minus(optimizedAt).compareTo(OPTIMIZE) >= 0) {
        boolean silverRests = (optimized + overtaken) % 2 == 1; // then no commit overtakes it
        optimizing = CompletableFuture.runAsync(this::optimize);
        optimizedAt = now;
        if (silverRests) {
          optimizing.join();
        }
      }
      if (now.minus(looked).compareTo(LOOK) >= 0) {
        look(now, seconds / commits);
        looked = now;
        seconds = 0;
        commits = 0;
      }
    }
    optimizing.join();
    process.kill();
  }

  private void start(Optional<Path> checkpoint) throws IOException {
    String name = "run-" + starts++;
    process =
        checkpoint.isEmpty()
            ? LocalProcess.start(directory, name, "run", pipeline.toString())
            : LocalProcess.start(
                directory,
                name,
                "run",
                pipeline.toString(),
                "-D",
                "flink.execution.state-recovery.path=" + checkpoint.get().toUri());
  }

  private Optional<Path> newestCheckpoint() throws IOException {
    try (Stream<Path> files = Files.walk(checkpoints())) {
      return files
          .filter(file -> file.getFileName().toString().equals("_metadata"))
          .max(Comparator.comparing(SoakBench::modified))
          .map(Path::getParent);
    }
  }

  private static long modified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void optimize() {
    spark.sql("OPTIMIZE " + DeltaSpark.sqlName(gold));
    try {
      spark.run();
      optimized++;
    } catch (AssertionError e) {
      overtaken++; // by a commit of the job, as it may be
    }
  }

  private void awaitGold(long version) {
    Awaitility.await()
        .atMost(LONGEST)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              if (!process.isRunning()) {
                throw new AssertionError(process.output());
              }
              return followed.reached() >= version;
            });
  }

  private void look(Duration now, double seconds) throws Exception {
    Path job = newestCheckpoint().orElseThrow().getParent();
    print(
        "after %d min: %d starts, %d of Spark's OPTIMIZE done and %d overtaken, %d updates, %d files,"
            + " %.3f s to a commit, %d MB of heap, %d MB of checkpoints",
        now.toMinutes(),
        starts,
        optimized,
        overtaken,
        silver.updates(),
        GoldInspection.of(location()).orElseThrow().files(),
        seconds,
        heapKilobytes() >> 10,
        size(job) >> 20);
  }

  /** In use after a collection. */
  private long heapKilobytes() throws Exception {
    jcmd("GC.run");
    Matcher used = Pattern.compile("generation.* used (\\d+)K").matcher(jcmd("GC.heap_info"));
    return used.results().mapToLong(result -> Long.parseLong(result.group(1))).sum();
  }

  private String jcmd(String command) throws Exception {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                command)
            .start();
    String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    jcmd.waitFor(1, TimeUnit.MINUTES);
    return answer;
  }

  /** Of all files below a directory; those that vanish meanwhile do not count. */
  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toFile).mapToLong(file -> file.isFile() ? file.length() : 0).sum();
    }
  }

  private void check() {
    String table = DeltaSpark.sqlName(gold);
    DeltaSpark.Result current =
        spark.query("SELECT id, name FROM " + table + " WHERE is_current ORDER BY id");
    DeltaSpark.Result others =
        spark.query(
            """
            SELECT count(*) AS closed, count_if(valid_to IS DISTINCT FROM next) AS torn FROM (
              SELECT is_current, valid_to,
                lead(valid_from) OVER (PARTITION BY id ORDER BY valid_from) AS next FROM %s)
            WHERE NOT is_current"""
                .formatted(table));
    spark.run();
    long updates = silver.updates();
    List<JsonNode> rows = current.rows();
    require(rows.size() == KEYS, "current rows: " + rows.size());
    for (int id = 0; id < KEYS; id++) {
      String name = rows.get(id).get("name").asText();
      require(name.equals(silver.name(id)), "current row " + id + ": " + name);
    }
    require(
        others.lines().equals(List.of("{\"closed\":%d,\"torn\":0}".formatted(updates))),
        "closed rows: " + others.lines());
    print("gold is the history of %d updates", updates);
  }

  private static void require(boolean holds, String found) {
    if (!holds) {
      throw new AssertionError(found);
    }
  }

  @SuppressWarnings("SystemOut") // a program for people
  private static void print(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format + "%n", arguments);
  }
}
