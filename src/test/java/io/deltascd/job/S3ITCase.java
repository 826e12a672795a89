package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.testing.Column;
import io.deltascd.testing.ColumnType;
import io.deltascd.testing.DeltaLog;
import io.deltascd.testing.DeltaRows;
import io.deltascd.testing.Effect;
import io.deltascd.testing.GoldChecker;
import io.deltascd.testing.HistoryModel;
import io.deltascd.testing.S3Server;
import io.deltascd.testing.SilverSpec;
import io.deltascd.testing.SilverWriter;
import io.deltascd.testing.SilverWriter.Form;
import io.deltascd.testing.TableHygiene;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines whose silver and gold are on a server that speaks S3. */
class S3ITCase {
  private static final String LATEST = "source.scan.bounded.mode=latest";

  /** S3 says when an object was written to the second only, so that commits name their times. */
  private static final SilverSpec SPEC =
      SilverSpec.of(new Column("id", ColumnType.LONG), new Column("name", ColumnType.STRING))
          .withTimes(SilverSpec.Times.IN_COMMIT);

  @TempDir private static Path server;
  private static S3Server s3;

  @TempDir private Path directory;
  private final List<LocalPlatform> machines = new ArrayList<>();
  private String name;
  private SilverWriter silver;
  private CommandLog log;

  @BeforeAll
  static void start() throws IOException {
    s3 = S3Server.start(server);
  }

  @AfterAll
  static void stop() {
    s3.close();
  }

  @BeforeEach
  void begin(TestInfo test) {
    name = test.getTestMethod().orElseThrow().getName();
    silver =
        SilverWriter.create(
            s3.path(name + "/silver"), SPEC, List.of(SPEC.row(1L, "one"), SPEC.row(2L, "two")));
    log = new CommandLog(directory.resolve("delta-scd.log"));
  }

  @AfterEach
  void end() {
    machines.forEach(LocalPlatform::close);
    log.close();
  }

  @Test
  void goldFollowsSilver() throws Exception {
    Path pipeline = pipeline(S3Server.SECRET);
    CompletableFuture<Integer> run = run(pipeline);
    for (int commit = 0; commit < 3; commit++) {
      awaitGold(run);
      change();
    }
    awaitGold(run);
    machines.get(0).close();
    run.get(JobRun.SECONDS, TimeUnit.SECONDS);

    silver.delete(Form.DELETION_VECTOR, row -> row.get("id").equals(2L));
    assertThat(run(pipeline, LATEST).get(JobRun.SECONDS, TimeUnit.SECONDS))
        .as(log.printed())
        .isZero();

    assertGoldIsHistory();
    assertNoSecret(S3Server.SECRET);
  }

  @Test
  void oneOfTwoCopiesStopsAndGoldIsRight() throws Exception {
    Path pipeline = pipeline(S3Server.SECRET);
    CompletableFuture<Integer> one = run(pipeline);
    CompletableFuture<Integer> two = run(pipeline);
    while (!one.isDone() && !two.isDone()) {
      long version = silver.version();
      JobRun.await(() -> one.isDone() || two.isDone() || DeltaLog.hasReached(gold(), version));
      change();
    }
    CompletableFuture<Integer> stopped = one.isDone() ? one : two;
    assertThat(stopped.get()).as(log.printed()).isEqualTo(1);
    assertThat(log.printed()).contains("where:").contains("remedy:").contains("gold");
    CompletableFuture<Integer> left = one.isDone() ? two : one;
    awaitGold(left);

    assertGoldIsHistory();
  }

  @Test
  void wrongSecretIsToldButNotShown() throws Exception {
    String wrong = "not-" + S3Server.SECRET;

    int status = run(pipeline(wrong)).get(JobRun.SECONDS, TimeUnit.SECONDS);

    assertThat(status).isEqualTo(1);
    assertThat(log.printed())
        .contains("There is no permission to read silver")
        .contains("other credentials below hadoop:");
    assertThat(s3.path(name + "/gold")).doesNotExist();
    assertThat(log.logged()).as("there is no job").isEmpty();
    assertThat(log.printed()).doesNotContain(wrong);
    assertThat(log.file()).doesNotContain(wrong);
  }

  /** Opens a record, or closes one and opens another. */
  private void change() {
    long version = silver.version();
    if (version % 2 == 0) {
      silver.append(List.of(SPEC.row(1_000 + version, "new in version " + version)));
    } else {
      silver.update(
          Form.COPY_ON_WRITE,
          row ->
              row.get("id").equals(1L)
                  ? Effect.update(SPEC.row(1L, "as of version " + version))
                  : Effect.keep());
    }
  }

  private Path pipeline(String secret) throws IOException {
    Map<String, String> options = new TreeMap<>(s3.options());
    options.put("fs.s3a.secret.key", secret);
    // Hadoop would give all of them the client of the first.
    options.put("fs.s3a.impl.disable.cache", Boolean.toString(!secret.equals(S3Server.SECRET)));
    return Files.writeString(
        directory.resolve("pipeline.yaml"),
        """
        source: {path: '%s', discovery-interval: 20 ms}
        target: {path: '%s', keys: [id]}
        hadoop:
        %s
        flink:
          parallelism.default: 1
          rest.bind-port: 0
          execution.checkpointing.interval: 50 ms
        """
            .formatted(
                s3.uri(name + "/silver"),
                s3.uri(name + "/gold"),
                options.entrySet().stream()
                    .map(option -> "  %s: '%s'".formatted(option.getKey(), option.getValue()))
                    .collect(Collectors.joining("\n"))));
  }

  private CompletableFuture<Integer> run(Path pipeline, String... overrides) {
    List<String> args = new ArrayList<>(List.of("run", pipeline.toString(), "--verbose"));
    for (String override : overrides) {
      args.addAll(List.of("-D", override));
    }
    LocalPlatform machine = new LocalPlatform();
    machines.add(machine);
    Program program = LocalProgram.on(machine, new ByteArrayOutputStream(), log.stream());
    return CompletableFuture.supplyAsync(() -> program.run(args.toArray(String[]::new)));
  }

  private void awaitGold(CompletableFuture<Integer> run) {
    JobRun.await(() -> run.isDone() || DeltaLog.hasReached(gold(), silver.version()));
    assertThat(run).as(log.printed()).isNotDone();
  }

  private Path gold() {
    return s3.path(name + "/gold");
  }

  /** After each single commit. */
  private void assertGoldIsHistory() {
    HistoryModel model = HistoryModel.keyedBy("id");
    long claimed = -1;
    for (DeltaLog.Claim commit : DeltaLog.claims(gold())) {
      claimed = commit.silverVersion();
      GoldChecker.assertRows(
          DeltaRows.of(gold(), commit.version()),
          claimed < 0 ? List.of() : model.history(silver, 0, claimed));
    }
    assertThat(claimed).isEqualTo(silver.version());
    TableHygiene.assertClean(gold());
  }

  private void assertNoSecret(String secret) {
    assertThat(log.printed()).doesNotContain(secret);
    assertThat(log.logged()).isNotEmpty().doesNotContain(secret);
    assertThat(log.file()).doesNotContain(secret);
  }
}
