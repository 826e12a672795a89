package io.deltascd.spark;

import static io.deltascd.spark.NetChanges.AFTER;
import static io.deltascd.spark.NetChanges.TIME;
import static io.deltascd.spark.NetChanges.VERSION;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lead;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min_by;

import io.delta.tables.DeltaTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;

/**
 * The pattern by which notebooks keep history of a feed today: the last version is a property of
 * gold; a run reads the feed after it, closes the open rows of all changed keys with one MERGE,
 * appends the new intervals, and sets the property. Three commits, and each run joins gold.
 */
final class Notebook {

  static final String LAST_VERSION = "scd2.last_processed_version";

  private final SparkSession spark;
  private final Tables tables;
  private final String silver;
  private final String gold;
  private final List<String> keys;

  Notebook(SparkSession spark, String silver, String gold, List<String> keys) {
    this.spark = spark;
    this.tables = new Tables(spark);
    this.silver = silver;
    this.gold = gold;
    this.keys = keys;
  }

  /**
   * Brings gold up to a version. A gold that is not there yet is loaded from the snapshot of the
   * first version, and then only the later ones are changes.
   */
  void run(long from, long to) {
    long first = from;
    if (!DeltaTable.isDeltaTable(spark, gold)) {
      load(from);
      first = from + 1;
    }
    if (first <= to) {
      apply(first, to);
    }
  }

  private void load(long version) {
    Object time =
        tables.history(silver).where(col("version").equalTo(version)).head().getAs("timestamp");
    tables
        .snapshot(silver, OptionalLong.of(version))
        .withColumn("valid_from", lit(time))
        .withColumn("valid_to", lit(null).cast("timestamp"))
        .withColumn("is_current", lit(true))
        .write()
        .format("delta")
        .save(gold);
    remember(version);
  }

  private void apply(long from, long to) {
    Dataset<Row> feed = tables.feed(silver, from, OptionalLong.of(to));
    List<String> columns =
        Arrays.stream(feed.columns())
            .filter(name -> !name.startsWith("_c"))
            .collect(Collectors.toList());
    Dataset<Row> changes = NetChanges.of(feed, keys, columns).persist();
    close(changes);
    append(changes, columns);
    changes.unpersist();
    remember(to);
  }

  private void close(Dataset<Row> changes) {
    Dataset<Row> firsts =
        changes.groupBy(NetChanges.key(keys)).agg(min_by(col(TIME), col(VERSION)).as("closed_at"));
    String sameKey =
        IntStream.range(0, keys.size())
            .mapToObj(
                i ->
                    "gold."
                        + NetChanges.quoted(keys.get(i))
                        + " = closing."
                        + NetChanges.keyName(i))
            .collect(Collectors.joining(" AND "));
    firsts.createOrReplaceTempView("closing");
    spark.sql(
        "MERGE INTO %s AS gold USING closing ON %s AND gold.is_current WHEN MATCHED THEN UPDATE SET valid_to = closing.closed_at, is_current = false"
            .formatted(Tables.sqlName(gold), sameKey));
  }

  private void append(Dataset<Row> changes, List<String> columns) {
    WindowSpec byVersion = Window.partitionBy(NetChanges.key(keys)).orderBy(col(VERSION));
    List<Column> row = new ArrayList<>();
    columns.forEach(name -> row.add(col(AFTER).getField(name).as(name)));
    row.add(col(TIME).as("valid_from"));
    row.add(col("valid_to"));
    row.add(col("valid_to").isNull().as("is_current"));
    changes
        .withColumn("valid_to", lead(TIME, 1).over(byVersion))
        .where(col(AFTER).isNotNull())
        .select(row.toArray(Column[]::new))
        .write()
        .format("delta")
        .mode("append")
        .save(gold);
  }

  private void remember(long version) {
    spark.sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('%s' = '%d')"
            .formatted(Tables.sqlName(gold), LAST_VERSION, version));
  }
}
