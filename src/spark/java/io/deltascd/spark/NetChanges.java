package io.deltascd.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What each version did to each key, whatever rows the feed used to say it: the key's row before
 * and after the version. A key whose row is the same before and after is left out.
 */
final class NetChanges {

  static final String VERSION = "_version";
  static final String TIME = "_time";
  static final String BEFORE = "_before";
  static final String AFTER = "_after";

  private NetChanges() {}

  /**
   * One row for each version and key that it changed: the key columns as {@code _key0}, {@code
   * _key1} …, {@link #VERSION}, {@link #TIME}, and the structs {@link #BEFORE} and {@link #AFTER}
   * of the given columns, null where the key was absent. The query fails if a version takes away or
   * adds two rows of one key.
   */
  static Dataset<Row> of(Dataset<Row> feed, List<String> keys, List<String> columns) {
    Column image = struct(columns.stream().map(NetChanges::named).toArray(Column[]::new));
    StructType imageType =
        new StructType(
            columns.stream().map(name -> feed.schema().apply(name)).toArray(StructField[]::new));
    Column added = col("_change_type").isin("insert", "update_postimage");
    Column[] group =
        Stream.concat(
                Stream.of(col("_commit_version").as(VERSION), col("_commit_timestamp").as(TIME)),
                keyColumns(keys))
            .toArray(Column[]::new);
    Column duplicate =
        raise_error(
            concat(
                lit("two rows of one key in version "),
                col(VERSION),
                lit(": "),
                to_json(struct(BEFORE, AFTER))));
    return feed.groupBy(group)
        .agg(
            first(when(not(added), image), true).as(BEFORE),
            first(when(added, image), true).as(AFTER),
            count(when(not(added), 1)).as("_removals"),
            count(when(added, 1)).as("_additions"))
        .where(
            when(col("_removals").gt(1).or(col("_additions").gt(1)), duplicate)
                .otherwise(
                    not(comparable(BEFORE, imageType).eqNullSafe(comparable(AFTER, imageType)))))
        .drop("_removals", "_additions");
  }

  private static Column comparable(String image, StructType type) {
    return ComparableValues.of(col(image), type);
  }

  /** The key of a net change, for grouping. */
  static Column[] key(List<String> keys) {
    return Stream.iterate(0, i -> i < keys.size(), i -> i + 1)
        .map(i -> col(keyName(i)))
        .toArray(Column[]::new);
  }

  /** The key of a net change, for joining: the name of the n-th key column. */
  static String keyName(int n) {
    return "_key" + n;
  }

  /** A column by its exact name, which may have dots and blanks in it. */
  static Column named(String name) {
    return col(quoted(name));
  }

  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private static Stream<Column> keyColumns(List<String> keys) {
    return Stream.iterate(0, i -> i < keys.size(), i -> i + 1)
        .map(i -> named(keys.get(i)).as(keyName(i)));
  }
}
