package io.deltascd.spark;

import java.util.OptionalLong;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads Delta tables by path: snapshots, feeds, and when a version was committed. */
final class Tables {

  private final SparkSession spark;

  Tables(SparkSession spark) {
    this.spark = spark;
  }

  /** How SQL names the table at a path. */
  static String sqlName(String path) {
    return "delta.`" + path.replace("`", "``") + "`";
  }

  Dataset<Row> snapshot(String table, OptionalLong version) {
    DataFrameReader reader = spark.read().format("delta");
    version.ifPresent(v -> reader.option("versionAsOf", v));
    return reader.load(table);
  }

  /** The feed of a range of versions, both ends included; without an end, up to the newest. */
  Dataset<Row> feed(String table, long from, OptionalLong to) {
    DataFrameReader reader =
        spark
            .read()
            .format("delta")
            .option("readChangeFeed", "true")
            .option("startingVersion", from);
    to.ifPresent(v -> reader.option("endingVersion", v));
    return reader.load(table);
  }

  long newestVersion(String table) {
    return history(table).selectExpr("max(version)").head().getLong(0);
  }

  /** One row (version, timestamp) for each commit that the log still has. */
  Dataset<Row> history(String table) {
    return spark.sql("DESCRIBE HISTORY " + sqlName(table)).select("version", "timestamp");
  }
}
