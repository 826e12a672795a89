package io.deltascd.job;

import io.deltascd.config.PipelineConfig;
import io.deltascd.config.SourceConfig.Bounded;
import io.deltascd.config.TargetOptions.OnNullKey;
import io.deltascd.model.HistoryColumns;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.HistorySettings.Deletes;
import io.deltascd.model.HistorySettings.DuplicateKeys;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.LastRowModel;
import io.deltascd.testing.RandomSilver;
import io.deltascd.testing.Shape;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.TableHygiene;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Gold is what its settings say, after each single commit, although tasks fail and a second run
 * starts without state: drawn settings over drawn silvers, compared with models that know neither
 * files nor state.
 */
class HistorySettingsITCase {
  private static final long START = 0;
  private static final String OPEN_END = "9999-12-31T23:59:59.999999Z";

  @RegisterExtension private static final SharedCluster CLUSTER = new SharedCluster();

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("deltascd.settings-seeds", 12));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void goldIsWhatItsSettingsSay(long seed, @TempDir Path directory) throws Exception {
    SplittableRandom random = new SplittableRandom(seed + 1_000_000);
    RandomSilver silver =
        RandomSilver.create(directory.resolve("silver"), seed, Shape.any(seed).withCommits(14));
    List<String> columns = silver.silver().columnNames(silver.silver().version());
    HistorySettings settings = new DrawnSettings(random, columns, silver.keys()).draw();
    run(random, directory, silver, silver.keys(), settings);
    check(
        directory.resolve("gold"),
        version ->
            renamed(model(silver, settings).history(silver.silver(), START, version), settings));
  }

  static LongStream duplicateSeeds() {
    return LongStream.range(0, Integer.getInteger("deltascd.settings-seeds", 6));
  }

  /**
   * Columns with few values as keys: nulls, and many rows of a key. Without nested columns, which
   * rows cannot be ordered by: the model knows no order beyond.
   */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("duplicateSeeds")
  void theLastRowOfAKeyIsKept(long seed, @TempDir Path directory) throws Exception {
    SplittableRandom random = new SplittableRandom(seed + 2_000_000);
    RandomSilver silver =
        RandomSilver.create(
            directory.resolve("silver"), seed, Shape.any(seed).withCommits(14).withNested(false));
    List<String> keys = random.nextBoolean() ? List.of("region") : List.of("active", "region");
    SilverWriter table = silver.silver();
    List<String> sequence = shuffled(random, table.columnNames(table.version()));
    HistorySettings settings =
        new HistorySettings(null, null, null, null, null, null, DuplicateKeys.KEEP_LAST, sequence);
    run(random, directory, silver, keys, settings);
    LastRowModel model = new LastRowModel(keys, sequence);
    check(
        directory.resolve("gold"),
        version -> model.history(table, START, table.feed(START + 1, version)));
    GoldChecker.assertIntervals(DeltaRows.of(directory.resolve("gold")), keys);
  }

  /** To the end of silver in two runs, each without state, with a task that fails on the way. */
  private static void run(
      SplittableRandom random,
      Path directory,
      RandomSilver silver,
      List<String> keys,
      HistorySettings settings)
      throws Exception {
    long middle = START + random.nextLong(silver.silver().version() - START);
    int rows = silver.silver().rows(START).size() + 50;
    for (Bounded end :
        List.of(new Bounded(Bounded.Mode.VERSION, middle), new Bounded(Bounded.Mode.LATEST, -1))) {
      PipelineConfig pipeline =
          JobRun.pipeline(
              directory.resolve("silver"),
              directory.resolve("gold"),
              keys,
              settings,
              OnNullKey.SKIP,
              end);
      FaultPoint faults =
          new FaultPoint(directory + end.toString(), 1 + random.nextInt(rows), 0, Long.MAX_VALUE);
      JobRun.start(CLUSTER.get(), pipeline, flink(random, directory), faults, null).awaitEnd();
    }
  }

  private static Configuration flink(SplittableRandom random, Path directory) {
    Configuration flink = new Configuration();
    flink.set(CoreOptions.DEFAULT_PARALLELISM, 1 + random.nextInt(2));
    flink.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(10 + random.nextInt(60)));
    flink.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        directory.resolve("checkpoints").toUri().toString());
    flink.set(StateBackendOptions.STATE_BACKEND, random.nextInt(4) == 0 ? "rocksdb" : "hashmap");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    return flink;
  }

  private static void check(Path gold, LongFunction<List<Map<String, Object>>> expected) {
    for (DeltaLog.Claim commit : DeltaLog.claims(gold)) {
      long claimed = commit.silverVersion();
      GoldChecker.assertRows(
          DeltaRows.of(gold, commit.version()),
          claimed < START ? List.of() : expected.apply(claimed));
    }
    TableHygiene.assertClean(gold);
  }

  private static HistoryModel model(RandomSilver silver, HistorySettings settings) {
    HistoryModel model = HistoryModel.keyedBy(silver.keys().toArray(String[]::new)).withVersions();
    if (!settings.columns().isEmpty()) {
      model = model.keeping(settings.columns().toArray(String[]::new));
    }
    if (!settings.tracked().isEmpty()) {
      model = model.tracking(settings.tracked().toArray(String[]::new));
    }
    return settings.deletes() == Deletes.IGNORE ? model.ignoringDeletes() : model;
  }

  /** The model's rows under the names that were asked for, with the end that was asked for. */
  private static List<Map<String, Object>> renamed(
      List<Map<String, Object>> rows, HistorySettings settings) {
    HistoryColumns names = settings.names();
    List<Map<String, Object>> renamed = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Map<String, Object> gold = new LinkedHashMap<>(row);
      Object end = gold.remove("valid_to");
      Instant openEnd = settings.openEnd() == null ? null : Instant.parse(OPEN_END);
      move(gold, "valid_from", names.validFrom());
      gold.put(names.validTo(), end == null ? openEnd : end);
      move(gold, "is_current", names.isCurrent());
      move(gold, "valid_from_version", names.validFromVersion());
      move(gold, "valid_to_version", names.validToVersion());
      renamed.add(gold);
    }
    return renamed;
  }

  private static void move(Map<String, Object> row, String from, @Nullable String to) {
    Object value = row.remove(from);
    if (to != null) {
      row.put(to, value);
    }
  }

  private static <T> List<T> shuffled(SplittableRandom random, List<T> items) {
    List<T> all = new ArrayList<>(items);
    for (int i = all.size() - 1; i > 0; i--) {
      Collections.swap(all, i, random.nextInt(i + 1));
    }
    return all;
  }

  /** Draws settings for a silver of which {@code region} and {@code active} can be partitions. */
  private record DrawnSettings(SplittableRandom random, List<String> columns, List<String> keys) {

    HistorySettings draw() {
      HistoryColumns names = names();
      List<String> kept = random.nextBoolean() ? List.of() : someWithKeys();
      List<String> gold = kept.isEmpty() ? columns : kept;
      return new HistorySettings(
          names,
          random.nextBoolean() ? OPEN_END : null,
          random.nextInt(3) == 0 ? Deletes.IGNORE : Deletes.CLOSE,
          kept,
          random.nextInt(3) == 0 ? List.of() : some(gold),
          partitions(names, gold),
          DuplicateKeys.FAIL,
          List.of());
    }

    private HistoryColumns names() {
      boolean usual = random.nextBoolean();
      return new HistoryColumns(
          usual ? "valid_from" : "desde",
          usual ? "valid_to" : "hasta",
          usual ? "is_current" : "vigente",
          random.nextBoolean() ? "from_version" : null,
          random.nextBoolean() ? "to_version" : null);
    }

    private List<String> someWithKeys() {
      List<String> some = new ArrayList<>(some(columns));
      keys.stream().filter(key -> !some.contains(key)).forEach(some::add);
      return shuffled(random, some);
    }

    private List<String> some(List<String> of) {
      return shuffled(random, of).subList(0, 1 + random.nextInt(of.size()));
    }

    private List<String> partitions(HistoryColumns names, List<String> gold) {
      List<String> partitions = new ArrayList<>(List.of(names.isCurrent()));
      for (String column : List.of("region", "active")) {
        if (gold.contains(column) && random.nextBoolean()) {
          partitions.add(column);
        }
      }
      return partitions;
    }
  }
}
