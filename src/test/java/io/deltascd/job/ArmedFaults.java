package io.deltascd.job;

import io.deltascd.testing.FaultyCheckpoints;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Moment;
import io.deltascd.testing.FaultyFileSystem.Operation;
import io.deltascd.testing.FaultyFileSystem.Strike;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The faults of one run of a scenario. They strike the job's threads, never the test's own, which
 * prepares the job.
 */
final class ArmedFaults implements AutoCloseable {
  private static final Map<BenchFault, AtomicInteger> MET = new EnumMap<>(BenchFault.class);

  static {
    Stream.of(BenchFault.values()).forEach(fault -> MET.put(fault, new AtomicInteger()));
  }

  /** A task that ends without a word to anyone: nothing of the product catches it. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death(String path) {
      super("Drawn to die at " + path);
    }
  }

  private final Thread test = Thread.currentThread();
  private final SplittableRandom random;
  private final Path checkpoints;
  private final String silver;
  private final String gold;
  private final List<Fault> faults = new CopyOnWriteArrayList<>();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /**
   * @param directory with silver, gold and the checkpoints
   */
  ArmedFaults(Path directory, SplittableRandom random) {
    this.random = random;
    this.checkpoints = checkpoints(directory);
    this.silver = ".*" + Pattern.quote(directory.resolve("silver").toString()) + "/";
    this.gold = ".*" + Pattern.quote(directory.resolve("gold").toString()) + "/";
  }

  /** Where the job's checkpoints must be, as a {@link FaultyCheckpoints}. */
  static Path checkpoints(Path directory) {
    return directory.resolve("checkpoints");
  }

  /** How often each was met so far, in all scenarios. */
  static Map<BenchFault, AtomicInteger> met() {
    return MET;
  }

  static void count(BenchFault fault) {
    MET.get(fault).incrementAndGet();
  }

  /**
   * Puts a fault in force.
   *
   * @param newest silver's version now
   */
  void arm(BenchFault fault, long newest) {
    switch (fault) {
      case SILVER_LOG_LAGS ->
          strike(
              fault,
              Operation.HIDE,
              silver + logEntry(newest + 1),
              0,
              1 + random.nextInt(4),
              ArmedFaults::hide);
      case SILVER_FILE_LAGS ->
          strike(
              fault,
              Operation.HIDE,
              silver + "(.*/)?part-.*",
              random.nextInt(4),
              1,
              ArmedFaults::hide);
      case ENUMERATOR_FAILS ->
          strike(
              fault,
              random.nextBoolean() ? Operation.OPEN : Operation.STATUS,
              silver + "_delta_log/.*json",
              random.nextInt(3),
              1 + random.nextInt(2),
              ArmedFaults::fail);
      case FIRST_SNAPSHOT_FAILS ->
          strikeIf(
              this::noCheckpoint,
              fault,
              Operation.OPEN,
              silver + "(.*/)?part-.*",
              random.nextInt(3),
              failOrDie());
      case INDEX_SPLIT_FAILS ->
          strike(
              fault,
              Operation.OPEN,
              gold + "is_current=true/.*",
              random.nextInt(3),
              1 + random.nextInt(2),
              failOrDie());
      case WRITING_DATA_FILE_FAILS ->
          strike(fault, Operation.WRITE, gold + "is_current=.*", random.nextInt(5), 1, failOrDie());
      case CLOSING_DATA_FILE_FAILS ->
          strikeAfter(
              fault, Operation.CLOSE, gold + "is_current=.*", random.nextInt(3), failOrDie());
      case SNAPSHOT_FAILS, CHECKPOINT_IS_DECLINED ->
          closedFile(path -> FaultyCheckpoints.failNext(checkpoints, 1, () -> count(fault)));
      case COMMIT_BEGINS ->
          strike(fault, Operation.CREATE, firstOfCommit(), random.nextInt(2), 1, failOrDie());
      case COMMIT_IN_THE_MIDDLE ->
          strikeAfter(fault, Operation.CLOSE, gold + "deletion_vector_.*", 0, failOrDie());
      case COMMIT_OUTCOME_UNKNOWN ->
          strikeAfter(fault, Operation.RENAME, anyLogEntry(), random.nextInt(2), failOrDie());
      case COMMIT_DONE ->
          strike(
              fault,
              Operation.CREATE,
              gold + "_delta_log/[^/]*\\.crc.*",
              random.nextInt(2),
              1,
              ArmedFaults::die);
      case COMMIT_FAILS_SOME_TIMES ->
          strike(
              fault,
              Operation.CREATE,
              firstOfCommit(),
              0,
              2 + random.nextInt(3),
              ArmedFaults::fail);
      case RECOVERY_FAILS -> recoveryFails();
      case GOLD_LOG_LAGS ->
          strikeAfter(BenchFault.GOLD_LOG_LAGS, Operation.RENAME, anyLogEntry(), 0, this::lags);
      case STORAGE_IS_SLOW -> slow();
      case COMMIT_IS_OVERTAKEN ->
          strike(fault, Operation.RENAME, anyLogEntry(), random.nextInt(2), 1, this::hold);
      case TASK_FAILS, SECOND_COPY -> {} // not of the storage
    }
  }

