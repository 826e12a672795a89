package io.deltascd.spark;

import static io.deltascd.spark.NetChanges.AFTER;
import static io.deltascd.spark.NetChanges.BEFORE;
import static io.deltascd.spark.NetChanges.TIME;
import static io.deltascd.spark.NetChanges.VERSION;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lead;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.StructType;

/**
 * The history that silver should have in gold, computed from scratch and in another way than the
 * product does: all changes at once, cut into intervals by window functions.
 */
final class History {

  private final Tables tables;
  private final String silver;
  private final List<String> keys;
  private final List<String> columns;
  private final List<String> tracked;

  /**
   * @param columns the columns that gold keeps; all if empty
   * @param tracked the columns whose change starts a new interval; all that gold keeps if empty
   */
  History(
      Tables tables, String silver, List<String> keys, List<String> columns, List<String> tracked) {
    this.tables = tables;
    this.silver = silver;
    this.keys = keys;
    this.columns =
        columns.isEmpty()
            ? Arrays.asList(tables.snapshot(silver, OptionalLong.empty()).columns())
            : columns;
    this.tracked = tracked.isEmpty() ? this.columns : tracked;
  }

  /**
   * The snapshot of the start version and everything after it as rows (gold's columns, valid_from,
   * valid_to, is_current, valid_from_version, valid_to_version), ordered by key and time.
   */
  Dataset<Row> from(long start, OptionalLong end) {
    return intervals(NetChanges.of(changes(start, end), keys, columns));
  }

  /** The snapshot as inserts at its own commit's time, then the feed. */
  private Dataset<Row> changes(long start, OptionalLong end) {
    Dataset<Row> commit = tables.history(silver).where(col("version").equalTo(start));
    Dataset<Row> opening =
        tables
            .snapshot(silver, OptionalLong.of(start))
            .withColumn("_change_type", lit("insert"))
            .withColumn("_commit_version", lit(start))
            .withColumn("_commit_timestamp", lit(commit.head().get(1)));
    long last = end.orElseGet(() -> tables.newestVersion(silver));
    return last > start
        ? opening.unionByName(tables.feed(silver, start + 1, OptionalLong.of(last)), true)
        : opening;
  }

  /**
   * Numbers the intervals of each key (a change of a tracked column, an appearance and a
   * disappearance start one), takes the last row of each, and ends each where the next begins. The
   * interval of a disappearance has no row; it only ends the one before.
   */
  private Dataset<Row> intervals(Dataset<Row> changes) {
    Column[] key = NetChanges.key(keys);
    StructType image = (StructType) changes.schema().apply(BEFORE).dataType();
    WindowSpec byVersion = Window.partitionBy(key).orderBy(col(VERSION));
    Column starts =
        col(BEFORE)
            .isNull()
            .or(col(AFTER).isNull())
            .or(not(trackedOf(BEFORE, image).eqNullSafe(trackedOf(AFTER, image))));
    Column[] interval =
        Stream.concat(Arrays.stream(key), Stream.of(col("_interval"))).toArray(Column[]::new);
    WindowSpec byInterval = Window.partitionBy(key).orderBy(col("_interval"));
    Dataset<Row> ends =
        changes
            .withColumn("_interval", sum(when(starts, 1).otherwise(0)).over(byVersion))
            .groupBy(interval)
            .agg(
                max_by(col(AFTER), col(VERSION)).as(AFTER),
                min(col(TIME)).as("valid_from"),
                min(col(VERSION)).as("valid_from_version"))
            .withColumn("valid_to", lead("valid_from", 1).over(byInterval))
            .withColumn("valid_to_version", lead("valid_from_version", 1).over(byInterval))
            .where(col(AFTER).isNotNull());
    return ends.orderBy(interval).select(goldColumns());
  }

  private Column trackedOf(String image, StructType type) {
    return struct(
        tracked.stream()
            .map(
                name -> ComparableValues.of(col(image).getField(name), type.apply(name).dataType()))
            .toArray(Column[]::new));
  }

  private Column[] goldColumns() {
    List<Column> gold = new ArrayList<>();
    columns.forEach(name -> gold.add(col(AFTER).getField(name).as(name)));
    gold.add(col("valid_from"));
    gold.add(col("valid_to"));
    gold.add(col("valid_to").isNull().as("is_current"));
    gold.add(col("valid_from_version"));
    gold.add(col("valid_to_version"));
    return gold.toArray(Column[]::new);
  }
}
