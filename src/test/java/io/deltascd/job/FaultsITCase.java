package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.FaultyFileSystem;
import io.deltascd.testing.FaultyFileSystem.Fault;
import io.deltascd.testing.FaultyFileSystem.Operation;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Something breaks under a running pipeline: one error that names it, within ten seconds, with gold
 * as of its last commit; and once it is mended, another run goes on from there.
 */
class FaultsITCase {
  private static final long SECONDS_TO_AN_ERROR = 10;

  /** Breaks something, and gives back what mends it. */
  @FunctionalInterface
  private interface Breaking {
    Mending on(FaultScene scene) throws Exception;
  }

  /** Takes a fault away. */
  @FunctionalInterface
  private interface Mending extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  /** Damages a file. */
  @FunctionalInterface
  private interface Damage {
    void to(Path file) throws IOException;
  }

  /**
   * @param message parts of the error
   */
  private record Case(String name, Breaking breaking, List<String> message) {
    Case(String name, Breaking breaking, String... message) {
      this(name, breaking, List.of(message));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @TempDir private Path directory;

  static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "log entry cut off",
            inSilver(FaultScene::append, ".json", FaultsITCase::cutInHalf),
            "A commit of silver cannot be read",
            "silver/_delta_log/00000000000000000003.json",
            "found:    line "),
        new Case(
            "garbage in a log entry",
            inSilver(
                FaultScene::append,
                ".json",
                file -> Files.writeString(file, "garbage\n", StandardOpenOption.APPEND)),
            "A commit of silver cannot be read",
            "silver/_delta_log/00000000000000000003.json",
            "Unrecognized token 'garbage'"),
        new Case(
            "data file missing",
            inSilver(FaultScene::append, ".parquet", Files::delete),
            "A file of silver is gone",
            "silver/part-",
            "version 3 of",
            "VACUUM"),
        new Case(
            "file of changes missing",
            inSilver(FaultScene::update, "_change_data/", Files::delete),
            "A file of silver is gone",
            "version 3 of"),
        new Case(
            "deletion vector missing",
            inSilver(FaultScene::delete, ".bin", Files::delete),
            "A file of silver is gone",
            "silver/deletion_vector_",
            "version 3 of"),
        new Case(
            "Parquet footer cut off",
            inSilver(FaultScene::append, ".parquet", FaultsITCase::cutInHalf),
            "A file of a table is damaged",
            "silver/part-",
            "bytes, as the log says"),
        new Case(
            "Parquet pages overwritten",
            inSilver(FaultScene::append, ".parquet", file -> overwrite(file, 60, 40)),
            "A file of a table is damaged",
            "silver/part-"),
        new Case(
            "one bit of a Parquet page flipped",
            inSilver(FaultScene::append, ".parquet", FaultsITCase::flipInTheMiddle),
            "A file of a table is damaged",
            "silver/part-"),
        new Case(
            "deletion vector overwritten",
            inSilver(FaultScene::delete, ".bin", file -> overwrite(file, 9, 4)),
            "A file of a table is damaged",
            "silver/deletion_vector_",
            "another checksum than its own"),
        new Case(
            "no permission to read a data file",
            failing(
                Operation.OPEN,
                ".*/silver/part-.*",
                () -> new AccessControlException("Permission denied: user=nobody")),
            "A table may not be read",
            "silver/part-",
            "user=nobody",
            "remedy:   grant it"),
        new Case(
            "no permission to read the log",
            failing(
                Operation.STATUS,
                ".*/silver/_delta_log/.*",
                () -> new AccessDeniedException("s3a://silver/_delta_log: 403")),
            "A table may not be read",
            "silver/_delta_log/",
            "remedy:   grant it"),
        new Case(
            "silver removed",
            scene -> moved(scene.silver()),
            "Silver is gone",
            "silver, version 2",
            "00000000000000000002.json"),
        new Case(
            "disk full for a data file",
            failing(Operation.WRITE, ".*/gold/is_current=.*", FaultsITCase::diskFull),
            "There is no space left",
            "gold/is_current=true/part-",
            "No space left on device",
            "a job goes on from gold's last commit"),
        new Case(
            "disk full for a deletion vector",
            scene -> {
              Fault fault =
                  FaultyFileSystem.fail(
                      Operation.WRITE, ".*/gold/deletion_vector.*", FaultsITCase::diskFull);
              scene.delete();
              return fault::close;
            },
            "There is no space left",
            "gold/deletion_vector_"),
        new Case(
            "disk full for a commit",
            failing(Operation.WRITE, ".*/gold/_delta_log/.*json.*", FaultsITCase::diskFull),
            "There is no space left",
            " of faulty:",
            "/gold"),
        new Case(
            "no permission to write a data file",
            failing(
                Operation.CREATE,
                ".*/gold/is_current=.*",
                () -> new AccessControlException("Permission denied: user=nobody")),
            "A table may not be written",
            "gold/is_current=true/part-",
            "user=nobody"),
        new Case(
            "no permission to write a commit",
            failing(
                Operation.CREATE,
                ".*/gold/_delta_log/.*json.*",
                () -> new AccessDeniedException("s3a://gold/_delta_log: 403")),
            "A table may not be written",
            " of faulty:",
            "/gold"),
        new Case(
            "gold removed",
            scene -> {
              Mending moved = moved(scene.gold());
              scene.append();
              return moved;
            },
            "There is no Delta table at gold's path",
            "gold"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void breaksWhileFollowing(Case fault) throws Exception {
    try (FaultScene scene = new FaultScene(directory)) {
      CompletableFuture<Integer> run = scene.follow();
      int commits = DeltaLog.commits(scene.gold()).size();
      try (Mending mended = fault.breaking().on(scene)) {
        scene.assertFails(run, SECONDS_TO_AN_ERROR, fault.message());
        assertThat(mended).isNotNull();
      }
      assertThat(DeltaLog.commits(scene.gold())).hasSize(commits);
      scene.assertGoldIsHistory();
      if (scene.table().version() == 2) {
        scene.append();
      }
      scene.assertGoesOnFromState();
      scene.append();
      scene.assertGoesOnWithoutState();
    }
  }

  static Stream<Case> casesOfTheFirstRun() {
    return Stream.of(
        new Case(
            "disk full for the first data file",
            failing(Operation.WRITE, ".*/gold/is_current=.*", FaultsITCase::diskFull),
            "There is no space left"),
        new Case(
            "no permission to create gold",
            failing(
                Operation.CREATE,
                ".*/gold/.*",
                () -> new AccessControlException("Permission denied: user=nobody")),
            "A table may not be written",
            "version 0 of"),
        new Case(
            "silver's oldest data file missing",
            inSilver(FaultScene::append, ".parquet", Files::delete),
            "Files are gone that silver needs",
            "no file",
            "silver/part-"));
  }

  @ParameterizedTest
  @MethodSource("casesOfTheFirstRun")
  void breaksBeforeGoldHasRows(Case fault) throws Exception {
    try (FaultScene scene = new FaultScene(directory)) {
      try (Mending mended = fault.breaking().on(scene)) {
        scene.assertFails(
            scene.start("source.scan.startup.mode=latest-full"), JobRun.SECONDS, fault.message());
        assertThat(mended).isNotNull();
      }
      scene.assertGoesOnWithoutState();
    }
  }

  @Test
  void whatPassesIsTriedAgain() throws Exception {
    try (FaultScene scene = new FaultScene(directory);
        Fault reading = passing(Operation.OPEN, ".*/silver/part-.*");
        Fault log = passing(Operation.OPEN, ".*/silver/_delta_log/0+3.json");
        Fault writing = passing(Operation.CREATE, ".*/gold/is_current=.*")) {
      CompletableFuture<Integer> run = scene.start("source.scan.bounded.mode=latest");

      assertThat(run.get(JobRun.SECONDS, TimeUnit.SECONDS)).as(scene.text()).isZero();
      assertThat(scene.text()).doesNotContain("where:");
      assertThat(reading.met()).isPositive();
      assertThat(writing.met()).isPositive();
      assertThat(log.met()).isZero();
      scene.assertGoldIsHistory();
    }
  }

  private static Fault passing(Operation operation, String paths) {
    return FaultyFileSystem.fail(
        operation, paths, 1, () -> new SocketTimeoutException("Read timed out"));
  }

  private static IOException diskFull() {
    return new IOException("No space left on device");
  }

  /** An operation fails from now on; silver goes on growing. */
  private static Breaking failing(Operation operation, String paths, Supplier<IOException> thrown) {
    return scene -> {
      Fault fault = FaultyFileSystem.fail(operation, paths, thrown);
      scene.append();
      return fault::close;
    };
  }

  /** A new version of silver whose file with that suffix has been damaged before anyone saw it. */
  private static Breaking inSilver(Consumer<FaultScene> statement, String suffix, Damage damage) {
    return scene -> {
      Path file;
      byte[] whole;
      FileTime time;
      try (Fault hidden = FaultyFileSystem.hide(".*/silver/_delta_log/0+3.json")) {
        file = scene.written(() -> statement.accept(scene), suffix);
        whole = Files.readAllBytes(file);
        time = Files.getLastModifiedTime(file);
        damage.to(file);
        assertThat(hidden).isNotNull();
      }
      return () -> Files.setLastModifiedTime(Files.write(file, whole), time);
    };
  }

  private static Mending moved(Path table) throws IOException {
    Path away = table.resolveSibling("away");
    Files.move(table, away);
    return () -> {
      if (Files.exists(table)) {
        addAll(table, away);
      }
      Files.move(away, table);
    };
  }

  /** What was written meanwhile may be waiting for its commit. */
  private static void addAll(Path from, Path to) throws IOException {
    FileUtils.copyDirectory(from.toFile(), to.toFile());
    FileUtils.deleteDirectory(from.toFile());
  }

  private static void cutInHalf(Path file) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
  }

  private static void overwrite(Path file, int from, int bytes) throws IOException {
    byte[] content = Files.readAllBytes(file);
    Arrays.fill(content, from, from + bytes, (byte) 0x5A);
    Files.write(file, content);
  }

  private static void flipInTheMiddle(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    content[content.length / 3] ^= 4;
    Files.write(file, content);
  }
}