  private void recoveryFails() {
    int again = 1 + random.nextInt(2);
    Operation where = random.nextBoolean() ? Operation.CREATE : Operation.RENAME;
    put(
        Operation.RENAME,
        Moment.BEFORE,
        anyLogEntry(),
        random.nextInt(2),
        1,
        path -> {
          strike(
              BenchFault.RECOVERY_FAILS,
              where,
              where == Operation.RENAME ? anyLogEntry() : firstOfCommit(),
              0,
              again,
              ArmedFaults::die);
          die(path);
        });
  }

  private void slow() {
    BenchFault slow = BenchFault.STORAGE_IS_SLOW;
    switch (random.nextInt(4)) {
      case 0 ->
          strike(slow, Operation.OPEN, silver + "(.*/)?part-.*", random.nextInt(3), 1, this::hold);
      case 1 ->
          strike(slow, Operation.CREATE, gold + "is_current=.*", random.nextInt(2), 1, this::hold);
      case 2 -> strike(slow, Operation.CREATE, firstOfCommit(), 0, 1, this::hold);
      default -> strikeAfter(slow, Operation.RENAME, anyLogEntry(), 0, this::hold);
    }
  }

  /** Once a data file of gold is closed, something happens, once. */
  private void closedFile(Strike then) {
    put(Operation.CLOSE, Moment.AFTER, gold + "is_current=.*", random.nextInt(3), 1, then);
  }

  private static String logEntry(long version) {
    return "_delta_log/%020d\\.json".formatted(version);
  }

  /** A commit, but not the one that creates gold. */
  private String anyLogEntry() {
    return gold + "_delta_log/(?!0{20})\\d{20}\\.json";
  }

  private String firstOfCommit() {
    return gold + "(deletion_vector_.*|_delta_log/\\.?(?!0{20})\\d{20}\\.json.*)";
  }

  private boolean noCheckpoint() {
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files.noneMatch(file -> file.getFileName().toString().equals("_metadata"));
    } catch (IOException | UncheckedIOException e) {
      return true; // no directory yet, or one that Flink is deleting
    }
  }

  private void strikeIf(
      BooleanSupplier condition,
      BenchFault fault,
      Operation operation,
      String paths,
      int spared,
      Strike strike) {
    put(
        operation,
        Moment.BEFORE,
        paths,
        spared,
        1,
        path -> {
          if (condition.getAsBoolean()) {
            count(fault);
            strike.at(path);
          }
        });
  }

  private void strike(
      BenchFault fault, Operation operation, String paths, int spared, int times, Strike strike) {
    put(operation, Moment.BEFORE, paths, spared, times, counted(fault, strike));
  }

  private void strikeAfter(
      BenchFault fault, Operation operation, String paths, int spared, Strike strike) {
    put(operation, Moment.AFTER, paths, spared, 1, counted(fault, strike));
  }

  private static Strike counted(BenchFault fault, Strike strike) {
    return path -> {
      count(fault);
      strike.at(path);
    };
  }

  /** What the test's own thread does counts for nothing. */
  private void put(
      Operation operation, Moment moment, String paths, int spared, int times, Strike strike) {
    AtomicInteger calls = new AtomicInteger();
    faults.add(
        FaultyFileSystem.strike(
            operation,
            moment,
            paths,
            0,
            Integer.MAX_VALUE,
            path -> {
              if (Thread.currentThread() != test) {
                int number = calls.incrementAndGet() - spared;
                if (number > 0 && number <= times) {
                  strike.at(path);
                }
              }
            }));
  }

  private Strike failOrDie() {
    return random.nextBoolean() ? ArmedFaults::fail : ArmedFaults::die;
  }

  private static void fail(String path) throws IOException {
    throw new IOException("Drawn to fail: " + path);
  }

  private static void die(String path) {
    throw new Death(path);
  }

  private static void hide(String path) throws IOException {
    throw new FileNotFoundException("Drawn to be hidden: " + path);
  }

  /** Hides the entry from the next looks; the call or the task may end so that there are some. */
  private void lags(String path) throws IOException {
    faults.add(
        FaultyFileSystem.fail(
            Operation.HIDE,
            ".*" + Pattern.quote(path.substring(path.indexOf("/gold/"))),
            1 + random.nextInt(3),
            () -> new FileNotFoundException("Drawn to be hidden: " + path)));
    if (random.nextInt(3) > 0) {
      failOrDie().at(path);
    }
  }

  /** Waits until the test lets go, whoever interrupts. */
  private void hold(String path) {
    held.countDown();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(JobRun.SECONDS);
    boolean interrupted = false;
    boolean free = false;
    while (!free) {
      try {
        free = released.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (!free) {
          throw new IllegalStateException("Nobody has let go of " + path);
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether an operation waits to be let go. */
  boolean isHolding() {
    return held.getCount() == 0 && released.getCount() > 0;
  }

  /** Lets the operation go on, and any that comes. */
  void release() {
    released.countDown();
  }

  @Override
  public void close() {
    release();
    faults.forEach(Fault::close);
    FaultyCheckpoints.clear(checkpoints);
  }
}
