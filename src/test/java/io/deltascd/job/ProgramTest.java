package io.deltascd.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltascd.config.JobConfig;
import io.deltascd.model.PipelineException;
import io.deltascd.model.Totals;
import io.deltascd.table.FeedRange;
import io.deltascd.table.SmallTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.SerializedThrowable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {
  private static final RunSummary SUMMARY =
      new RunSummary(7, new Totals(9, 9, 5, 0), 2, Duration.ofMillis(1250));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
  private final FakeTables tables =
      new FakeTables(
          FakeTables.row(2, "Mouse", 0), FakeTables.row(1, "Laptop", 5), FakeTables.row(1, "L", 1));
  private final AtomicReference<JobConfig> ran = new AtomicReference<>();

  @TempDir private Path directory;

  static Stream<Arguments> wrongUse() {
    return Stream.of(
        Arguments.of(
            "",
            "There is no command",
            "demo, run, validate, status, verify, rebuild, show, changes"),
        Arguments.of("archive p.yaml", "There is no such command", "found:    archive"),
        Arguments.of("validate none.yaml", "The pipeline file cannot be read", "no such file"),
        Arguments.of("validate a b", "The command line has an unexpected argument", "found:    b"),
        Arguments.of("status none.yaml", "The pipeline file cannot be read", "no such file"),
        Arguments.of("run", "Missing required parameter: 'PIPELINE.yaml'", "delta-scd run --help"),
        Arguments.of("run --resnc p.yaml", "There is no such option", "found:    --resnc"),
        Arguments.of(
            "run p.yaml a=b", "The command line has an unexpected argument", "found:    a=…"),
        Arguments.of("run none.yaml", "The pipeline file cannot be read", "no such file"),
        Arguments.of("show t --format xml", "The command line cannot be read", "'xml'"),
        Arguments.of("show t --version x", "The command line cannot be read", "'x'"),
        Arguments.of("show t --version -1", "--version must not be negative", "found:    -1"),
        Arguments.of("changes", "Missing required parameter: 'TABLE'", "delta-scd changes --help"),
        Arguments.of("changes t --from-version -1", "--from-version must not be negative", "-1"),
        Arguments.of("changes t --to-version -2", "--to-version must not be negative", "-2"),
        Arguments.of(
            "changes t --from-version 1 --from-timestamp 2026-01-01",
            "The start of the range is given twice",
            "found:    --from-version 1 and --from-timestamp 2026-01-01T00:00:00Z"),
        Arguments.of(
            "changes t --to-version 1 --to-timestamp 2026-01-01",
            "The end of the range is given twice",
            "expected: --to-version or --to-timestamp"),
        Arguments.of(
            "changes t --from-version 2 --to-version 1",
            "The range ends before it begins",
            "found:    from 2 to 1"),
        Arguments.of(
            "changes t --from-timestamp 2026-01-02 --to-timestamp 2026-01-01",
            "The range ends before it begins",
            "found:    from 2026-01-02T00:00:00Z to 2026-01-01T00:00:00Z"),
        Arguments.of(
            "changes t --from-timestamp soon",
            "The command line cannot be read",
            "'soon' is not a timestamp such as 2026-01-01T00:00:00Z"));
  }

  @ParameterizedTest
  @MethodSource
  void wrongUse(String args, String what, String rest) {
    int status = run(args.isEmpty() ? new String[0] : args.split(" ", -1));

    assertThat(status).isEqualTo(2);
    assertThat(text(messages)).contains(what, rest, "\n  where: ", "\n  remedy: ");
    assertThat(text(messages)).doesNotContain("\tat ");
    assertThat(text(out)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run p.yaml -D hadoop.x hunter2",
        "run -D hadoop.x hunter2 p.yaml",
        "run -D hadoop.x hunter2",
        "run -Dhadoop.x hunter2",
        "run -D=hadoop.x hunter2",
        "run p.yaml -D hadoop.x= hunter2",
        "run p.yaml -D hadoop.x = hunter2",
        "run p.yaml -D hadoop.x =hunter2",
        "run p.yaml -D hadoop.x -hunter2",
        "run p.yaml -D name=a -D hadoop.x hunter2 --verbose",
        "run p.yaml --verbose -D hadoop.x hunter2",
        "validate p.yaml -D hadoop.x hunter2",
        "status -D hadoop.x hunter2 p.yaml",
        "verify p.yaml -Dhadoop.x hunter2",
        "rebuild p.yaml -D hadoop.x= hunter2",
      })
  void aValueBehindABlankIsNotShown(String args) {
    assertThat(run(args.split(" ", -1))).isEqualTo(2);

    assertThat(text(messages))
        .contains("An option after -D has no value", "found:    -D hadoop.x with a blank")
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run p.yaml -D hadoop.x=my hunter2",
        "run -D hadoop.x=my hunter2 p.yaml",
        "run p.yaml -D hadoop.x=my -zhunter2",
        "run p.yaml hadoop.x=hunter2",
        "validate p.yaml -D hadoop.x=my hunter2",
        "status p.yaml -Dhadoop.x=my hunter2",
        "verify p.yaml -D hadoop.x=my hunter2",
        "rebuild p.yaml hadoop.x=hunter2",
        "demo -D hadoop.x hunter2",
        "show t -D hadoop.x=hunter2",
        "changes t -D hadoop.x hunter2",
        "-D hadoop.x=hunter2 run p.yaml",
      })
  void aWordTooManyMayBeASecret(String args) {
    assertThat(run(args.split(" ", -1))).isEqualTo(2);

    assertThat(text(messages)).contains("where:    command line").doesNotContain("hunter2");
  }

  /** What a command says of a gold that does not exist tells which one it looked for. */
  @ParameterizedTest
  @CsvSource({"validate, 0", "status, 0", "verify, 1", "rebuild, 1"})
  void anOverrideCompletesThePipelineFile(String command, int status) throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            "source.path: %s\ntarget.keys: [producto_id]\n".formatted(directory.resolve("silver")));
    assertThat(run(command, file.toString())).isEqualTo(2);
    assertThat(text(messages)).contains("A key is missing: target.path");

    messages.reset();
    String gold = directory.resolve("given").toString();
    assertThat(run(command, file.toString(), "-D", "target.path=" + gold)).isEqualTo(status);

    assertThat(text(out) + text(messages)).contains(gold);
  }

  @Test
  void aMisspelledOptionIsShownAfterAnOverride() {
    assertThat(run("run", "p.yaml", "-D", "a=b", "--resnc")).isEqualTo(2);

    assertThat(text(messages)).contains("There is no such option", "found:    --resnc");
  }

  @Test
  void helpIsAResult() {
    assertThat(run("--help")).isZero();
    assertThat(text(out))
        .contains("demo", "run", "validate", "status", "verify", "rebuild", "show", "changes")
        .doesNotContain("sql");
    assertThat(text(messages)).isEmpty();
  }

  @Test
  void showPrintsTheRowsAsTheyAreRead() {
    assertThat(run("show", "/gold", "--format", "json", "--version", "3")).isZero();

    assertThat(text(out).lines().map(line -> line.substring(0, 17)))
        .containsExactly("{\"producto_id\":2,", "{\"producto_id\":1,", "{\"producto_id\":1,");
    assertThat(tables.opened).containsExactly("/gold@3");
    assertThat(tables.closed).isEqualTo(1);
  }

  @Test
  void showIsATableByDefault() {
    assertThat(run("show", "relative/gold")).isZero();

    assertThat(text(out)).startsWith("producto_id  nombre  valid_from").endsWith("(3 rows)\n");
    assertThat(tables.opened)
        .containsExactly(Path.of("relative/gold").toAbsolutePath() + "@newest");
  }

  @Test
  void changesHasARange() {
    assertThat(run("changes", "/silver")).isZero();
    assertThat(run("changes", "/silver", "--from-version", "2", "--to-version", "2")).isZero();
    assertThat(
            run(
                "changes",
                "/silver",
                "--from-timestamp",
                "2026-01-01 10:00:00+01:00",
                "--to-timestamp=2026-01-02"))
        .isZero();

    assertThat(tables.opened)
        .containsExactly(
            "/silver@" + new FeedRange(null, null, null, null),
            "/silver@" + new FeedRange(2L, null, 2L, null),
            "/silver@"
                + new FeedRange(
                    null,
                    Instant.parse("2026-01-01T09:00:00Z"),
                    null,
                    Instant.parse("2026-01-02T00:00:00Z")));
    assertThat(tables.closed).isEqualTo(3);
  }

  static Stream<Arguments> streams() {
    return Stream.of("show", "changes")
        .flatMap(command -> Stream.of("table", "json", "csv").map(f -> Arguments.of(command, f)));
  }

  @ParameterizedTest
  @MethodSource("streams")
  void rowsAreNotKept(String command, String format) {
    RowCounter counter = new RowCounter(100_000);

    int status =
        new Program(
                counter,
                new PrintStream(messages, true, StandardCharsets.UTF_8),
                new FakePlatform(),
                this::succeed,
                new FakeTables(counter))
            .run(command, "/t", "--format", format);

    assertThat(status).isZero();
    assertThat(counter.printed).isGreaterThanOrEqualTo(100_000);
    // What is in the buffer of 64 KB, and the rows a table's columns are measured by.
    assertThat(counter.mostInBetween).isLessThan(TextTable.ROWS_MEASURED + (1 << 16) / 10);
  }

  @Test
  void aMessageForUsersIsPrintedAlone() {
    assertThat(run("show", "/missing")).isEqualTo(1);

    assertThat(text(messages))
        .isEqualToNormalizingNewlines(
            """
            There is no Delta table
              where:    /missing
              found:    no _delta_log
              expected: a table
              remedy:   check the path
            """);
  }

  @Test
  void verboseAddsTheStackTrace() {
    assertThat(run("show", "/missing", "--verbose")).isEqualTo(1);

    assertThat(text(messages)).startsWith("There is no Delta table\n").contains("\tat io.deltascd");
  }

  @Test
  void theSummaryIsTheLastLineOfABoundedRun() throws IOException {
    assertThat(run("run", pipeline().toString(), "-D", "name=other")).isZero();

    assertThat(text(out))
        .isEqualToNormalizingNewlines(
            "done: 7 versions, 9 changes, 9 opened, 5 closed, 2 commits, 1.3 seconds\n");
    assertThat(ran.get().name()).isEqualTo("other");
  }

  @Test
  void aJobThatWasHandedOverHasNoSummary() throws IOException {
    assertThat(run((pipeline, environment) -> Optional.empty(), "run", pipeline().toString()))
        .isZero();

    assertThat(text(out)).isEmpty();
    assertThat(text(messages)).contains("runs on the cluster");
  }

  @Test
  void withoutArgumentsTheClustersPipelineIsRun() throws IOException {
    FakePlatform platform = new FakePlatform();
    platform.defaultPipeline = Optional.of(pipeline().toString());

    assertThat(program(out, platform, this::succeed).run()).isZero();

    assertThat(text(out)).startsWith("done: ");
  }

  static Stream<Arguments> failures() {
    PipelineException told = new PipelineException("Key twice", "s", "1", "one", "mend");
    return Stream.of(
        Arguments.of(told, "Key twice\n  where:    s"),
        Arguments.of(new JobExecutionException(null, "Job execution failed.", told), "Key twice\n"),
        Arguments.of(
            new RuntimeException("outer", new SerializedThrowable(new IOException("io", told))),
            "Key twice\n"),
        Arguments.of(
            new JobExecutionException(null, "Job execution failed.", new IOException("disk full")),
            "  where:    delta-scd run\n  found:    java.io.IOException: disk full"),
        Arguments.of(new OutOfMemoryError("heap"), "found:    java.lang.OutOfMemoryError: heap"));
  }

  @ParameterizedTest
  @MethodSource
  void failures(Throwable error, String expected) throws IOException {
    PipelineRunner failing =
        (pipeline, environment) -> {
          if (error instanceof Error fatal) {
            throw fatal;
          }
          throw (Exception) error;
        };

    assertThat(run(failing, "run", pipeline().toString())).isEqualTo(1);

    assertThat(text(messages)).contains(expected).doesNotContain("\tat ");
  }

  @Test
  void anErrorWhileStoppingIsNone() throws IOException {
    FakePlatform platform = new FakePlatform();
    platform.stopping = true;
    PipelineRunner cancelled =
        (pipeline, environment) -> {
          throw new JobExecutionException(null, "Job was cancelled.");
        };

    assertThat(program(out, platform, cancelled).run("run", pipeline().toString())).isZero();

    assertThat(text(messages)).isEmpty();
  }

  @Test
  void aClosedPipeIsQuiet() {
    assertThat(
            program(failing("Broken pipe"), new FakePlatform(), this::succeed).run("show", "/gold"))
        .isZero();

    assertThat(text(messages)).isEmpty();
  }

  @Test
  void aFullDiskIsAnError() {
    assertThat(
            program(failing("No space left on device"), new FakePlatform(), this::succeed)
                .run("show", "/gold"))
        .isEqualTo(1);

    assertThat(text(messages)).contains("No space left on device");
  }

  @Test
  void demoUnpacksRunsAndPrintsInOrder() throws IOException {
    Path demo = directory.resolve("it's here");

    assertThat(run("demo", "--directory", demo.toString(), "--port", "8099")).isZero();

    assertThat(demo.resolve("silver/_delta_log")).isDirectory();
    assertThat(ran.get().pipelines().get(0).source().silver().path())
        .isEqualTo(demo.resolve("silver").toString());
    assertThat(ran.get().pipelines().get(0).source().bounded().mode()).hasToString("latest");
    assertThat(ran.get().flink()).containsEntry("rest.port", "8099");
    assertThat(text(out).lines().map(line -> line.strip().substring(0, 4)))
        .containsExactly("prod", "----", "1  L", "1  L", "2  M", "(3 r", "done");
    assertThat(text(out).lines().skip(2).findFirst().orElseThrow()).contains("1  L ");
    assertThat(text(messages)).contains("gold:     " + demo.resolve("gold"));

    assertThat(run("demo", "--directory", demo.toString())).isEqualTo(2);
    assertThat(text(messages)).contains("The directory of the demo is in use");
  }

  @Test
  void aValidPipelineIsAResultAndWarningsAreMessages() throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    SmallTable.withFeed(directory.resolve("plain"));
    Path file = directory.resolve("valid.yaml");

    Files.writeString(file, tables("silver", "producto_id"));
    assertThat(run("validate", file.toString())).isZero();
    assertThat(text(out)).startsWith("pipeline:     valid\n").endsWith("The pipeline is valid.\n");
    assertThat(text(messages)).isEmpty();

    out.reset();
    Files.writeString(file, tables("plain", "id"));
    assertThat(run("validate", file.toString())).isZero();
    assertThat(text(out)).endsWith("The pipeline is valid.\n");
    assertThat(text(messages)).startsWith("Warning: Silver keeps its log and its files for");
  }

  @Test
  void whatMakesAPipelineInvalidIsAMessage() throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    Path file = Files.writeString(directory.resolve("p.yaml"), tables("silver", "product_id"));

    assertThat(run("validate", file.toString())).isEqualTo(2);

    assertThat(text(out)).isEmpty();
    assertThat(text(messages))
        .startsWith("A key column is missing in silver\n")
        .contains("write producto_id in the pipeline file")
        .doesNotContain("\tat ");
  }

  @Test
  void aStorageThatCannotBeReachedIsAFailure() throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    Path file =
        Files.writeString(
            directory.resolve("p.yaml"),
            "source.path: %s\ntarget: {path: 'hdfs://127.0.0.1:1/gold', keys: [producto_id]}\n"
                    .formatted(directory.resolve("silver"))
                + "hadoop: {ipc.client.connect.max.retries: 0}\n");

    assertThat(run("validate", file.toString())).isEqualTo(1);
    assertThat(text(messages)).startsWith("The storage of gold cannot be reached\n");
    assertThat(run("status", file.toString())).isEqualTo(1);
  }

  @Test
  void aFolderOfPipelinesIsLookedAtWhole() throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    Path folder = Files.createDirectory(directory.resolve("pipelines"));
    Files.writeString(folder.resolve("a.yaml"), tables("silver", "producto_id"));
    Path b =
        Files.writeString(
            folder.resolve("b.yaml"), tables("silver", "producto_id").replace("/gold,", "/other,"));

    assertThat(run("validate", folder.toString())).isZero();
    assertThat(text(out))
        .startsWith("pipeline:     a\n")
        .contains("\n\npipeline:     b\n")
        .endsWith("The pipelines are valid.\n");
    out.reset();
    assertThat(run("status", folder.toString())).isZero();
    assertThat(text(out))
        .startsWith("pipeline:                      a\n")
        .contains("gold, does not exist yet\n\npipeline:                      b\n")
        .endsWith("other, does not exist yet\n");
    assertThat(text(messages)).isEmpty();

    Files.writeString(b, tables("silver", "product_id"));
    assertThat(run("validate", folder.toString())).isEqualTo(2);
    assertThat(text(messages))
        .startsWith("2 errors\n\n")
        .contains("A key column is missing in silver")
        .contains("Two pipelines of a job maintain the same table");
  }

  @Test
  void statusOfAFolderTellsOfThosePipelinesThatCanBeRead() throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    Path folder = Files.createDirectory(directory.resolve("pipelines"));
    Files.writeString(folder.resolve("a.yaml"), tables("missing", "id"));
    Files.writeString(folder.resolve("b.yaml"), tables("silver", "producto_id"));
    Files.writeString(folder.resolve("c.yaml"), tables("missing too", "id"));

    assertThat(run("status", folder.toString())).isEqualTo(1);

    assertThat(text(out))
        .startsWith("pipeline:                      b\n")
        .endsWith(directory.resolve("gold") + ", does not exist yet\n");
    assertThat(text(messages))
        .startsWith("2 errors\n\nThere is no Delta table\n  where:    a: ")
        .contains("\n\nThere is no Delta table\n  where:    c: ");
  }

  @Test
  void statusIsAResult() throws IOException {
    DemoSilver.unpack(directory.resolve("silver"));
    Path file = Files.writeString(directory.resolve("p.yaml"), tables("silver", "producto_id"));

    assertThat(run("status", file.toString())).isZero();

    assertThat(text(out))
        .startsWith("pipeline:                      p\n")
        .endsWith(directory.resolve("gold") + ", does not exist yet\n");
    assertThat(text(messages)).isEmpty();
  }

  private String tables(String silver, String key) {
    return "source.path: %s\ntarget: {path: %s, keys: [%s]}\n"
        .formatted(directory.resolve(silver), directory.resolve("gold"), key);
  }

  private Path pipeline() throws IOException {
    return Files.writeString(
        directory.resolve("p.yaml"), "source.path: /s\ntarget: {path: /g, keys: [id]}\n");
  }

  private Optional<JobSummary> succeed(JobConfig job, StreamExecutionEnvironment environment) {
    ran.set(job);
    return Optional.of(JobSummary.of(job.name(), SUMMARY));
  }

  private int run(String... args) {
    return run(this::succeed, args);
  }

  private int run(PipelineRunner runner, String... args) {
    return program(out, new FakePlatform(), runner).run(args);
  }

  private Program program(OutputStream results, Platform platform, PipelineRunner runner) {
    PrintStream err = new PrintStream(messages, true, StandardCharsets.UTF_8);
    return new Program(results, err, platform, runner, tables);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  /** Makes rows one by one, counts the lines that come out, and keeps neither. */
  private static final class RowCounter extends OutputStream implements Iterator<RowData> {
    private final int rows;
    private int made;
    private long printed;
    private long mostInBetween;

    RowCounter(int rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return made < rows;
    }

    @Override
    public RowData next() {
      mostInBetween = Math.max(mostInBetween, made - printed);
      return FakeTables.row(made++, "Mouse", 0);
    }

    @Override
    public void write(int b) {
      printed += b == '\n' ? 1 : 0;
    }
  }

  /** Runs nothing. */
  private static final class FakePlatform implements Platform {
    private Optional<String> defaultPipeline = Optional.empty();
    private boolean stopping;

    @Override
    public StreamExecutionEnvironment environment(JobConfig job, PrintStream messages) {
      return new StreamExecutionEnvironment();
    }

    @Override
    public Optional<String> defaultPipeline() {
      return defaultPipeline;
    }

    @Override
    public boolean stopping() {
      return stopping;
    }

    @Override
    public void close() {}
  }
}
