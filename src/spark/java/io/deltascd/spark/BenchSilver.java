package io.deltascd.spark;

import org.apache.spark.sql.SparkSession;

/**
 * A silver table for benchmarks: products, loaded in version 0, then one MERGE a version. The same
 * arguments always give the same rows, since every value is a hash of its id, its commit and the
 * seed.
 *
 * @param rows rows of the first load
 * @param commits MERGE commits after it
 * @param mergeRows source rows of each MERGE; 94 % are of random loaded keys and change them (or
 *     bring them back after a delete), 1 % delete such keys, 5 % are new keys
 */
record BenchSilver(String path, long rows, long commits, long mergeRows, long seed) {

  private static final String COLUMNS =
      """
      concat('producto ', id) AS nombre,
      concat('categoria ', pmod(xxhash64(id, 1), 40)) AS categoria,
      CAST(pmod(xxhash64(id, %1$d, 2), 1000000) / 100 AS DECIMAL(10, 2)) AS precio,
      CAST(pmod(xxhash64(id, %1$d, 3), 1000) AS INT) AS stock,
      timestamp_micros(1767225600000000 + %2$d * 60000000 + pmod(xxhash64(id, %1$d, 4), 60000000))
        AS actualizado""";

  void make(SparkSession spark) {
    spark.sql(
        """
        CREATE TABLE %s USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true') AS
        SELECT id, %s FROM range(0, %d, 1, 2)"""
            .formatted(Tables.sqlName(path), values(0), rows));
    for (long commit = 1; commit <= commits; commit++) {
      merge(spark, commit);
    }
  }

  private void merge(SparkSession spark, long commit) {
    long inserts = mergeRows / 20;
    long firstNew = rows + (commit - 1) * inserts;
    String source =
        """
        SELECT id, kind, %s FROM (
          SELECT IF(n < %d, %d + n, pmod(xxhash64(n, %d, %d), %d)) AS id,
                 min(IF(n < %d, 'new', IF(pmod(n, 100) = 99, 'gone', 'changed'))) AS kind
          FROM (SELECT id AS n FROM range(0, %d, 1, 2)) GROUP BY 1)"""
            .formatted(values(commit), inserts, firstNew, seed, commit, rows, inserts, mergeRows);
    spark.sql(
        """
        MERGE INTO %s AS silver USING (%s) AS source ON silver.id = source.id
        WHEN MATCHED AND source.kind = 'gone' THEN DELETE
        WHEN MATCHED THEN UPDATE SET *
        WHEN NOT MATCHED AND source.kind <> 'gone' THEN INSERT *"""
            .formatted(Tables.sqlName(path), source));
  }

  private String values(long commit) {
    return COLUMNS.formatted(seed + commit, commit);
  }
}
