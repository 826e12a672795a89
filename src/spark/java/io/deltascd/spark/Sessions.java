package io.deltascd.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Opens the Spark session of a process. */
final class Sessions {

  private Sessions() {}

  /**
   * A session on this machine that speaks UTC, knows Delta, and keeps what it writes by itself
   * under the directory.
   */
  static SparkSession open(Path directory) {
    return SparkSession.builder()
        .appName("delta-spark")
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.local.dir", directory.resolve("local").toString())
        .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toUri().toString())
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.datetime.java8API.enabled", "true")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.databricks.delta.snapshotPartitions", "2")
        .getOrCreate();
  }
}
