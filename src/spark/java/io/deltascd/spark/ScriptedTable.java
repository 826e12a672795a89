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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.util.ManualClock;

/**
 * Runs a script with its own clock: Delta finds a log in its cache that was opened with that clock,
 * so in-commit timestamps and commit infos follow the script, and the modification times of the
 * log's files are set to the same.
 */
final class ScriptedTable {

  private final SparkSession spark;
  private final Path table;

  ScriptedTable(SparkSession spark, Path table) {
    this.spark = spark;
    this.table = table;
  }

  void make(List<TableScript.Step> steps, boolean feed) throws IOException {
    ManualClock clock = new ManualClock(0);
    DeltaLog.clearCache();
    DeltaLog.forTable(spark, new org.apache.hadoop.fs.Path(table.toUri()), clock);
    Set<Path> before = new HashSet<>();
    for (TableScript.Step step : steps) {
      clock.setTime(step.time().toEpochMilli());
      spark.sql(
          step.sql()
              .replace("${table}", Tables.sqlName(table.toString()))
              .replace("${feed}", Boolean.toString(feed)));
      Set<Path> commits = commits();
      setTimes(
          commits.stream()
              .filter(file -> !before.contains(file))
              .collect(Collectors.toCollection(TreeSet::new)),
          step.time());
      before.addAll(commits);
    }
    DeltaLog.clearCache();
  }

  private Set<Path> commits() throws IOException {
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d+\\.json"))
          .collect(Collectors.toSet());
    }
  }

  /** A second apart, should one statement have made several commits. */
  private static void setTimes(Set<Path> commits, Instant first) throws IOException {
    Instant time = first;
    for (Path commit : commits) {
      Files.setLastModifiedTime(commit, FileTime.from(time));
      time = time.plusSeconds(1);
    }
  }
}
