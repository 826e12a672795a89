package io.deltascd.testing;

import io.deltascd.testing.SilverSpec.Times;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What kind of table and workload {@link RandomSilver} makes. The {@code with} methods give changed
 * copies.
 *
 * @param commits how many, the creation not counted
 * @param keys how many different keys may ever appear
 * @param keyTypes types of the key columns
 * @param partitionBy partition columns, of {@code region} and {@code active}
 * @param deletionVectors whether rows may be deleted by them
 * @param times where commit times come from
 * @param int96 whether Parquet timestamps are INT96
 * @param checkpoints whether the log gets checkpoints now and then
 * @param newColumns whether columns may be added on the way
 * @param nested whether there are structs, arrays and maps
 * @param features what else is written in an unusual way
 */
public record Shape(
    int commits,
    int keys,
    List<ColumnType> keyTypes,
    List<String> partitionBy,
    boolean deletionVectors,
    Times times,
    boolean int96,
    boolean checkpoints,
    boolean newColumns,
    boolean nested,
    Set<SilverFeature> features) {

  private static final List<Times> TIMES = List.of(Times.values());
  private static final List<List<ColumnType>> KEYS =
      List.of(
          List.of(ColumnType.LONG),
          List.of(ColumnType.STRING),
          List.of(ColumnType.LONG, ColumnType.STRING),
          List.of(ColumnType.DATE, ColumnType.INTEGER),
          List.of(ColumnType.decimal(12, 3)));

  public Shape {
    keyTypes = List.copyOf(keyTypes);
    partitionBy = List.copyOf(partitionBy);
    features = Set.copyOf(features);
  }

  /** Twenty commits to forty rows with a long key, deletion vectors, nothing unusual. */
  public static Shape plain() {
    return new Shape(
        20, 40, KEYS.get(0), List.of(), true, Times.STEADY, false, false, false, false, Set.of());
  }

  /** Anything, as the seed has it: 10 to 40 commits, 20 to 400 keys; no new columns. */
  public static Shape any(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new Shape(
        random.nextInt(10, 41),
        random.nextInt(4) == 0 ? random.nextInt(100, 401) : random.nextInt(20, 100),
        KEYS.get(random.nextInt(KEYS.size())),
        switch (random.nextInt(4)) {
          case 0 -> List.of("region");
          case 1 -> List.of("region", "active");
          default -> List.of();
        },
        random.nextInt(4) != 0,
        TIMES.get(random.nextInt(TIMES.size())),
        random.nextBoolean(),
        random.nextBoolean(),
        false,
        random.nextInt(3) == 0,
        Set.of());
  }

  /** Anything, and each of the features in half of the seeds; few commits and keys. */
  public static Shape odd(long seed) {
    SplittableRandom random = new SplittableRandom(~seed);
    Shape any = any(seed);
    Set<SilverFeature> features = EnumSet.noneOf(SilverFeature.class);
    for (SilverFeature feature : SilverFeature.values()) {
      if (random.nextBoolean()) {
        features.add(feature);
      }
    }
    return any.withCommits(random.nextInt(5, 11))
        .withKeys(random.nextInt(8, 30))
        .withFeatures(features);
  }

  public Shape withCommits(int number) {
    return new Shape(
        number,
        keys,
        keyTypes,
        partitionBy,
        deletionVectors,
        times,
        int96,
        checkpoints,
        newColumns,
        nested,
        features);
  }

  public Shape withKeys(int number, ColumnType... types) {
    return new Shape(
        commits,
        number,
        types.length == 0 ? keyTypes : List.of(types),
        partitionBy,
        deletionVectors,
        times,
        int96,
        checkpoints,
        newColumns,
        nested,
        features);
  }

  public Shape withPartitions(String... names) {
    return new Shape(
        commits,
        keys,
        keyTypes,
        List.of(names),
        deletionVectors,
        times,
        int96,
        checkpoints,
        newColumns,
        nested,
        features);
  }

  public Shape withDeletionVectors(boolean on) {
    return new Shape(
        commits,
        keys,
        keyTypes,
        partitionBy,
        on,
        times,
        int96,
        checkpoints,
        newColumns,
        nested,
        features);
  }

  public Shape withTimes(Times from) {
    return new Shape(
        commits,
        keys,
        keyTypes,
        partitionBy,
        deletionVectors,
        from,
        int96,
        checkpoints,
        newColumns,
        nested,
        features);
  }

  public Shape withCheckpoints(boolean on) {
    return new Shape(
        commits,
        keys,
        keyTypes,
        partitionBy,
        deletionVectors,
        times,
        int96,
        on,
        newColumns,
        nested,
        features);
  }

  public Shape withNewColumns(boolean on) {
    return new Shape(
        commits,
        keys,
        keyTypes,
        partitionBy,
        deletionVectors,
        times,
        int96,
        checkpoints,
        on,
        nested,
        features);
  }

  public Shape withNested(boolean on) {
    return new Shape(
        commits,
        keys,
        keyTypes,
        partitionBy,
        deletionVectors,
        times,
        int96,
        checkpoints,
        newColumns,
        on,
        features);
  }

  public Shape withFeatures(Set<SilverFeature> some) {
    return new Shape(
        commits,
        keys,
        keyTypes,
        partitionBy,
        deletionVectors,
        times,
        int96,
        checkpoints,
        newColumns,
        nested,
        some);
  }
}
