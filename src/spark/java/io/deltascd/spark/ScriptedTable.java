package io.deltascd.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.util.ManualClock;

/**
 * Runs a script with its own clock: Delta finds a log in its cache that was opened with that clock,
 * so in-commit timestamps and commit infos follow the script, and the modification times of the
 * table's files are set to the same, by which VACUUM and the clean-up of the log go.
 */
final class ScriptedTable {

  private static final Pattern COMPACT_LOG = Pattern.compile("COMPACT LOG (\\d+) TO (\\d+)");

  private final SparkSession spark;
  private final Path table;

  ScriptedTable(SparkSession spark, Path table) {
    this.spark = spark;
    this.table = table;
  }

  void make(List<TableScript.Step> steps, boolean feed) throws IOException {
    ManualClock clock = new ManualClock(0);
    DeltaLog.clearCache();
    DeltaLog log = DeltaLog.forTable(spark, new org.apache.hadoop.fs.Path(table.toUri()), clock);
    Set<Path> before = new HashSet<>();
    for (TableScript.Step step : steps) {
      clock.setTime(step.time().toEpochMilli());
      String sql =
          step.sql()
              .replace("${table}", Tables.sqlName(table.toString()))
              .replace("${path}", table.toString())
              .replace("${feed}", Boolean.toString(feed));
      Matcher compaction = COMPACT_LOG.matcher(sql.strip());
      if (compaction.matches()) {
        LogCompaction.write(
            log, Long.parseLong(compaction.group(1)), Long.parseLong(compaction.group(2)));
      } else {
        spark.sql(sql);
      }
      Set<Path> files = files();
      Set<Path> made = files.stream().filter(file -> !before.contains(file)).collect(sorted());
      setTimes(made.stream().filter(ScriptedTable::isCommit).collect(sorted()), step.time(), 1);
      setTimes(made.stream().filter(file -> !isCommit(file)).collect(sorted()), step.time(), 0);
      before.addAll(files);
    }
    DeltaLog.clearCache();
  }

  private static Collector<Path, ?, TreeSet<Path>> sorted() {
    return Collectors.toCollection(TreeSet::new);
  }

  private Set<Path> files() throws IOException {
    if (!Files.exists(table)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(table)) {
      return files.filter(Files::isRegularFile).collect(Collectors.toSet());
    }
  }

  private static boolean isCommit(Path file) {
    return file.getFileName().toString().matches("\\d+\\.json");
  }

  /**
   * @param apart seconds between two of them; one should one statement have made several commits
   */
  private static void setTimes(Set<Path> files, Instant first, long apart) throws IOException {
    Instant time = first;
    for (Path file : files) {
      Files.setLastModifiedTime(file, FileTime.from(time));
      time = time.plusSeconds(apart);
    }
  }
}
