package io.deltascd.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a silver table is like, decided when it is created. The {@code with} methods give changed
 * copies.
 *
 * @param columns in their order
 * @param partitionBy names of partition columns
 * @param properties table properties beyond those that follow from the other fields
 * @param deletionVectors whether the table may have them
 * @param feed whether the feed is on from the start
 * @param times where commit times come from
 * @param int96 whether Parquet timestamps are INT96, as Spark writes them by default
 * @param features what else is written in an unusual way
 * @param seed of file names, identifiers and times
 */
public record SilverSpec(
    List<Column> columns,
    List<String> partitionBy,
    Map<String, String> properties,
    boolean deletionVectors,
    boolean feed,
    Times times,
    boolean int96,
    Set<SilverFeature> features,
    long seed) {

  /** Where commit times come from. */
  public enum Times {
    /** Modification times of the commit files, each later than the one before. */
    STEADY,
    /** Modification times that sometimes stand still or go back. */
    UNSTEADY,
    /** In-commit timestamps; modification times say something else. */
    IN_COMMIT
  }

  public SilverSpec {
    columns = List.copyOf(columns);
    partitionBy = List.copyOf(partitionBy);
    properties = Map.copyOf(properties);
    features = Set.copyOf(features);
  }

  /** Without partitions; deletion vectors and feed on; steady times. */
  public static SilverSpec of(Column... columns) {
    return new SilverSpec(
        List.of(columns), List.of(), Map.of(), true, true, Times.STEADY, false, Set.of(), 1);
  }

  public SilverSpec withPartitions(String... names) {
    return new SilverSpec(
        columns, List.of(names), properties, deletionVectors, feed, times, int96, features, seed);
  }

  public SilverSpec withProperty(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(properties);
    more.put(name, value);
    return new SilverSpec(
        columns, partitionBy, more, deletionVectors, feed, times, int96, features, seed);
  }

  public SilverSpec withDeletionVectors(boolean on) {
    return new SilverSpec(columns, partitionBy, properties, on, feed, times, int96, features, seed);
  }

  public SilverSpec withFeed(boolean on) {
    return new SilverSpec(
        columns, partitionBy, properties, deletionVectors, on, times, int96, features, seed);
  }

  public SilverSpec withTimes(Times from) {
    return new SilverSpec(
        columns, partitionBy, properties, deletionVectors, feed, from, int96, features, seed);
  }

  public SilverSpec withInt96(boolean on) {
    return new SilverSpec(
        columns, partitionBy, properties, deletionVectors, feed, times, on, features, seed);
  }

  public SilverSpec withFeatures(Set<SilverFeature> some) {
    return new SilverSpec(
        columns, partitionBy, properties, deletionVectors, feed, times, int96, some, seed);
  }

  public SilverSpec withSeed(long number) {
    return new SilverSpec(
        columns, partitionBy, properties, deletionVectors, feed, times, int96, features, number);
  }

  /** A row of these columns. */
  public Map<String, Object> row(Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          values.length + " values for " + columns.size() + " columns");
    }
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      row.put(columns.get(i).name(), values[i]);
    }
    return Collections.unmodifiableMap(row);
  }

  /** All properties that the table is created with. */
  Map<String, String> allProperties() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("delta.enableChangeDataFeed", Boolean.toString(feed));
    all.put("delta.enableDeletionVectors", Boolean.toString(deletionVectors));
    if (times == Times.IN_COMMIT) {
      all.put("delta.enableInCommitTimestamps", "true");
    }
    if (features.contains(SilverFeature.COLUMN_MAPPING)) {
      all.put("delta.columnMapping.mode", "name");
      all.put("delta.columnMapping.maxColumnId", "1000");
    }
    // The tables' clocks stand in a fixed year: nothing must look expired.
    all.put("delta.logRetentionDuration", "interval 36500 days");
    all.put("delta.deletedFileRetentionDuration", "interval 36500 days");
    all.putAll(properties);
    return all;
  }

  List<Column> dataColumns(List<Column> all) {
    List<Column> data = new ArrayList<>(all);
    data.removeIf(column -> partitionBy.contains(column.name()));
    return data;
  }
}
