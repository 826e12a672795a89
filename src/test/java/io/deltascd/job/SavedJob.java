package io.deltascd.job;

import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.Effect;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.Rows;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.commons.io.FileUtils;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;

/**
 * A job that was stopped with a savepoint by an earlier version of this program, kept as a
 * resource:
 *
 * <pre>
 * silver/             with versions after the one that the job had reached
 * gold/               as the job left it
 * savepoint/          the state, in Flink's canonical format
 * history.txt         what gold must have at silver's newest version, by the test's model
 * </pre>
 *
 * <p>{@link #main} makes it; see {@code src/test/resources/io/deltascd/saved-job/README.md}.
 *
 * @param directory where it has been unpacked
 */
record SavedJob(Path directory) {
  static final List<String> KEYS = List.of("id");
  private static final String RESOURCE = "/io/deltascd/saved-job/format-1.zip";

  /** Commit times are in the log, since a zip file keeps seconds only. */
  private static final SilverSpec SPEC =
      SilverSpec.of(
              new Column("id", ColumnType.LONG),
              new Column("name", ColumnType.STRING),
              new Column("amount", ColumnType.decimal(12, 3)))
          .withTimes(SilverSpec.Times.IN_COMMIT);

  /** Unpacks the resource. */
  static SavedJob unzip(Path directory) throws IOException {
    try (InputStream in = SavedJob.class.getResourceAsStream(RESOURCE);
        ZipInputStream entries = new ZipInputStream(in)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path file = directory.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(entries, file);
      }
    }
    return new SavedJob(directory);
  }

  Path silver() {
    return directory.resolve("silver");
  }

  Path gold() {
    return directory.resolve("gold");
  }

  Path savepoint() {
    return directory.resolve("savepoint");
  }

  /** What gold must have in the end, as {@link Rows#canonical} writes it. */
  List<String> history() throws IOException {
    return Files.readAllLines(directory.resolve("history.txt"));
  }

  /**
   * Makes the resource with this version of the program.
   *
   * @param args the zip file
   */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory("saved-job");
    SavedJob job = new SavedJob(directory);
    SilverWriter silver = SilverWriter.create(job.silver(), SPEC, rows(0, 20));
    silver.update(Form.COPY_ON_WRITE, row -> renamed(row, 3));
    silver.delete(Form.DELETION_VECTOR, row -> (long) row.get("id") % 7 == 1);
    silver.append(rows(20, 25));
    job.stopWithSavepoint(silver.version());
    silver.update(Form.COPY_ON_WRITE, row -> renamed(row, 4));
    silver.delete(Form.DELETION_VECTOR, row -> (long) row.get("id") % 5 == 2);
    silver.append(List.of(row(1, "back again"), row(30, "new")));
    Files.write(
        directory.resolve("history.txt"),
        Rows.canonical(
            HistoryModel.keyedBy(KEYS.toArray(String[]::new))
                .history(silver, 0, silver.version())));
    job.zip(Path.of(args[0]));
    FileUtils.deleteDirectory(directory.toFile());
    // Tasks that have ended may still hold threads.
    System.exit(0);
  }

  private static List<Map<String, Object>> rows(long from, long to) {
    return LongStream.range(from, to).mapToObj(id -> row(id, "name of " + id)).toList();
  }

  private static Map<String, Object> row(long id, String name) {
    return SPEC.row(id, name, BigDecimal.valueOf(1000 * id + 5, 3));
  }

  private static Effect renamed(Map<String, Object> row, long everyNth) {
    return (long) row.get("id") % everyNth != 0
        ? Effect.keep()
        : Effect.update(SPEC.row(row.get("id"), row.get("name") + "!", row.get("amount")));
  }

  private void stopWithSavepoint(long version) throws Exception {
    MiniCluster cluster = JobRun.cluster(1);
    try {
      JobRun run = start(cluster, new Bounded(Bounded.Mode.UNBOUNDED, -1), "hashmap", 2, null);
      JobRun.awaitGold(gold(), version);
      String savepoint = run.stop(directory.resolve("savepoints"), false);
      Files.move(Path.of(URI.create(savepoint).getPath()), savepoint());
    } finally {
      cluster.close();
    }
  }

  /**
   * Starts the job.
   *
   * @param from a savepoint; null for none
   */
  JobRun start(MiniCluster cluster, Bounded bounded, String backend, int parallelism, String from)
      throws Exception {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    flink.set(StateBackendOptions.STATE_BACKEND, backend);
    return JobRun.start(
        cluster,
        JobRun.pipeline(silver(), gold(), KEYS, bounded),
        flink,
        new FaultPoint("saved-" + directory, 0, 0, Long.MAX_VALUE),
        from);
  }

  private void zip(Path zip) throws IOException {
    Files.createDirectories(zip.toAbsolutePath().getParent());
    try (OutputStream out = Files.newOutputStream(zip);
        ZipOutputStream entries = new ZipOutputStream(out);
        Stream<Path> walked = Files.walk(directory)) {
      for (Path file :
          walked.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList()) {
        entries.putNextEntry(new ZipEntry(directory.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
  }
}
